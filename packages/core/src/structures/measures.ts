import { type StructureCheck, type StructureColumn, videoColumns } from './structure.ts';

/** Columns that rollups sum up. */
export const measuredColumns = [
  'play_count',
  'like_count',
  'comment_count',
  'share_count',
  'collect_count',
  'duration_ms',
] as const;

/** The columns every rollup has beside its grain: `rows`, then count, sum, least and greatest of each measure. */
export const measureColumns: readonly StructureColumn[] = [
  { name: 'rows', type: 'BIGINT' },
  ...videoColumns(measuredColumns).flatMap(({ name, type }) => [
    { name: `${name}_rows`, type: 'BIGINT' },
    { name: `${name}_sum`, type: 'HUGEINT' },
    { name: `${name}_min`, type },
    { name: `${name}_max`, type },
  ]),
];

/** The select list of {@link measureColumns} over rows of videos. */
export const measureList = [
  'count(*) AS rows',
  ...measuredColumns.flatMap((name) => [
    `count(${name}) AS ${name}_rows`,
    `sum(${name}) AS ${name}_sum`,
    `min(${name}) AS ${name}_min`,
    `max(${name}) AS ${name}_max`,
  ]),
].join(', ');

/** Totals over all groups against the rows they were made from, and each group's rows against a plain count. */
export function measureChecks(structure: string, grain: readonly string[], rows: string): StructureCheck[] {
  const list = grain.join(', ');
  return [
    {
      name: 'totals',
      base: `SELECT count(*), ${overall((name) => [`count(${name})`, `sum(${name})`, `min(${name})`, `max(${name})`])} FROM ${rows}`,
      structure: `SELECT coalesce(sum(rows), 0), ${overall((name) => [`coalesce(sum(${name}_rows), 0)`, `sum(${name}_sum)`, `min(${name}_min)`, `max(${name}_max)`])} FROM ${structure}`,
    },
    {
      name: 'rows of each group',
      base: `SELECT count(*), coalesce(sum(hash(${list}, n)), 0) FROM (SELECT ${list}, count(*) AS n FROM ${rows} GROUP BY ALL)`,
      structure: `SELECT count(*), coalesce(sum(hash(${list}, rows)), 0) FROM ${structure}`,
    },
  ];
}

function overall(terms: (name: string) => string[]): string {
  return measuredColumns.flatMap(terms).join(', ');
}
