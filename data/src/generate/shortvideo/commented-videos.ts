import { allRows } from '@sdq/duckdb';
import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';

/** The number of videos with the most comments, which get many pages of comments if the limit of rows allows it. */
const busyVideos = 12;
const commentsOfVideoMax = 620;

/**
 * Under a profile with many comments, this number of comments of each video is generated, and an equal share of the
 * remaining ones.
 */
const firstComments = 2;

/**
 * `commented(video_id, create_time, indexed_at, language, comments, first_number)`: the videos that have comments in
 * the index, and how many, never more than their `comment_count`. Comments are numbered consecutively over all videos;
 * those of a video begin at `first_number`.
 */
export async function chooseCommentedVideos(recipe: Recipe): Promise<void> {
  const { connection, scale, writer } = recipe;
  const videos = writer.scan(tableNamed('shortvideo', 'videos'));
  const found = `(SELECT video_id, create_time, indexed_at, language, comment_count FROM ${videos} WHERE comment_count > 0)`;
  const wanted = scale.density.isCommentedSample ? sample(recipe, found) : await shareOfEach(recipe, found);
  await connection.run(`
    CREATE TABLE commented AS
    SELECT video_id, create_time, indexed_at, language, comments,
           (sum(comments) OVER (ORDER BY turn, video_id ROWS UNBOUNDED PRECEDING) - comments)::BIGINT AS first_number
    FROM (${wanted}) WHERE comments > 0
    QUALIFY first_number + comments <= ${scale.comments}`);
}

/** The videos with the most comments, then a sample by hash, until the limit is reached. */
function sample({ random, scale }: Recipe, found: string): string {
  const budget = scale.comments;
  const busyEach = Math.min(commentsOfVideoMax, Math.max(260, Math.floor(budget / 2 / busyVideos)));
  const busy = Math.min(busyVideos, Math.floor((budget * 0.8) / busyEach));
  const key = '(hash(video_id) >> 1)::BIGINT';
  const sampled = `${random.uniform(key, 'commented')} < ${Math.min(1, (0.6 * budget) / scale.rows)}`;
  const few = `floor(exp(1.2 + 1.1 * ${random.normal(key, 'comments')}))::BIGINT`;
  return `
    WITH found AS ${found},
    busy AS (SELECT * FROM found ORDER BY comment_count DESC, video_id LIMIT ${busy})
    SELECT *, least(comment_count, ${busyEach} - ${random.below(key, 'fewer', 40)}) AS comments, 0 AS turn FROM busy
    UNION ALL
    SELECT *, least(comment_count, 150, ${few}) AS comments, 1 + (hash(video_id) >> 2)::BIGINT AS turn
    FROM found WHERE ${sampled} AND video_id NOT IN (SELECT video_id FROM busy)`;
}

/**
 * The first comments of each video, and a share of the others that is as large as the limit allows. A few videos have
 * most of the comments.
 */
async function shareOfEach({ connection, scale }: Recipe, found: string): Promise<string> {
  const first = `least(comment_count, ${firstComments})`;
  const [sums] = await allRows<{ first: string; rest: string }>(
    connection,
    `SELECT sum(${first}) AS first, sum(comment_count - ${first}) AS rest FROM ${found}`,
  );
  const share = Math.min(1, (scale.comments - Number(sums?.first)) / Math.max(1, Number(sums?.rest)));
  return `SELECT *, ${first} + floor((comment_count - ${first}) * ${share}::DOUBLE)::BIGINT AS comments, 0 AS turn FROM ${found}`;
}
