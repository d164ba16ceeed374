import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { parsePort, resolveListenAddress } from '../service/listen-address.ts';
import { runService } from '../service/run-service.ts';
import { clusterPlatforms } from '../settings/setting.ts';
import type { Settings } from '../settings/settings.ts';

interface ServeFlags {
  index?: string;
  home?: string;
  host?: string;
  port?: number;
  mirror?: string;
  lazy?: boolean;
  pgPort?: number;
  backend?: Settings['SDQ_BACKEND'];
}

function parseBackend(given: string): Settings['SDQ_BACKEND'] {
  const { data, error } = clusterPlatforms.safeParse(given);
  if (data === undefined) throw new InvalidArgumentError(`Expected ${error?.issues[0]?.message}.`);
  return data;
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
    .option(
      '--mirror <address>',
      'mirror the index from an object store, s3://BUCKET/PREFIX or a directory (default: SDQ_MIRROR)',
    )
    .option(
      '--lazy',
      'answer before the mirror is whole: queries wait for the files that they read (default: SDQ_MIRROR_LAZY)',
    )
    .addOption(
      new Option(
        '--backend <name>',
        'what answers SQL: duckdb over the index, the clickhouse cluster of SDQ_CLICKHOUSE_URL, or platforms with theirs, such as shortvideo=clickhouse (default: SDQ_BACKEND, else duckdb)',
      ).argParser(parseBackend),
    )
    .option('--host <host>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .option('--port <port>', 'port to listen on; 0 for any free port (default: PORT, else 8080)', parsePort)
    .option(
      '--pg-port <port>',
      'port for clients of PostgreSQL, such as BI tools (default: SDQ_PG_PORT, else none)',
      parsePort,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  sdq serve --index ./index\n  sdq serve --index ./index --host 0.0.0.0 --port 80 --home /var/lib/sdq\n  sdq serve --index ./mirror --mirror s3://videos/index\n  sdq serve --index ./index --backend shortvideo=clickhouse',
    )
    .action(async (flags: ServeFlags) => {
      const home = resolveHome(flags.home, context.environment);
      const index = resolveIndex(flags, context.environment);
      await runService(context, {
        ...resolveListenAddress(flags, context.environment),
        index,
        mirror: flags.mirror,
        isLazy: flags.lazy,
        accountsDirectory: home.accounts,
        pgPort: flags.pgPort,
        backend: flags.backend,
        onReady: async (url, _consoleUrl, postgresUrl) => {
          const also = postgresUrl === undefined ? '' : ` and ${postgresUrl}`;
          await context.stdout.line(`Serving ${index} at ${url}${also} (press Ctrl-C to stop)`);
        },
      });
    });
}
