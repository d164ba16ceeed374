import { allRows } from '@sdq/duckdb';
import { sqlStrings } from '@sdq/duckdb/sql';
import { reactions } from '../../vocabulary/captions.ts';
import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';
import { chooseCommentedVideos } from './commented-videos.ts';
import { numberedId } from './video-times.ts';

/** The maximum number of accounts that comment. */
const commentersMax = 200_000;

/** Of five consecutive comments, the first three are top-level comments, and the others reply to one of them. */
const groupLength = 5;
const topOfGroup = 3;

/** The comments of the selected videos; their authors are uploaders as well. */
export async function comments(recipe: Recipe): Promise<string> {
  const { connection, random, scale, writer } = recipe;
  await chooseCommentedVideos(recipe);
  await connection.run(`
    CREATE TABLE commenters AS
    SELECT row_number() OVER (ORDER BY author_id) - 1 AS commenter, author_id, author, nickname, avatar_url
    FROM (SELECT * FROM ${writer.scan(tableNamed('shortvideo', 'authors'))} ORDER BY hash(author_id), author_id LIMIT ${commentersMax})`);
  const [counted] = await allRows<{ count: string }>(connection, 'SELECT count(*) AS count FROM commenters');
  const commenters = Math.max(1, Number(counted?.count));
  // In an index with many comments, some accounts write thousands and most write a few.
  const commenter = scale.density.isCommentedSample
    ? random.below('number', 'commenter', commenters)
    : random.zipf('number', 'commenter', commenters, 20);
  const reaction = `${sqlStrings(reactions)}[1 + ${random.below('number', 'reaction', reactions.length)}]`;
  const isReaction = `${random.below('number', 'kind of text', 10)} < 4`;
  return `
    WITH numbered AS (
      SELECT * EXCLUDE (create_time), first_number + k AS number, k - k % ${groupLength} AS group_start,
             epoch(create_time)::BIGINT AS published, epoch(indexed_at)::BIGINT AS seen
      FROM (SELECT *, unnest(range(comments)) AS k FROM commented)
    ),
    spoken AS (
      SELECT numbered.*, l.caption_first + floor(l.caption_count * ${random.uniform('number', 'text')})::BIGINT AS caption_id
      FROM numbered JOIN (SELECT DISTINCT language, caption_first, caption_count FROM places) l
        ON l.language = coalesce(numbered.language, 'en')
    )
    SELECT ${commentId('k')} AS comment_id, video_id,
           CASE WHEN k % ${groupLength} >= ${topOfGroup} THEN ${commentId(answered(recipe, 'k'))} END AS parent_comment_id,
           author_id, author, nickname AS author_nickname, avatar_url,
           CASE WHEN ${isReaction} THEN replace(${reaction}, '{}', split_part(text, ' ', 2))
                ELSE array_to_string(string_split(text, ' ')[1:6], ' ') END AS text,
           CASE WHEN NOT ${random.oneIn('number', 'language unknown', 10)} THEN language END AS language,
           floor(exp(2.5 * ${random.normal('number', 'likes')} - 0.5))::BIGINT AS like_count,
           ${answers(recipe)} AS reply_count,
           make_timestamptz(${writtenAt('k')} * 1000000) AS create_time,
           k = 0 AND ${random.oneIn('number', 'pinned', 4)} AS is_pinned, indexed_at
    FROM spoken JOIN captions USING (caption_id)
    JOIN commenters ON commenter = ${commenter}`;
}

/** Unix seconds. The comments of a video become less frequent over time, until the video was indexed. */
function writtenAt(k: string): string {
  return `(published + floor((seen - published) * pow((${k} + 1)::DOUBLE / (comments + 1), 2))::BIGINT)`;
}

/** The ID contains the second, followed by a number that is unique among comments. */
function commentId(k: string): string {
  return `${numberedId(writtenAt(k), `(first_number + ${k})`)}::VARCHAR`;
}

/** The comment of its group to which the reply `k` replies. */
function answered({ random }: Recipe, k: string): string {
  return `(group_start + ${random.below(`first_number + ${k}`, 'answered', topOfGroup)})`;
}

/** The number of replies to a comment within its group. */
function answers(recipe: Recipe): string {
  const places = Array.from({ length: groupLength - topOfGroup }, (_, index) => topOfGroup + index);
  const one = (place: number) =>
    `(group_start + ${place} < comments AND ${answered(recipe, `group_start + ${place}`)} = k)::BIGINT`;
  return `CASE WHEN k % ${groupLength} < ${topOfGroup} THEN ${places.map(one).join(' + ')} ELSE 0 END`;
}
