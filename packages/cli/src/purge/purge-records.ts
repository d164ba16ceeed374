import { readdir } from 'node:fs/promises';
import type { PurgeIndexReport } from '@sdq/core';
import { buildProgress } from '../build/build-progress.ts';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { Progress } from '../terminal/progress.ts';
import { plural } from '../terminal/quantities.ts';
import { type PurgedHome, purgeHome } from './purge-home.ts';

export interface PurgeReport extends PurgedHome {
  readonly snapshot_id: string;
  /** Tables whose files and segments were written anew. */
  readonly tables: readonly string[];
}

interface Removed {
  readonly index: string;
  readonly home: string | undefined;
  readonly platform: string;
  readonly table: string | undefined;
  readonly gone: readonly { readonly table: string; readonly key: string }[];
}

/** Makes the bytes of removed records disappear from an index and a data directory, and tells what it cannot reach. */
export async function purgeRecords(context: Context, removed: Removed): Promise<PurgeReport> {
  const { index, platform, table, gone } = removed;
  const [{ purgeIndex }, { tablesRemovedWith }, { layout }] = await Promise.all([
    import('@sdq/core/builds'),
    import('@sdq/platforms'),
    import('@sdq/index'),
  ]);
  const tables = tablesRemovedWith(platform, table);
  const progress = new Progress(context.stderr);
  // the rows of a spool would be merged later, and are dropped then; what is in it must go as well
  const home = await purgeHome(context, resolveHome(removed.home, context.environment), gone, platform);
  const { snapshotId, held } = await purgeIndex({
    index,
    only: tables,
    signal: context.signal,
    onProgress: (state) => progress.update(buildProgress(state)),
  }).finally(() => progress.end());
  const followed = await readdir(layout.follow(index)).catch(() => []);
  return {
    ...home,
    snapshot_id: snapshotId,
    tables,
    unreached: [
      ...home.unreached,
      ...describeHeld(held),
      ...(followed.length === 0
        ? []
        : [`${layout.follow(index)}: lines that "index add --follow" has received and not yet published`]),
      ...(await storesOf(index)),
      'backups, replicas, snapshots of disks, and the files that the records were imported from',
    ],
  };
}

function describeHeld(held: PurgeIndexReport['held']): string[] {
  return [...new Set(held.map(({ processId }) => processId))].map(
    (pid) => `process ${pid} still reads a snapshot from before: end it or wait, then purge again`,
  );
}

async function storesOf(index: string): Promise<string[]> {
  const { publishedStores } = await import('@sdq/replication');
  return (await publishedStores(index)).map(
    (address) => `${address}: publish again with --keep 1s, and let its mirrors follow`,
  );
}

/** The report as lines of text. */
export function purgeLines(report: PurgeReport): string[] {
  return [
    `Purged ${report.tables.join(', ')}: snapshot ${report.snapshot_id}`,
    `Deleted ${plural(report.spool_lines, 'spooled observation')}, ${plural(report.media_files, 'media file')}, ${plural(report.kept_results, 'kept result')}, ${plural(report.retained_answers, 'retained response')}`,
    'Not reached:',
    ...report.unreached.map((line) => `  ${line}`),
  ];
}
