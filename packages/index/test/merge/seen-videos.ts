import { builtInCatalog } from '@sdq/catalog';
import { sqlString } from '@sdq/duckdb/sql';
import fc from 'fast-check';

export const videos = builtInCatalog.find('shortvideo', 'videos') as NonNullable<
  ReturnType<typeof builtInCatalog.find>
>;

/** An observation of one of three videos; `null` is unknown, days are observation days of June 2024. */
export interface Seen {
  id: '1' | '22' | '333';
  day: number;
  month: number;
  author: string | null;
  plays: number | null;
  description: string;
  hashtags: string[];
}

export const seen: fc.Arbitrary<Seen> = fc.record({
  id: fc.constantFrom('1', '22', '333'),
  day: fc.integer({ min: 1, max: 5 }),
  month: fc.integer({ min: 1, max: 3 }),
  author: fc.constantFrom(null, 'ana', 'bo'),
  plays: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  description: fc.constantFrom('', 'x', 'y'),
  hashtags: fc.constantFrom([], ['a'], ['a', 'b']),
});

/** Observations as a merge takes them. */
export function relation(group: readonly Seen[]): string {
  const literal = (value: string | number | null) =>
    value === null ? 'NULL' : typeof value === 'number' ? String(value) : sqlString(value);
  const rows = group.map(
    (row) =>
      `(${sqlString(row.id)}, TIMESTAMPTZ '2024-0${row.month}-15', ${literal(row.author)}::VARCHAR, ${literal(row.plays)}::BIGINT,
       ${sqlString(row.description)}, [${row.hashtags.map(sqlString).join(',')}]::VARCHAR[], TIMESTAMPTZ '2024-06-0${row.day}')`,
  );
  const named = new Set(['video_id', 'create_time', 'author', 'play_count', 'description', 'hashtags']);
  const others = videos.columns
    .filter((column) => !column.expression && !named.has(column.name) && column.name !== 'indexed_at')
    .map((column) => `NULL::${column.type} AS ${column.name}`);
  return `(SELECT *, ${others.join(', ')} FROM (VALUES ${rows.join(',')})
    AS t(video_id, create_time, author, play_count, description, hashtags, _observed))`;
}
