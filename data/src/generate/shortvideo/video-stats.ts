import type { Recipe } from '../recipe.ts';

/** Buffers observations, with the month of their partition, until those of all videos are complete. */
export const createObservations = `
  CREATE TABLE observations (video_id VARCHAR, observed_at TIMESTAMPTZ, play_count BIGINT, like_count BIGINT,
    comment_count BIGINT, share_count BIGINT, collect_count BIGINT, source VARCHAR, month VARCHAR)`;

/**
 * Observations of a sample of some videos (SQL for a FROM clause): up to the number in the profile, evenly spaced
 * between publication and `indexed_at`. Counts never decrease; the last observation has the counts of `videos`.
 */
export function videoStatsOf(recipe: Recipe, videos: string): string {
  const { random, scale } = recipe;
  const most = scale.density.observationsOfVideoMax;
  const key = '(hash(video_id) >> 1)::BIGINT';
  const then = (count: string) =>
    `floor(${count} * pow((k + 1)::DOUBLE / observations, 0.6))::BIGINT AS ${count}`;
  const passed = '(epoch(indexed_at)::BIGINT - epoch(create_time)::BIGINT) * (k + 1) // observations';
  return `
    WITH sampled AS (
      SELECT *, 1 + ${random.below(key, 'observations', most)} AS observations
      FROM ${videos}
      WHERE ${random.oneIn(key, 'observed', scale.observedOneIn)}
    )
    SELECT video_id, make_timestamptz((epoch(create_time)::BIGINT + ${passed}) * 1000000) AS observed_at,
           ${['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'].map(then).join(', ')},
           ['feed', 'profile', 'search', 'hashtag'][1 + ${random.below(`${key} + k`, 'source', 4)}] AS source,
           strftime(observed_at, '%Y-%m') AS month
    FROM sampled, (SELECT range AS k FROM range(${most})) WHERE k < observations`;
}
