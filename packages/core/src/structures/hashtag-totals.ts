import { measureChecks, measureColumns, measuredColumns, measureList } from './measures.ts';
import type { Structure } from './structure.ts';

/** What `unnest(hashtags)` gives: a row for each hashtag of each video, repeats too. */
const carried = `(SELECT unnest(hashtags) AS hashtag, ${measuredColumns.join(', ')} FROM scan)`;

export const hashtagTotals: Structure = {
  name: 'hashtag_totals',
  description: 'Counts and sums by hashtag, over every place where a video names it.',
  columns: [{ name: 'hashtag', type: 'VARCHAR' }, ...measureColumns],
  sql: `SELECT hashtag, ${measureList} FROM ${carried} GROUP BY ALL`,
  order: ['hashtag'],
  checks: measureChecks('hashtag_totals', ['hashtag'], carried),
  slices: { sample: 'SELECT unnest(hashtags) AS hashtag FROM scan_sample', rowBytes: 200 },
};
