import { measureColumns, measureList } from './measures.ts';
import type { Structure } from './structure.ts';

/** Columns whose distinct values are counted, and the structures that have them all. */
const counted = {
  author_id: 'author_totals',
  author: 'author_totals',
  music_id: 'music_totals',
  music_title: 'music_totals',
  music_author: 'music_totals',
  region: 'rollup_month',
  language: 'rollup_month',
} as const;

/** Columns that `totals` counts the distinct values of, as `…_distinct`. */
export const distinctColumns: readonly string[] = Object.keys(counted);

const measures = measureColumns.map(({ name }) => {
  const how = /_(min|max)$/.exec(name)?.[1] ?? 'sum';
  return how === 'sum' && name.endsWith('rows')
    ? `coalesce(sum(${name}), 0) AS ${name}`
    : `${how}(${name}) AS ${name}`;
});
const distinct = Object.entries(counted).map(
  ([column, structure]) => `(SELECT count(DISTINCT ${column}) FROM ${structure}) AS ${column}_distinct`,
);
const grouped = Object.entries(counted).map(
  ([column, structure]) =>
    `(SELECT count(*) FROM (SELECT ${column} FROM ${structure} WHERE ${column} IS NOT NULL GROUP BY ${column}))`,
);

export const totals: Structure = {
  name: 'totals',
  description: 'One row: counts and sums of all rows, and how many values some columns have.',
  columns: [
    ...measureColumns,
    ...distinctColumns.map((column) => ({ name: `${column}_distinct`, type: 'BIGINT' })),
  ],
  sql: `SELECT ${[...measures, ...distinct].join(', ')} FROM rollup_month`,
  order: [],
  checks: [
    {
      name: 'counts and sums',
      base: `SELECT 1, ${measureList} FROM scan`,
      structure: `SELECT count(*), ${highest(measureColumns.map(({ name }) => name))} FROM totals`,
    },
    {
      name: 'distinct values',
      base: `SELECT ${grouped.join(', ')}`,
      structure: `SELECT ${highest(distinctColumns.map((column) => `${column}_distinct`))} FROM totals`,
    },
  ],
};

/** Of the one row. */
function highest(names: readonly string[]): string {
  return names.map((name) => `max(${name})`).join(', ');
}
