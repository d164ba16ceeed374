import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Platform, platforms } from '@sdq/contract';
import { Argument, type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';

interface PlatformFlags {
  index?: string;
  home?: string;
  sql?: 'ready' | 'soon';
  remove?: string[];
  table?: string;
  json?: boolean;
}

/** `sdq platform <platform>`: its labels, marking its SQL ready, and taking out what is gone from it. */
export function registerPlatform(parent: Command, context: Context): void {
  parent
    .command('platform')
    .summary('show or set the labels of a platform, remove records')
    .description(
      'Shows the labels of a platform, or marks its SQL ready: a service takes it up when it starts. Records that are gone from the platform are removed from SQL and all endpoints, with what hangs on them; what is observed later brings them back.',
    )
    .addArgument(new Argument('<platform>', 'which one').choices([...platforms]))
    .addOption(new Option('--sql <label>', 'whether its SQL is answered').choices(['ready', 'soon']))
    .option('--remove <key...>', 'records to remove, by their key in the table')
    .option(
      '--table <table>',
      'table of the records to remove (default: the main one of the platform, such as videos)',
    )
    .option('--index <dir>', 'the index (default: the sample index of --home)')
    .option('--home <dir>', 'where accounts and keys are kept (SDQ_HOME, default .sdq)')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq platform network\n  sdq platform network --sql ready --index ./index\n  sdq platform micro --remove 1900000000000000001 --table tweets',
    )
    .action(async (platform: Platform, flags: PlatformFlags) => {
      const { markSql, readPlatformFacts } = await import('@sdq/platforms');
      const index = flags.index ?? resolveHome(flags.home, context.environment).index;
      await access(join(index, 'CURRENT')).catch(() => {
        throw new AppError('index_missing', `${index} is no index`);
      });
      if (flags.sql !== undefined) await markSql(index, platform, flags.sql);
      const removed =
        flags.remove === undefined ? {} : await removeFrom(index, platform, flags.remove, flags.table);
      const changed = Object.entries(removed).filter(([, { before, after }]) => after < before);
      const facts = (await readPlatformFacts(index)).find((each) => each.platform === platform);
      if (flags.json === true) {
        const rows = changed.map(([id, { before, after }]) => [id, before - after]);
        const labels = { platform, status: facts?.status, sql: facts?.sql };
        return await context.stdout.json({ ...labels, removed: Object.fromEntries(rows) });
      }
      for (const [id, { before, after }] of changed) {
        await context.stdout.line(`${id}: ${before - after} removed, ${after} left`);
      }
      if (flags.remove !== undefined && changed.length === 0) {
        await context.stdout.line(
          `nothing removed: no such record in ${flags.table ?? facts?.removals.table}`,
        );
      }
      await context.stdout.line(`${platform}: ${facts?.status}; SQL ${facts?.sql}`);
    });
}

async function removeFrom(
  index: string,
  platform: Platform,
  keys: readonly string[],
  table: string | undefined,
): Promise<Readonly<Record<string, { before: number; after: number }>>> {
  const [{ openEngine }, { removeRecords }] = await Promise.all([
    import('@sdq/core'),
    import('@sdq/platforms'),
  ]);
  await using engine = await openEngine({ index, isolation: 'in-process', firstReader: false });
  const report = await removeRecords({ index, platform, table, keys, engine });
  return report.tables;
}
