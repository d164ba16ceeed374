import { recentSecond, seenAfter } from '../moments.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { RandomSql } from '../random.ts';
import type { Recipe } from '../recipe.ts';
import { ZipfShares } from '../zipf-shares.ts';
import { MicroAccountSql, microIds } from './account-sql.ts';

/**
 * Of five consecutive replies, the first three reply to the post that begins the thread, the fourth to one of these,
 * and the fifth to any of the four before it. So the parent of a reply and the reply count of a post follow from
 * positions in the thread.
 */
const groupLength = 5;
const directOfGroup = 3;

/**
 * Threads: position 0 is a post that replies to none, and later positions reply to earlier ones. The first threads are
 * the longest.
 */
export function tweets({ random: base, scale, until }: Recipe): string {
  const random = base.of('tweets');
  const { threads, answers, profiles } = scale.micro;
  const shares = new ZipfShares(threads, answers);
  const account = new MicroAccountSql(base, until);
  const text = new PostTextSql(random, scale, 'number');
  const author = (head: number) => random.zipf('number', 'author', profiles, head);
  const span = `least(${until} - 60 - published, 600 + floor(pow(${random.uniform('thread', 'span')}, 2) * 432000)::BIGINT)`;
  const likes = `CASE WHEN place = 0 THEN ${random.count('number', 'likes', 60, 1.7)} ELSE ${random.count('number', 'likes', 2, 1.7)} END`;
  const partOfLikes = (purpose: string, share: number) =>
    `floor(like_count * ${share} * ${random.uniform('number', purpose)})::BIGINT`;
  return `
    WITH threads AS (
      SELECT range AS thread, ${shares.of('range')} AS answers, range + ${shares.before('range')} AS first_number,
             ${recentSecond(random, 'range', until, 4)} AS published
      FROM range(${threads})
    ),
    numbered AS (
      SELECT *, first_number + place AS number, (place - 1) % ${groupLength} AS group_place,
             place - (place - 1) % ${groupLength} AS group_start, ${span} AS span
      FROM (SELECT *, unnest(range(answers + 1)) AS place FROM threads)
    ),
    drawn AS (
      SELECT *, ${secondOf('place')} AS second, CASE WHEN place = 0 THEN ${author(3)} ELSE ${author(60)} END AS account,
             ${likes} AS like_count, ${idOf('place')} AS id
      FROM numbered
    )
    SELECT id, ${account.username()} AS username, CASE WHEN place = 0 THEN ${text.post()} ELSE ${text.answer()} END AS content,
           make_timestamptz(${microIds.ms('second', 'number')} * 1000) AS created_at,
           like_count, ${partOfLikes('reposts', 0.2)} AS retweet_count, ${answersOf(random)} AS reply_count,
           ${partOfLikes('quotes', 0.03)} AS quote_count,
           CASE WHEN ${random.percent('number', 'views known', 90)}
             THEN like_count * ${random.between('number', 'views of a like', 20, 200)} + ${random.below('number', 'views', 50)}
           END AS view_count,
           CASE WHEN place > 0 THEN ${idOf(answered(random))} END AS in_reply_to_id,
           ${idOf('0')} AS conversation_id,
           CASE WHEN ${random.below('number', 'language known', 8)} > 0
             THEN CASE WHEN place = 0 THEN ${text.postLanguage()} ELSE ${text.answerLanguage()} END END AS language,
           CASE WHEN place = 0 THEN post_hashtags ELSE [] END AS hashtags,
           ${media(random)} AS media, ${seenAfter(random, 'number', 'second', until)} AS indexed_at
    FROM drawn ${account.join()} ${text.topicJoins()} ${text.tagJoins()}`;
}

/** The time of the post at a position, in seconds. The replies of a thread become less frequent over time. */
function secondOf(place: string): string {
  return `(published + floor(span * pow((${place})::DOUBLE / (answers + 1), 2))::BIGINT)`;
}

function idOf(place: string): string {
  return `${microIds.id(secondOf(place), `(first_number + ${place})`)}::VARCHAR`;
}

/** The position of the parent of a reply in the current group; by default that of the row. */
function answered(random: RandomSql, groupPlace = 'group_place'): string {
  const key = `(first_number + group_start + ${groupPlace})`;
  const earlier = `group_start + ${random.bits(key, 'answered')} % ${groupPlace}`;
  return `CASE WHEN ${groupPlace} < ${directOfGroup} THEN 0 ELSE (${earlier})::BIGINT END`;
}

/** The reply count of the row's post. */
function answersOf(random: RandomSql): string {
  const direct = `answers // ${groupLength} * ${directOfGroup} + least(answers % ${groupLength}, ${directOfGroup})`;
  const one = (groupPlace: number) =>
    `(group_place < ${groupPlace} AND group_start + ${groupPlace} <= answers AND ${answered(random, String(groupPlace))} = place)::BIGINT`;
  return `CASE WHEN place = 0 THEN ${direct} ELSE ${one(3)} + ${one(4)} END`;
}

/** A third of the posts that are not replies have pictures, a video or a GIF. */
function media(random: RandomSql): string {
  const kind = random.pick('number', 'kind of media', ['photo', 'photo', 'video', 'gif']);
  const count = `CASE WHEN ${kind} = 'photo' THEN ${random.between('number', 'pictures', 1, 4)} ELSE 1 END`;
  const url = `'https://media.micro.example/' || id || '/' || item`;
  return `
    CASE WHEN place = 0 AND ${random.percent('number', 'has media', 30)} THEN list_transform(range(${count}), lambda item: {
      'type': ${kind}, 'url': ${url} || CASE WHEN ${kind} = 'photo' THEN '.jpg' ELSE '.mp4' END,
      'preview_url': ${url} || '-small.jpg', 'width': 1280, 'height': 720,
      'duration_ms': CASE WHEN ${kind} <> 'photo' THEN ${random.between('number', 'duration', 1_000, 140_000)} END
    }) ELSE [] END`;
}
