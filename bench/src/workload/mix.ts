import { spell } from './dialects.ts';
import type { WorkloadParameters } from './parameters.ts';
import { type Dialect, instant, oneLine, text, type WorkloadQuery } from './query.ts';

/** The number of queries of each kind in the mix. */
const perKind = 200;

/**
 * Short queries of five kinds in rotation, each with different parameters: typical queries of many concurrent clients.
 */
export function mixOf(parameters: WorkloadParameters, dialect: Dialect): string[] {
  const { mix } = parameters;
  const at = (values: readonly string[], i: number) => text(values[i % values.length] ?? '');
  const since = (i: number) => instant(mix.instants[i % mix.instants.length] ?? '');
  const kinds: readonly ((i: number) => string)[] = [
    (i) => `SELECT * FROM videos WHERE video_id = ${at(mix.videoIds, i)}`,
    (i) =>
      `SELECT * FROM videos WHERE author = ${at(mix.authors, i)} ORDER BY create_time DESC, video_id LIMIT 50`,
    (i) =>
      `SELECT video_id, author, create_time, play_count FROM videos WHERE list_contains(hashtags, ${at(mix.hashtags, i)})
       ORDER BY create_time DESC, video_id LIMIT 20`,
    (i) =>
      `SELECT date_trunc('month', create_time) AS month, count(*) AS videos, sum(play_count) AS plays FROM videos
       WHERE create_time >= ${since(i)} GROUP BY month ORDER BY month`,
    (i) => `SELECT count(*) AS videos FROM videos WHERE create_time >= ${since(i)}`,
  ];
  return Array.from({ length: perKind }, (_, i) => kinds.map((kind) => kind(i)))
    .flat()
    .map((sql) => {
      const query: WorkloadQuery = {
        name: 'mix',
        class: 'point',
        agreement: 'multiset',
        sql: oneLine(sql),
        spellings: {},
      };
      const spelling = spell(query, dialect);
      if (typeof spelling !== 'string') throw new Error(spelling.cannot);
      return spelling;
    });
}
