import { measureChecks, measureColumns, measureList } from './measures.ts';
import { type Structure, videoColumns } from './structure.ts';

export const authorTotals: Structure = {
  name: 'author_totals',
  description: 'Counts and sums by author id and username.',
  columns: [...videoColumns(['author_id', 'author']), ...measureColumns],
  sql: `SELECT author_id, author, ${measureList} FROM scan GROUP BY ALL`,
  order: ['author_id', 'author'],
  checks: measureChecks('author_totals', ['author_id', 'author'], 'scan'),
  slices: { sample: 'SELECT author_id FROM scan_sample', rowBytes: 100 },
};
