import { measureChecks, measureColumns, measureList } from './measures.ts';
import { type Structure, videoColumns } from './structure.ts';

const grain = ['music_id', 'music_title', 'music_author'];

export const musicTotals: Structure = {
  name: 'music_totals',
  description: 'Counts and sums by sound: id, title and author.',
  columns: [...videoColumns(grain), ...measureColumns],
  sql: `SELECT ${grain.join(', ')}, ${measureList} FROM source GROUP BY ALL`,
  order: grain,
  checks: measureChecks('music_totals', grain, 'source'),
  slices: { sample: 'SELECT music_id FROM scan_sample', rowBytes: 100 },
};
