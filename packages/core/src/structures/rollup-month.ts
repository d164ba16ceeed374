import { measuredColumns } from './measures.ts';
import { rollupDay } from './rollup-day.ts';
import { checksum, type Structure } from './structure.ts';

const grain = ['create_time', 'region', 'language', 'is_ad'];

const measures = [
  'sum(rows)::BIGINT AS rows',
  ...measuredColumns.flatMap((name) => [
    `sum(${name}_rows)::BIGINT AS ${name}_rows`,
    `sum(${name}_sum) AS ${name}_sum`,
    `min(${name}_min) AS ${name}_min`,
    `max(${name}_max) AS ${name}_max`,
  ]),
].join(', ');

const sql = `SELECT date_trunc('month', create_time) AS create_time, region, language, is_ad, ${measures}
  FROM rollup_day GROUP BY ALL`;
const names = rollupDay.columns.map(({ name }) => name);

export const rollupMonth: Structure = {
  name: 'rollup_month',
  description:
    'Counts and sums by month (its first UTC midnight, as create_time), region, language and advertisement.',
  columns: rollupDay.columns,
  sql,
  order: grain,
  checks: [
    {
      name: 'groups and checksum',
      base: checksum(names, `(${sql})`),
      structure: checksum(names, 'rollup_month'),
    },
    {
      name: 'rows',
      base: 'SELECT count(*) FROM scan',
      structure: 'SELECT coalesce(sum(rows), 0) FROM rollup_month',
    },
  ],
};
