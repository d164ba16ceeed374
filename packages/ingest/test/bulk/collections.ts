import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';

/** A number that is the same for the same row and name, from 0 to `below`. */
const draw = (name: string, below: number | string) => `(hash(i || ${sqlString(name)}) % ${below})::UBIGINT`;
/** Skewed: small numbers are frequent. */
const skewed = (name: string, below: number) =>
  `floor(pow(${draw(name, 1_000_000)} / 1000000.0, 4) * ${below})::UBIGINT`;
const pick = (name: string, from: readonly string[]) =>
  `(${JSON.stringify(from).replaceAll("'", "''").replaceAll('"', "'")})[(1 + ${draw(name, from.length)})::INTEGER]`;

const words = [
  'dance',
  'love',
  'día',
  'música',
  'привет',
  'حب',
  'يوم',
  '日本',
  'かわいい',
  '사랑',
  '😂',
  '❤️',
  'para ti',
  'life',
];
const regions = ['US', 'BR', 'ID', 'MX', 'VN', 'RU', 'JP', 'SE'];
const languages = ['en', 'pt', 'id', 'es', 'vi', 'ru', 'ja', 'un'];

const second = (name: string) => `(1757000000 + ${draw(name, 15_000_000)})::BIGINT`;
const idAt = (time: string) => `((${time}::UBIGINT << 32) + ${draw('low', 4_000_000_000)})::UBIGINT`;
const caption = `concat_ws(' ', ${pick('w1', words)}, ${pick('w2', words)}, CASE WHEN ${draw('tagged', 10)} < 7 THEN '#Tag' || ${skewed('tag', 5000)} || ' #' || ${pick('w3', words)} END,
  CASE WHEN ${draw('at', 30)} = 0 THEN '@user.' || ${draw('who', 99)} END, CASE WHEN ${draw('amp', 200)} = 0 THEN 'a &amp; b' END)`;
const count = (name: string, below: number) => `${skewed(name, below)}::UBIGINT`;

/** Rows of public collections, in the columns and types of each, invented: a SELECT over `range(rows) AS range(i)`. */
export const collections = {
  /** 4.5 billion videos in 27 Parquet files. */
  'tiktok-videos-4b': `SELECT ${idAt(second('s'))} AS content_id, make_timestamp(${second('s')} * 1000000) AS create_time,
    ${caption} AS "desc", CASE WHEN ${draw('at', 30)} = 0 THEN [${draw('id', 7_000_000_000_000_000)}] ELSE [] END::UBIGINT[] AS mentions,
    ${draw('d', 180)}::USMALLINT AS duration, (${draw('photo', 12)} <> 0)::UTINYINT AS is_video,
    CASE WHEN ${draw('m', 9)} = 0 THEN 0 ELSE 7000000000000000000 + ${skewed('sound', 4000)} END::UBIGINT AS music_id,
    CASE WHEN ${draw('m', 9)} <> 0 THEN 'sound of ' || ${skewed('sound', 4000)} END AS music_title,
    ${count('v', 5_000_000)} AS views, ${count('l', 400_000)} AS likes, ${count('c', 9000)} AS comments, ${count('h', 5000)} AS shares, ${count('k', 5000)} AS saves,
    ${pick('r', regions)} AS country, ${pick('g', languages)} AS language, (${draw('ad', 40)} = 0)::UTINYINT AS is_ad`,
  /** 3.2 billion comments, one Parquet file a month. */
  'tiktok-comments': `SELECT ${idAt(second('s'))} AS cid, (7546000000000000000 + ${skewed('video', 300)})::UBIGINT AS aweme_id,
    CASE WHEN ${draw('reply', 4)} = 0 THEN ${idAt(second('parent'))} ELSE 0 END::UBIGINT AS reply_id, 0::UBIGINT AS reply_to_reply_id,
    ${caption} AS text, make_timestamp(${second('s')} * 1000000) AS create_time, ${count('l', 9000)}::BIGINT AS digg_count, ${count('n', 90)}::BIGINT AS reply_comment_total,
    ${pick('g', languages)} AS comment_language, ${draw('pin', 300)} = 0 AS author_pin, ${draw('digg', 90)} = 0 AS is_author_digged, hash(${skewed('user', 9000)})::UBIGINT AS user_hash`,
  /** 54 million repost edges. */
  'tiktok-reposts': `SELECT hash(${skewed('user', 9000)})::UBIGINT AS user_hash, ${idAt(second('s'))} AS aweme_id, make_timestamp(${second('t')} * 1000000) AS repost_time`,
  /** 300,000 users. */
  'tiktok-users': `SELECT (6800000000000000000 + i * 977)::UBIGINT AS user_id, 'user.' || i AS unique_id, ${pick('w1', words)} AS nickname, ${caption} AS signature,
    ${count('f', 9_000_000)}::BIGINT AS follower_count, ${count('g', 900)}::BIGINT AS following_count, ${count('h', 9_000_000)}::BIGINT AS heart_count, ${count('n', 900)}::BIGINT AS video_count,
    ${draw('verified', 50)} = 0 AS verified, ${draw('private', 50)} = 0 AS private_account, ${pick('r', regions)} AS region`,
  /** 10 million posts. */
  'tiktok-10m': `SELECT ${idAt(second('s'))}::VARCHAR AS id, 'https://www.tiktok.com/@user.' || ${draw('who', 99)} || '/video/' || ${idAt(second('s'))} AS url, ${caption} AS "desc",
    ['Tag' || ${skewed('tag', 5000)}, ${pick('w3', words)}] AS challenges, ${second('s')} AS create_time,
    ${count('l', 400_000)}::BIGINT AS digg_count, ${count('c', 9000)}::BIGINT AS comment_count, ${count('v', 5_000_000)}::BIGINT AS play_count, ${count('h', 5000)}::BIGINT AS share_count, ${count('k', 5000)}::BIGINT AS collect_count,
    CASE WHEN ${draw('place', 20)} = 0 THEN 'Café ' || ${draw('poi', 99)} END AS poi_name, CASE WHEN ${draw('place', 20)} = 0 THEN 'Street ' || ${draw('poi', 99)} END AS address, CASE WHEN ${draw('place', 20)} = 0 THEN 'Food' END AS poi_category,
    'sound of ' || ${skewed('sound', 4000)} AS music_name, 'album' AS music_album, (${draw('vq', 1000)} / 10.0)::DOUBLE AS vq_score, ${draw('d', 180)}::INTEGER AS duration`,
  /** 10 to 100 million posts in 18 Parquet files. */
  'instagram-posts': `SELECT 'https://www.instagram.com/p/C' || i || 'aB_xYz' || '/' AS url, 'C' || i || 'aB_xYz' AS shortcode, 'user.' || ${draw('who', 99)} AS username, ${caption} AS caption,
    make_timestamp(${second('s')} * 1000000) AS taken_at, ${count('l', 400_000)}::BIGINT AS like_count, ${count('c', 9000)}::BIGINT AS comment_count, ${pick('kind', ['GraphImage', 'GraphVideo', 'GraphSidecar'])} AS media_type`,
  /** 1 to 10 million creators, CSV. */
  'tiktok-kol': `SELECT (6800000000000000000 + i * 977)::UBIGINT AS user_id, 'user.' || i AS unique_id, ${pick('w1', words)} AS nickname, ${caption} AS signature,
    ${count('f', 9_000_000)} AS follower_count, ${count('g', 900)} AS following_count, ${count('h', 9_000_000)} AS heart_count, ${count('n', 900)} AS video_count, ${pick('r', regions)} AS region, ${draw('verified', 50)} = 0 AS verified`,
} as const;

/** Writes rows of a collection as Parquet, or as CSV or NDJSON by the name of the file; `more`: SQL after `FROM given`. */
export async function writeCollection(
  name: keyof typeof collections,
  rows: number,
  path: string,
  change = '*',
  more = '',
): Promise<string> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const format = path.endsWith('.csv')
    ? 'FORMAT csv, HEADER'
    : path.endsWith('.json')
      ? 'FORMAT json'
      : 'FORMAT parquet, COMPRESSION zstd';
  await connection.run(
    `COPY (WITH given AS (${collections[name]} FROM range(${rows}) AS range(i))
       SELECT ${change} FROM (FROM given ${more})) TO ${sqlString(path)} (${format})`,
  );
  connection.closeSync();
  return path;
}
