import { measureChecks, measureColumns, measuredColumns, measureList } from './measures.ts';
import type { Structure } from './structure.ts';

const rows = `(SELECT unnest(list_distinct(hashtags)) AS hashtag, ${measuredColumns.join(', ')} FROM scan)`;

export const hashtagTotals: Structure = {
  name: 'hashtag_totals',
  description: 'Counts and sums by hashtag; a repeated hashtag of a row counts once.',
  columns: [{ name: 'hashtag', type: 'VARCHAR' }, ...measureColumns],
  sql: `SELECT hashtag, ${measureList} FROM ${rows} GROUP BY ALL`,
  order: ['hashtag'],
  checks: measureChecks('hashtag_totals', ['hashtag'], rows),
  slices: { sample: 'SELECT unnest(list_distinct(hashtags)) AS hashtag FROM scan_sample', rowBytes: 100 },
};
