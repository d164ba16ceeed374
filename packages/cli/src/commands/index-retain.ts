import { AppError } from '@sdq/contract';
import type { RetentionRule } from '@sdq/index';
import type { Command } from 'commander';
import { wholeNumber } from '../arguments/whole-number.ts';
import { retentionLines } from '../build/describe-retention.ts';
import { waitOption } from '../build/wait-option.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { countText, plural } from '../terminal/quantities.ts';

interface RetainFlags {
  index?: string;
  catalog?: string;
  table?: string;
  months?: number;
  dailyAfter?: number;
  off?: boolean;
  wait?: number;
  json?: boolean;
}

/** `sdq index retain`: drops what is older than the rules of the index keep. */
export function registerIndexRetain(parent: Command, context: Context): void {
  parent
    .command('retain')
    .summary('drop or thin rows by age')
    .description(
      'Set what is kept of a table, and drop the rest; without --table, apply the rules that are set, as a timer or a service with SDQ_RETENTION=on does every day. "index status" shows the rules. Rows of dropped months that are added again stay until the next run.',
    )
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--table <platform.name>', 'the table whose rule is set')
    .option('--months <count>', 'keep this many months, the present one included', wholeNumber(1, 12_000))
    .option(
      '--daily-after <count>',
      'in older months than this many, keep the last observation of a day; for tables that keep every observation',
      wholeNumber(1, 12_000),
    )
    .option('--off', 'remove the rule of the table')
    .addOption(waitOption())
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index retain --index ./index --table shortvideo.video_stats --months 24 --daily-after 3\n  sdq index retain --index ./index',
    )
    .action(async (flags: RetainFlags) => {
      const [{ applyRetention }, { openSnapshot, readRetention }, { withTables }] = await Promise.all([
        import('@sdq/core/builds'),
        import('@sdq/index'),
        import('@sdq/catalog'),
      ]);
      const index = resolveIndex(flags, context.environment);
      const tables = await tablesOf(flags.catalog);
      await openSnapshot(index); // does not change a directory without an index
      const rule = ruleOf(flags);
      const table = flags.table === undefined ? undefined : withTables(tables).byId(flags.table);
      if (flags.table !== undefined && table === undefined)
        throw new AppError('usage_error', `There is no table "${flags.table}"`);
      const { snapshotId, dropped } = await applyRetention({
        index,
        tables,
        set: table === undefined || rule === undefined ? undefined : { table, rule },
        waitMs: flags.wait,
        signal: context.signal,
      });
      const retention = await readRetention(index);
      if (flags.json === true)
        return await context.stdout.json({ snapshot_id: snapshotId, dropped, retention });
      for (const line of retentionLines(retention)) await context.stdout.line(line);
      for (const [id, rows] of Object.entries(dropped))
        await context.stdout.line(`${id}: ${plural(rows, 'row')} dropped`);
      if (Object.keys(dropped).length === 0) await context.stdout.line(`${countText(0)} rows dropped`);
      await context.stdout.line(`snapshot ${snapshotId}`);
    });
}

/** The rule that the flags set; null to remove it, undefined to set none. */
function ruleOf({ table, months, dailyAfter, off = false }: RetainFlags): RetentionRule | null | undefined {
  const isSet = months !== undefined || dailyAfter !== undefined;
  if (table === undefined && (isSet || off)) throw new AppError('usage_error', 'Name the table with --table');
  if (off && isSet)
    throw new AppError('usage_error', '--off removes the rule: give it without --months and --daily-after');
  if (off) return null;
  if (table !== undefined && !isSet)
    throw new AppError('usage_error', 'Say what is kept: --months COUNT, --daily-after COUNT or --off');
  return isSet ? { months: months ?? null, daily_after_months: dailyAfter ?? null } : undefined;
}
