import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';

/** The videos with the most comments get many pages of them, as far as the budget of rows goes. */
const busyVideos = 12;
const commentsOfVideoMax = 620;

/**
 * `commented(video_id, create_time, indexed_at, language, comments, first_number)`: which videos have comments in
 * the index and how many, never more than their `comment_count`; the busiest ones, then a sample by hash, until the
 * budget is used up. The comments of all videos are numbered through, from `first_number` on in each.
 */
export async function chooseCommentedVideos({ connection, random, scale, writer }: Recipe): Promise<void> {
  const videos = writer.scan(tableNamed('shortvideo', 'videos'));
  const budget = scale.comments;
  const busyEach = Math.min(commentsOfVideoMax, Math.max(260, Math.floor(budget / 2 / busyVideos)));
  const busy = Math.min(busyVideos, Math.floor((budget * 0.8) / busyEach));
  const key = '(hash(video_id) >> 1)::BIGINT';
  const sampled = `${random.uniform(key, 'commented')} < ${Math.min(1, (0.6 * budget) / scale.rows)}`;
  const few = `floor(exp(1.2 + 1.1 * ${random.normal(key, 'comments')}))::BIGINT`;
  await connection.run(`
    CREATE TABLE commented AS
    WITH found AS (SELECT video_id, create_time, indexed_at, language, comment_count FROM ${videos} WHERE comment_count > 0),
    busy AS (SELECT * FROM found ORDER BY comment_count DESC, video_id LIMIT ${busy}),
    wanted AS (
      SELECT *, least(comment_count, ${busyEach} - ${random.below(key, 'fewer', 40)}) AS comments, 0 AS turn FROM busy
      UNION ALL
      SELECT *, least(comment_count, 150, ${few}) AS comments, 1 + (hash(video_id) >> 2)::BIGINT AS turn
      FROM found WHERE ${sampled} AND video_id NOT IN (SELECT video_id FROM busy)
    )
    SELECT video_id, create_time, indexed_at, language, comments,
           (sum(comments) OVER (ORDER BY turn, video_id ROWS UNBOUNDED PRECEDING) - comments)::BIGINT AS first_number
    FROM wanted WHERE comments > 0
    QUALIFY first_number + comments <= ${budget}`);
}
