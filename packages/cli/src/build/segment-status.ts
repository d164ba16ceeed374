import type { Catalog } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import { bytesText, countText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

export type SegmentStatus = Awaited<ReturnType<typeof segmentStatus>>;

/** The segments of a snapshot, with counts of live and stale rows. */
export async function segmentStatus(snapshot: Snapshot, catalog: Catalog) {
  const [{ coverageOf, segmentRows }, { tableId }] = await Promise.all([
    import('@sdq/index'),
    import('@sdq/catalog'),
  ]);
  const built = catalog.tables.filter((table) => snapshot.segments(table).length > 0);
  const coverages = built.map((table) => ({ table: tableId(table), ...coverageOf(snapshot, table) }));
  const segments = coverages.flatMap(({ table, segments: ofTable }) =>
    ofTable.map((live, place) => {
      const { path, bytes, covers, structures, statistics, key_files = {} } = live.segment;
      const rows = segmentRows(live);
      return {
        table,
        name: place === 0 ? 'main' : `overlay ${place}`,
        path,
        rows_live: rows.live,
        rows_stale: rows.stale,
        bytes,
        row_file_bytes: covers.reduce((sum, { row_file }) => sum + row_file.bytes, 0),
        key_files: Object.fromEntries(
          Object.entries(key_files).map(([name, { keys, ordinals, bytes }]) => [
            name,
            { keys, ordinals, bytes },
          ]),
        ),
        structures: Object.fromEntries(
          Object.entries(structures).map(([name, { rows }]) => [
            name,
            { rows, ...statistics?.structures[name] },
          ]),
        ),
        /** Statistics of the table's columns; null if the segment was built without statistics. */
        columns: statistics?.columns ?? null,
      };
    }),
  );
  const rowsUncovered = coverages.map(
    ({ table, uncovered }) => [table, [...uncovered].reduce((sum, file) => sum + file.rows, 0)] as const,
  );
  return { segments, rows_uncovered: Object.fromEntries(rowsUncovered) };
}

export function describeSegments(
  { segments, rows_uncovered }: SegmentStatus,
  header: (text: string) => string,
): string {
  const table = renderTable(
    [
      { name: 'table', align: 'left' },
      { name: 'segment', align: 'left' },
      { name: 'rows', align: 'right' },
      { name: 'stale', align: 'right' },
      { name: 'structures', align: 'right' },
      { name: 'bytes', align: 'right' },
      { name: 'key files', align: 'right' },
      { name: 'row files', align: 'right' },
    ],
    segments.map((segment) => [
      segment.table,
      segment.name,
      countText(segment.rows_live),
      countText(segment.rows_stale),
      countText(Object.keys(segment.structures).length),
      bytesText(segment.bytes),
      bytesText(Object.values(segment.key_files).reduce((sum, file) => sum + file.bytes, 0)),
      bytesText(segment.row_file_bytes),
    ]),
    { header },
  );
  const older = segments
    .filter(({ columns }) => columns === null)
    .map(
      ({ table, name }) =>
        `The segment "${name}" of ${table} has no statistics: run sdq index build to add them`,
    );
  const uncovered = Object.entries(rows_uncovered)
    .filter(([, rows]) => rows > 0)
    .map(
      ([name, rows]) =>
        `${plural(rows, 'row')} of ${name} ${rows === 1 ? 'is' : 'are'} not covered by a segment`,
    );
  return [table, ...older, ...uncovered].join('\n');
}
