import { measureChecks, measureColumns, measureList } from './measures.ts';
import { type Structure, videoColumns } from './structure.ts';

const rows = "(SELECT * REPLACE (date_trunc('day', create_time) AS create_time) FROM scan)";

export const rollupDay: Structure = {
  name: 'rollup_day',
  description: 'Counts and sums by day (UTC midnight, as create_time), region, language and advertisement.',
  columns: [...videoColumns(['create_time', 'region', 'language', 'is_ad']), ...measureColumns],
  sql: `SELECT create_time, region, language, is_ad, ${measureList} FROM ${rows} GROUP BY ALL`,
  order: ['create_time', 'region', 'language', 'is_ad'],
  checks: measureChecks('rollup_day', ['create_time', 'region', 'language', 'is_ad'], rows),
};
