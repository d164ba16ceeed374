import type { CompactionPlan, LastAdd, LivingStatus, OlderSnapshots, Retention, Snapshot } from '@sdq/index';
import type { Command } from 'commander';
import { compactionLines } from '../build/describe-compaction.ts';
import { olderLines } from '../build/describe-older.ts';
import { retentionLines } from '../build/describe-retention.ts';
import { describeSegments, type SegmentStatus, segmentStatus } from '../build/segment-status.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { bytesText, countText, durationText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

interface StatusFlags {
  index?: string;
  catalog?: string;
  json?: boolean;
  sql?: boolean;
}

/** `sdq index status`: contents of an index, read from its manifest. */
export function registerIndexStatus(parent: Command, context: Context): void {
  parent
    .command('status')
    .summary('show the contents of an index')
    .description(
      'Show the published snapshot of an index: tables with their sizes and months, segments, and imported files.',
    )
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--json', 'print the report as JSON')
    .option('--sql', 'print CREATE VIEW statements that give DuckDB access to the same rows')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index status --index ./index\n  sdq index status --index ./index --sql | duckdb -init /dev/stdin',
    )
    .action(async (flags: StatusFlags) => {
      const [
        {
          duckdbViews,
          livingStatus,
          olderSnapshots,
          openSnapshot,
          planCompaction,
          readLastAdd,
          readRetention,
        },
        { withTables },
      ] = await Promise.all([import('@sdq/index'), import('@sdq/catalog')]);
      const catalog = withTables(await tablesOf(flags.catalog));
      const snapshot = await openSnapshot(resolveIndex(flags, context.environment));
      if (flags.sql === true) return await context.stdout.write(duckdbViews(snapshot, catalog));
      const status = {
        ...statusOf(snapshot, await livingStatus(snapshot, catalog)),
        ...(await segmentStatus(snapshot, catalog)),
        compaction: planCompaction(snapshot, catalog),
        retention: await readRetention(snapshot.root),
        /** The last add that changed the index, and the seconds until it was visible; null if none is noted. */
        last_add: await readLastAdd(snapshot.root),
        /** What is on the disk beside this snapshot; `sdq index clean` deletes it. */
        older_snapshots: await olderSnapshots(snapshot),
      };
      if (flags.json === true) return await context.stdout.json(status);
      await context.stdout.line(describe(status, (text) => context.stdout.style('bold', text)));
    });
}

type Status = ReturnType<typeof statusOf> &
  SegmentStatus & {
    readonly compaction: CompactionPlan;
    readonly retention: Retention;
    readonly last_add: LastAdd | null;
    readonly older_snapshots: OlderSnapshots;
  };

function statusOf(snapshot: Snapshot, living: LivingStatus) {
  const { manifest } = snapshot;
  const newest = Math.max(...[...living.observedLast.values()].map(Number));
  return {
    index: snapshot.root,
    snapshot_id: manifest.snapshot_id,
    parent: manifest.parent,
    tables: Object.entries(manifest.tables).map(([id, table]) => {
      const months = table.files.flatMap((file) => (file.month === null ? [] : [file.month])).sort();
      return {
        table: id,
        rows: living.rows.get(id) ?? table.rows,
        bytes: table.bytes,
        files: table.files.length,
        /** Paths under which files in place were added. */
        files_in_place: table.files.flatMap(({ in_place: path }) => path ?? []),
        month_first: months[0] ?? null,
        month_last: months.at(-1) ?? null,
        observed_last: living.observedLast.get(id)?.toISOString() ?? null,
      };
    }),
    /** Age of the newest observation of all tables, in seconds; null without any. */
    newest_observation_age_seconds: Number.isFinite(newest) ? Math.round((Date.now() - newest) / 1000) : null,
    sources: manifest.sources,
  };
}

function describe(status: Status, header: (text: string) => string): string {
  const tables = renderTable(
    [
      { name: 'table', align: 'left' },
      { name: 'rows', align: 'right' },
      { name: 'files', align: 'right' },
      { name: 'bytes', align: 'right' },
      { name: 'months', align: 'left' },
      { name: 'last observed', align: 'left' },
    ],
    status.tables.map((table) => [
      table.table,
      countText(table.rows),
      countText(table.files),
      bytesText(table.bytes),
      table.month_first === null ? '' : `${table.month_first} … ${table.month_last}`,
      table.observed_last === null ? '' : `${table.observed_last.slice(0, 19).replace('T', ' ')}`,
    ]),
    { header },
  );
  const lines = [`snapshot ${status.snapshot_id}`, `index    ${status.index}`, '', tables];
  for (const { table, files_in_place: paths } of status.tables)
    if (paths.length > 0)
      lines.push(`${table}: ${plural(paths.length, 'file')} in place, such as ${paths[0]}`);
  const age = status.newest_observation_age_seconds;
  if (age !== null)
    lines.push(
      '',
      `The newest observation is ${age < 0 ? 'in the future' : `${durationText(age * 1000)} old`}`,
    );
  if (status.last_add !== null) {
    const { published_at: time, seconds_to_visible: seconds } = status.last_add;
    const at = time.slice(0, 19).replace('T', ' ');
    lines.push(`The last add was published at ${at}, ${durationText(seconds * 1000)} after it began`);
  }
  lines.push(...olderLines(status.older_snapshots));
  if (status.compaction.tables.length > 0) lines.push('', ...compactionLines(status.compaction, header));
  if (Object.keys(status.retention).length > 0) lines.push('', ...retentionLines(status.retention));
  if (status.segments.length > 0) lines.push('', describeSegments(status, header));
  if (status.sources.length > 0)
    lines.push('', `${plural(status.sources.length, 'file')} imported:`, describeSources(status, header));
  return lines.join('\n');
}

function describeSources(status: Status, header: (text: string) => string): string {
  return renderTable(
    [
      { name: 'file', align: 'left' },
      { name: 'format', align: 'left' },
      { name: 'records', align: 'right' },
      { name: 'accepted', align: 'right' },
      { name: 'refused', align: 'right' },
    ],
    status.sources.map((source) => [
      source.name,
      source.format,
      countText(source.records),
      countText(source.accepted),
      countText(source.refused),
    ]),
    { header },
  );
}
