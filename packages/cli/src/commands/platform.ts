import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Platform, platforms } from '@sdq/contract';
import { Argument, type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { countText, plural } from '../terminal/quantities.ts';

interface PlatformFlags {
  index?: string;
  home?: string;
  sql?: 'ready' | 'soon';
  remove?: string[];
  table?: string;
  json?: boolean;
}

/** `sdq platform <platform>`: shows or sets the labels of a platform and removes records. */
export function registerPlatform(parent: Command, context: Context): void {
  parent
    .command('platform')
    .summary('show or set the labels of a platform; remove records')
    .description(
      'Show the labels of a platform, or set its SQL label, which a service reads at start. --remove deletes records that no longer exist on the platform, and the records that depend on them, from SQL and all endpoints. A record that is observed again is restored.',
    )
    .addArgument(new Argument('<platform>', 'name of the platform').choices([...platforms]))
    .addOption(new Option('--sql <label>', 'availability of its SQL endpoint').choices(['ready', 'soon']))
    .option('--remove <key...>', 'record keys to remove')
    .option(
      '--table <table>',
      'table to remove records from (default: the main table of the platform, such as videos)',
    )
    .option(...indexOption)
    .option('--home <dir>', 'data directory (default: SDQ_HOME, else .sdq)')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq platform network\n  sdq platform network --sql ready --index ./index\n  sdq platform micro --remove 1900000000000000001 --table tweets',
    )
    .action(async (platform: Platform, flags: PlatformFlags) => {
      const { markSql, readPlatformFacts } = await import('@sdq/platforms');
      const index = resolveIndex(flags, context.environment);
      await access(join(index, 'CURRENT')).catch(() => {
        throw new AppError('index_missing', `There is no index at ${index}`, {
          hint: 'Name another directory with --index or SDQ_INDEX.',
        });
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
        await context.stdout.line(
          `${id}: ${plural(before - after, 'record')} removed, ${countText(after)} remaining`,
        );
      }
      if (flags.remove !== undefined && changed.length === 0) {
        await context.stdout.line(
          `No records removed: no matching records in ${flags.table ?? facts?.removals.table}`,
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
