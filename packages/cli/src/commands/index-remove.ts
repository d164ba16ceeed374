import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { AppError, type Platform, platforms } from '@sdq/contract';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { purgeLines, purgeRecords } from '../purge/purge-records.ts';
import { countText, plural } from '../terminal/quantities.ts';

interface RemoveFlags {
  index?: string;
  platform: Platform;
  table?: string;
  ids?: string;
  author?: string[];
  reason: string;
  untilObserved?: boolean;
  purge?: boolean;
  home?: string;
  json?: boolean;
}

/** Keys in one run: each is a row of the table of removals. */
const keysMax = 1_000_000;

/** `sdq index remove`: removes records that must not be shown any more. */
export function registerIndexRemove(parent: Command, context: Context): void {
  parent
    .command('remove')
    .summary('remove records by ID or author')
    .description(
      'Remove records, and the records that depend on them, from SQL and all endpoints, at once. The removal is remembered in the table "removals" of the platform: files that are added later do not restore the records, whenever they were observed, unless --until-observed is given.',
    )
    .option(...indexOption)
    .addOption(
      new Option('--platform <name>', 'platform of the records')
        .choices([...platforms])
        .default('shortvideo'),
    )
    .option(
      '--table <name>',
      'table of the records (default: the main table of the platform, such as videos)',
    )
    .option('--ids <file>', 'file with one ID per line; "-" for standard input')
    .option('--author <name...>', 'names or IDs of authors whose records are removed')
    .requiredOption('--reason <text>', 'why they are removed; it is stored with the removal')
    .option(
      '--until-observed',
      'restore a record when an observation of it comes that was made after the removal; also for records that were removed for good before',
    )
    .addOption(
      new Option(
        '--purge',
        'also delete the bytes of the records: rewrite the tables, withdraw older snapshots and all kept results, and print what is not reached',
      ).conflicts('untilObserved'),
    )
    .option('--home <dir>', 'data directory to purge as well (default: SDQ_HOME, else .sdq)')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index remove --index ./index --ids takedown.txt --reason "request 42"\n  sdq index remove --index ./index --author ada --reason "account closed"',
    )
    .action(async (flags: RemoveFlags) => {
      const index = resolveIndex(flags, context.environment);
      const { report, keys } = await remove(index, flags);
      const { platform, table, reason } = flags;
      const purge =
        flags.purge === true
          ? await purgeRecords(context, { index, home: flags.home, platform, table, gone: report.gone })
          : undefined;
      const removed = Object.entries(report.tables).filter(([, { before, after }]) => after < before);
      if (flags.json === true) {
        const rows = removed.map(([id, { before, after }]) => [id, before - after]);
        return await context.stdout.json({
          snapshot_id: report.snapshotId,
          keys,
          reason,
          removed: Object.fromEntries(rows),
          ...(purge !== undefined && { purge }),
        });
      }
      for (const [id, { before, after }] of removed) {
        await context.stdout.line(
          `${id}: ${plural(before - after, 'record')} removed, ${countText(after)} remaining`,
        );
      }
      if (removed.length === 0) await context.stdout.line('No records removed: the index has none of these');
      await context.stdout.line(`snapshot ${report.snapshotId}`);
      for (const line of purge === undefined ? [] : purgeLines(purge)) await context.stdout.line(line);
    });
}

/** Removes the records that the flags name; returns how many keys they were as well. */
async function remove(index: string, flags: RemoveFlags) {
  const [{ openEngine }, { removeRecords, recordsOf }] = await Promise.all([
    import('@sdq/core'),
    import('@sdq/platforms'),
  ]);
  await using engine = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  const { platform, table, author: authors = [], reason } = flags;
  const keys = [
    ...(flags.ids === undefined ? [] : await readIds(flags.ids)),
    ...(authors.length === 0 ? [] : await recordsOf({ platform, table, authors, engine, keysMax })),
  ];
  if (keys.length === 0 || keys.length > keysMax) throw wrongKeys(flags, keys.length);
  const forGood = flags.untilObserved !== true;
  const report = await removeRecords({ index, platform, table, keys, reason, forGood, engine });
  return { report, keys: keys.length };
}

async function readIds(path: string): Promise<string[]> {
  const reading = path === '-' ? text(process.stdin) : readFile(path, 'utf8');
  const lines = await reading.catch((cause) => {
    throw new AppError('file_missing', `The file "${path}" cannot be read`, { cause });
  });
  return [...new Set(lines.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

function wrongKeys({ ids, author }: RemoveFlags, count: number): AppError {
  if (ids === undefined && author === undefined) {
    return new AppError('usage_error', 'No records are named', {
      hint: 'Name them with --ids FILE or --author NAME',
    });
  }
  return count === 0
    ? new AppError('usage_error', 'The file has no IDs, and the index no records of these authors')
    : new AppError('usage_error', `${countText(count)} records are more than ${countText(keysMax)}`, {
        hint: 'Remove them in several runs',
      });
}
