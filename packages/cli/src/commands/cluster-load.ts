import { setTimeout as pause } from 'node:timers/promises';
import type { LoadReport } from '@sdq/clickhouse';
import type { Command } from 'commander';
import { parseDuration } from '../arguments/duration.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { type ClusterFlags, clusterAddress, withClusterOptions } from '../cluster/cluster-address.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesText, countText, plural } from '../terminal/quantities.ts';

interface LoadFlags extends ClusterFlags {
  index?: string;
  catalog?: string;
  follow?: boolean;
  keep?: number;
  platform?: string[];
  json?: boolean;
  quiet?: boolean;
}

/** Milliseconds between two looks at the local pointer with `--follow`. */
const lookMs = 1_000;

/** `sdq cluster load`: makes the snapshot of an index the current one of a cluster. */
export function registerClusterLoad(parent: Command, context: Context): void {
  withClusterOptions(parent.command('load'))
    .summary('load the snapshot of an index into a ClickHouse cluster')
    .description(
      'Attach the months that did not change, delete and insert the rows that did, compare the row counts of every node with the index, then move the pointer. Services take the new snapshot up while running queries finish on theirs. An interrupted run is continued by the next one.',
    )
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--platform <name...>', 'load the tables of these platforms only (default: all)')
    .option('--follow', 'keep loading each new snapshot until it is stopped')
    .option(
      '--keep <duration>',
      'how long a snapshot that is no longer current stays in the cluster (default: 1h)',
      parseDuration,
    )
    .option('--json', 'print the report as JSON; with --follow one line for each snapshot')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq cluster load --index ./index --clickhouse http://localhost:8123\n  sdq cluster load --index ./index --clickhouse https://ch1:8443 https://ch2:8443 --follow',
    )
    .action(async (flags: LoadFlags) => {
      const [{ loadSnapshot }, { currentSnapshotId }, { withTables }] = await Promise.all([
        import('@sdq/clickhouse'),
        import('@sdq/index'),
        import('@sdq/catalog'),
      ]);
      const { signal } = context;
      const address = await clusterAddress(flags, context.environment);
      const index = resolveIndex(flags, context.environment);
      const catalog = withTables(await tablesOf(flags.catalog));
      const load = async () => {
        const progress = new Progress(context.stderr, { quiet: flags.quiet });
        const report = await loadSnapshot({
          ...address,
          index,
          catalog,
          platforms: flags.platform,
          keepMs: flags.keep,
          signal,
          onProgress: ({ table, tables, tablesDone, rows }) =>
            progress.update({
              phase: `loading ${table}`,
              done: tablesDone,
              total: tables,
              note: `${countText(rows)} rows sent`,
            }),
        }).finally(() => progress.end());
        await print(context, report, flags);
      };
      await load();
      if (flags.follow !== true) return;
      let loaded = await currentSnapshotId(index);
      for (;;) {
        await pause(lookMs, undefined, { signal });
        const current = await currentSnapshotId(index);
        if (current === loaded) continue;
        await load();
        loaded = current;
      }
    });
}

async function print(context: Context, report: LoadReport, flags: LoadFlags): Promise<void> {
  if (flags.json === true) {
    const printed = {
      snapshot_id: report.snapshotId,
      unchanged: report.isUnchanged,
      tables: report.tables,
      rows: report.rows,
      sent_rows: report.sentRows,
      sent_bytes: report.sentBytes,
      tables_unchanged: report.unchanged,
      tables_patched: report.patched,
      tables_whole: report.whole,
      dropped: report.dropped,
    };
    if (flags.follow === true) await context.stdout.line(JSON.stringify(printed));
    else await context.stdout.json(printed);
    return;
  }
  const what = report.isUnchanged
    ? 'the cluster has it already'
    : `${plural(report.rows, 'row')}, of which ${countText(report.sentRows)} were sent (${bytesText(report.sentBytes)})`;
  await context.stdout.line(`snapshot ${report.snapshotId}: ${what}`);
  if (report.dropped.length > 0)
    await context.stdout.line(`  dropped: ${plural(report.dropped.length, 'older snapshot')}`);
}
