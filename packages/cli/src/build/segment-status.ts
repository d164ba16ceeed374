import type { Catalog } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import { bytesText, countText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

export type SegmentStatus = Awaited<ReturnType<typeof segmentStatus>>;

/** The segments of a snapshot, with counts of live and stale rows. */
export async function segmentStatus(snapshot: Snapshot, catalog: Catalog) {
  const [{ coverageOf, profileOf, segmentRows }, { tableId }] = await Promise.all([
    import('@sdq/index'),
    import('@sdq/catalog'),
  ]);
  const built = catalog.tables.filter((table) => snapshot.segments(table).length > 0);
  const coverages = built.map((table) => ({ table: tableId(table), ...coverageOf(snapshot, table) }));
  const segments = coverages.flatMap(({ table, segments: ofTable }) =>
    ofTable.map((live, place) => {
      const baseFiles = snapshot.manifest.tables[table]?.files ?? [];
      const { path, bytes, covers, structures, statistics, key_files = {} } = live.segment;
      const rows = segmentRows(live);
      const held = Math.max(1, rows.live + rows.stale);
      const basePaths = new Set(covers.map((file) => file.path));
      const sizes = {
        'base files': sum(baseFiles.filter((file) => basePaths.has(file.path))),
        'row files': sum(covers.flatMap(({ row_file }) => row_file ?? [])),
        ...Object.fromEntries(
          Object.entries(key_files).map(([name, file]) => [`key file ${name}`, file.bytes] as const),
        ),
        ...Object.fromEntries(
          Object.keys(structures).flatMap((name) => {
            const noted = statistics?.structures[name]?.bytes;
            return noted === undefined ? [] : [[name, noted] as const];
          }),
        ),
      };
      return {
        table,
        name: place === 0 ? 'main' : `overlay ${place}`,
        path,
        profile: profileOf(live.segment),
        rows_live: rows.live,
        rows_stale: rows.stale,
        bytes,
        row_file_bytes: sum(covers.flatMap(({ row_file }) => row_file ?? [])),
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
        /** Bytes of base files, row files, key files and each structure, divided by the rows that they are over; largest first. */
        bytes_per_row: Object.fromEntries(
          Object.entries(sizes)
            .filter(([, size]) => size > 0)
            .sort(([, a], [, b]) => b - a)
            .map(([name, size]) => [name, Math.round((size / held) * 100) / 100]),
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

function sum(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

export function describeSegments(
  { segments, rows_uncovered }: SegmentStatus,
  header: (text: string) => string,
): string {
  const table = renderTable(
    [
      { name: 'table', align: 'left' },
      { name: 'segment', align: 'left' },
      { name: 'profile', align: 'left' },
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
      segment.profile,
      countText(segment.rows_live),
      countText(segment.rows_stale),
      countText(Object.keys(segment.structures).length),
      bytesText(segment.bytes),
      bytesText(Object.values(segment.key_files).reduce((sum, file) => sum + file.bytes, 0)),
      bytesText(segment.row_file_bytes),
    ]),
    { header },
  );
  const sizes = segments.flatMap((segment) => bytesPerRow(segment));
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
  return [table, ...sizes, ...older, ...uncovered].join('\n');
}

/** Segments of fewer rows are left out: what they have beside rows would be most of it. */
const sizedRowsMin = 10_000;
/** Sizes that are named one by one; the others are summed. */
const sizesShownMax = 12;

/** Bytes a row of the main segments, the largest first. */
function bytesPerRow({
  table,
  name,
  rows_live: rows,
  bytes_per_row: sizes,
}: SegmentStatus['segments'][number]): string[] {
  if (name !== 'main' || rows < sizedRowsMin) return [];
  const all = Object.entries(sizes);
  const total = all.reduce((sum, [, size]) => sum + size, 0);
  const shown = all.slice(0, sizesShownMax).map(([structure, size]) => `${structure} ${size.toFixed(1)}`);
  const rest = all.slice(sizesShownMax).reduce((sum, [, size]) => sum + size, 0);
  const others = rest === 0 ? [] : [`${plural(all.length - sizesShownMax, 'other')} ${rest.toFixed(1)}`];
  return [`bytes a row of ${table}: ${total.toFixed(1)} (${[...shown, ...others].join(', ')})`];
}
