import type { Command } from 'commander';
import { Option } from 'commander';
import { parseRowCount } from '../arguments/row-count.ts';
import type { Context } from '../context.ts';
import { buildBeside } from '../demo/build-beside.ts';
import { curlLine } from '../demo/curl-line.ts';
import { ensureDemoKeys } from '../demo/demo-keys.ts';
import { ensureSampleIndex } from '../demo/sample-index.ts';
import { resolveHome } from '../home.ts';
import { assertAddressFree, parsePort, resolveListenAddress } from '../service/listen-address.ts';
import { runService } from '../service/run-service.ts';

const sampleSql = 'SELECT author, description, play_count FROM videos ORDER BY play_count DESC LIMIT 3';

interface StartFlags {
  home?: string;
  host?: string;
  port?: number;
  rows?: number;
  quiet?: boolean;
}

/** `sdq start`: creates a sample index and a demo account if they do not exist, then serves the index. */
export function registerStart(parent: Command, context: Context): void {
  parent
    .command('start')
    .summary('create a sample index and a demo account on first run, then serve')
    .description(
      'Create a sample index of 200,000 generated videos and a demo account on the first run, then serve the index over HTTP. Later runs use the same index and account.',
    )
    .option('--home <dir>', 'data directory (default: SDQ_HOME, else .sdq)')
    .option('--host <host>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .option('--port <port>', 'port to listen on; 0 for any free port (default: PORT, else 8080)', parsePort)
    .option('-q, --quiet', 'suppress progress output')
    .addOption(
      new Option('--rows <count>', 'number of videos in the sample index')
        .env('SDQ_SAMPLE_ROWS')
        .argParser(parseRowCount)
        .hideHelp(),
    )
    .addHelpText('after', '\nExamples:\n  sdq start\n  PORT=9000 SDQ_HOME=/var/lib/sdq sdq start')
    .action(async (flags: StartFlags) => {
      const home = resolveHome(flags.home, context.environment);
      const address = resolveListenAddress(flags, context.environment);
      await assertAddressFree(address);
      await ensureSampleIndex(home, flags.rows ?? 200_000, context, flags.quiet);
      const { keys, created, signInToken } = await ensureDemoKeys(home, context.environment);
      if (created) {
        await context.stdout.line(`Demo account API key  ${keys.account_key}`);
        await context.stdout.line(`Demo data API key     ${keys.api_key}`);
        await context.stdout.line(`Both are saved in     ${home.demoKeys}\n`);
      }
      await runService(context, {
        ...address,
        index: home.index,
        accountsDirectory: home.accounts,
        logLevel: 'warn',
        onReady: async (url, consoleUrl) => {
          if (consoleUrl !== undefined) {
            await context.stdout.line(`Console  ${signInAddress(consoleUrl, signInToken)}\n`);
          }
          await context.stdout.line(`Serving at ${url} (press Ctrl-C to stop). Try:\n`);
          const curl = (path?: string) => curlLine(url, keys.api_key, sampleSql, path);
          await context.stdout.line(`${curl()}\n`);
          await context.stdout.line(`Is it valid, and what can it cost? Free:\n\n${curl('/check')}\n`);
          await context.stdout.line(`A quote that binds for ten minutes, free:\n\n${curl('/quotes')}\n`);
          buildBeside(home.index, context);
        },
      });
    });
}

/**
 * The address of the console with a token that signs in to the demo account once, within an hour. The token is in the
 * fragment, which browsers send to nobody. Without TLS, sessions exist on loopback addresses only.
 */
function signInAddress(consoleUrl: string, token: string): string {
  const isLoopback = /^http:\/\/(?:localhost|127\.[\d.]+|\[::1\]):/.test(consoleUrl);
  return isLoopback ? `${consoleUrl}#token=${token}` : consoleUrl;
}
