import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { parsePort, resolveListenAddress } from '../service/listen-address.ts';
import { runService } from '../service/run-service.ts';

interface ServeFlags {
  index?: string;
  home?: string;
  host?: string;
  port?: number;
}

/** `sdq serve`: serves an index over HTTP. */
export function registerServe(parent: Command, context: Context): void {
  parent
    .command('serve')
    .summary('serve an index over HTTP')
    .description(
      'Serve an index over HTTP until it is stopped. The service loads newly published snapshots without a restart.',
    )
    .option(...indexOption)
    .option('--home <dir>', 'data directory (default: SDQ_HOME, else .sdq)')
    .option('--host <host>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .option('--port <port>', 'port to listen on; 0 for any free port (default: PORT, else 8080)', parsePort)
    .addHelpText(
      'after',
      '\nExamples:\n  sdq serve --index ./index\n  sdq serve --index ./index --host 0.0.0.0 --port 80 --home /var/lib/sdq',
    )
    .action(async (flags: ServeFlags) => {
      const home = resolveHome(flags.home, context.environment);
      const index = resolveIndex(flags, context.environment);
      await runService(context, {
        ...resolveListenAddress(flags, context.environment),
        index,
        accountsDirectory: home.accounts,
        onReady: async (url) => {
          await context.stdout.line(`Serving ${index} at ${url} (press Ctrl-C to stop)`);
        },
      });
    });
}
