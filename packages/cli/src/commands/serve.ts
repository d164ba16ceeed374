import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { parsePort, resolveListenAddress } from '../service/listen-address.ts';
import { runService } from '../service/run-service.ts';
import { readSettings } from '../settings/read-settings.ts';

interface ServeFlags {
  index?: string;
  home?: string;
  host?: string;
  port?: number;
}

/** `sdq serve`: the HTTP service over an index of one's own. */
export function registerServe(parent: Command, context: Context): void {
  parent
    .command('serve')
    .summary('serve an index over HTTP')
    .description(
      'Serves an index over HTTP until it is stopped. A newly published snapshot is taken up without a restart.',
    )
    .option('--index <dir>', 'the index to serve (SDQ_INDEX)')
    .option('--home <dir>', 'where accounts and keys are kept (SDQ_HOME, default .sdq)')
    .option('--host <host>', 'address to listen on (HOST, default 127.0.0.1)')
    .option('--port <port>', 'port to listen on, 0 for any (PORT, default 8080)', parsePort)
    .addHelpText(
      'after',
      '\nExamples:\n  sdq serve --index ./index\n  sdq serve --index ./index --host 0.0.0.0 --port 80 --home /var/lib/sdq',
    )
    .action(async (flags: ServeFlags) => {
      const home = resolveHome(flags.home, context.environment);
      const index = flags.index ?? readSettings(context.environment).SDQ_INDEX;
      if (index === undefined) {
        throw new AppError('usage_error', 'no index is given', {
          hint: 'name one: sdq serve --index DIR, or SDQ_INDEX=DIR',
        });
      }
      await runService(context, {
        ...resolveListenAddress(flags, context.environment),
        index,
        accountsDirectory: home.accounts,
        onReady: async (url) => {
          await context.stdout.line(`Serving ${index} at ${url} (Ctrl-C stops it)`);
        },
      });
    });
}
