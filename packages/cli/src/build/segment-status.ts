import type { Snapshot } from '@sdq/index';
import { bytesText, countText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

export type SegmentStatus = Awaited<ReturnType<typeof segmentStatus>>;

/** What was built over the videos of a snapshot, and what of it still holds. */
export async function segmentStatus(snapshot: Snapshot) {
  const [{ coverageOf, segmentRows }, { builtInCatalog }] = await Promise.all([
    import('@sdq/index'),
    import('@sdq/catalog'),
  ]);
  const videos = builtInCatalog.find('shortvideo', 'videos');
  if (videos === undefined) throw new Error('the catalogue has no table videos');
  const coverage = coverageOf(snapshot, videos);
  return {
    segments: coverage.segments.map((live) => {
      const { path, bytes, covers, structures } = live.segment;
      const rows = segmentRows(live);
      return {
        path,
        rows_live: rows.live,
        rows_stale: rows.stale,
        bytes,
        row_file_bytes: covers.reduce((sum, { row_file }) => sum + row_file.bytes, 0),
        structures: Object.fromEntries(Object.entries(structures).map(([name, built]) => [name, built.rows])),
      };
    }),
    rows_uncovered: [...coverage.uncovered].reduce((sum, file) => sum + file.rows, 0),
  };
}

export function describeSegments(
  { segments, rows_uncovered }: SegmentStatus,
  header: (text: string) => string,
): string {
  const table = renderTable(
    [
      { name: 'segment', align: 'left' },
      { name: 'rows', align: 'right' },
      { name: 'stale', align: 'right' },
      { name: 'structures', align: 'right' },
      { name: 'bytes', align: 'right' },
      { name: 'row files', align: 'right' },
    ],
    segments.map((segment, i) => [
      i === 0 ? 'main' : `overlay ${i}`,
      countText(segment.rows_live),
      countText(segment.rows_stale),
      countText(Object.keys(segment.structures).length),
      bytesText(segment.bytes),
      bytesText(segment.row_file_bytes),
    ]),
    { header },
  );
  return rows_uncovered === 0 ? table : `${table}\n${plural(rows_uncovered, 'row')} in no segment`;
}
