import { sqlString } from '@sdq/duckdb/sql';
import type { Spelling } from '../suite.ts';

/**
 * How a contestant writes the parts of a question: the engine by the columns of `videos`, the others by those that the
 * collection was published with. Columns of answers have the names of the engine.
 */
export interface VideoDialect {
  readonly table: string;
  readonly id: string;
  readonly plays: string;
  readonly likes: string;
  readonly comments: string;
  readonly shares: string;
  readonly saves: string;
  readonly region: string;
  readonly sound: string;
  readonly caption: string;
  readonly ad: string;
  /** The select list of everything that was published of a video and that all of them return alike. */
  readonly whole: string;
  /** A caption as the engine reads it, which resolves escapes of HTML. */
  asRead(caption: string): string;
  /** An id or the id of a sound as an item of a select list. */
  asText(column: string, alias: string): string;
  /** The id of a video or sound as a literal. */
  idLiteral(id: string): string;
  /** An instant, given as `2026-05-01`, as a literal. */
  instant(day: string): string;
  day(): string;
  month(): string;
  hourOfDay(): string;
  /** Whether the language is known: the engine takes the published `un` for unknown. */
  readonly knownLanguage: string;
  /** Whether the sound is known: it is published as 0 or NULL where it is not. */
  readonly knownSound: string;
  /** Whether the length is at least so many seconds. */
  lastsAtLeast(seconds: number): string;
  hasTag(tag: string): string;
  /** The table with a row per video and hashtag, with the columns `tag` and `plays`. */
  tagsOfVideos(): string;
  /** Whether a text contains a word, whatever its case. */
  contains(column: string, word: string): string;
  quantile(column: string, share: number): string;
}

/** Where a hashtag in a caption ends, for a class of RE2: as `packages/ingest` reads captions. */
const tagEnd = `${String.raw`\s#＃@.,!?;:…"'“”‘’()\[\]{}<>/\\|&*+=~^%$。、，！？「」`}\``;
const tagPattern = `[#＃]([^${tagEnd}]+)`;
const onePattern = (tag: string) => `[#＃]${tag.replace(/[^\p{L}\p{N}]/gu, '\\$&')}(?:[${tagEnd}]|$)`;

const asSdq = {
  table: 'videos',
  id: 'video_id',
  plays: 'play_count',
  likes: 'like_count',
  comments: 'comment_count',
  shares: 'share_count',
  saves: 'collect_count',
  region: 'region',
  sound: 'music_id',
  caption: 'description',
  ad: 'is_ad',
} as const;

function asRead(caption: string): string {
  return `replace(${caption}, '&amp;', '&')`;
}

const asPublished = {
  table: 'posts',
  id: 'content_id',
  plays: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saves: 'saves',
  region: 'country',
  sound: 'music_id',
  caption: '"desc"',
  knownLanguage: "language <> 'un'",
  knownSound: 'music_id > 0',
  asRead,
};

const sdq: VideoDialect = {
  ...asSdq,
  knownLanguage: 'language IS NOT NULL',
  knownSound: 'music_id IS NOT NULL',
  whole: [...Object.values(asSdq).slice(1), 'music_title', 'language', 'create_time'].join(', '),
  asRead: (caption) => caption,
  asText: (column, alias) => `${column} AS ${alias}`,
  idLiteral: sqlString,
  instant: (day) => `TIMESTAMPTZ '${day}'`,
  day: () => 'create_time::DATE',
  month: () => "date_trunc('month', create_time)",
  hourOfDay: () => 'hour(create_time)',
  lastsAtLeast: (seconds) => `duration_ms >= ${seconds * 1000}`,
  hasTag: (tag) => `list_contains(hashtags, ${sqlString(tag)})`,
  tagsOfVideos: () => '(SELECT unnest(hashtags) AS tag, play_count AS plays FROM videos) AS tags',
  contains: (column, word) => `${column} ILIKE ${sqlString(`%${word}%`)}`,
  quantile: (column, share) => `quantile_cont(${column}, ${share})`,
};

/** The published Parquet as it is. */
const duckdb: VideoDialect = {
  ...asPublished,
  ad: 'is_ad = 1',
  whole: wholeOf((column) => `${column}::VARCHAR`, 'is_ad = 1'),
  asText: (column, alias) => `${column}::VARCHAR AS ${alias}`,
  idLiteral: (id) => id,
  instant: (day) => `TIMESTAMP '${day}'`,
  day: () => 'create_time::DATE',
  month: () => "date_trunc('month', create_time)",
  hourOfDay: () => 'hour(create_time)',
  lastsAtLeast: (seconds) => `duration >= ${seconds}`,
  hasTag: (tag) => `regexp_matches("desc", ${sqlString(`(?i)${onePattern(tag)}`)})`,
  tagsOfVideos: () =>
    `(SELECT unnest(regexp_extract_all(lower("desc"), ${sqlString(tagPattern)}, 1)) AS tag, views AS plays
      FROM posts WHERE contains("desc", '#')) AS tags`,
  contains: (column, word) => `${column} ILIKE ${sqlString(`%${word}%`)}`,
  quantile: (column, share) => `quantile_cont(${column}, ${share})`,
};

const clickhouseText = (text: string) => sqlString(text.replaceAll('\\', '\\\\'));

const clickhouse: VideoDialect = {
  ...asPublished,
  ad: 'toBool(is_ad = 1)',
  whole: wholeOf((column) => `toString(${column})`, 'toBool(is_ad = 1)'),
  asText: (column, alias) => `toString(${column}) AS ${alias}`,
  idLiteral: (id) => id,
  instant: (day) => `toDateTime64('${day} 00:00:00', 6, 'UTC')`,
  day: () => 'toDate(create_time)',
  month: () => 'toStartOfMonth(create_time)',
  hourOfDay: () => 'toHour(create_time)',
  lastsAtLeast: (seconds) => `duration >= ${seconds}`,
  hasTag: (tag) => `match("desc", ${clickhouseText(`(?i)${onePattern(tag)}`)})`,
  tagsOfVideos: () =>
    `(SELECT arrayJoin(extractAll(lowerUTF8("desc"), ${clickhouseText(tagPattern)})) AS tag, views AS plays FROM posts) AS tags`,
  contains: (column, word) => `${column} ILIKE ${sqlString(`%${word}%`)}`,
  quantile: (column, share) => `quantileExactInclusive(${share})(${column})`,
};

/** ClickHouse with the hashtags as a column that is computed when rows are inserted. */
const clickhouseTuned: VideoDialect = {
  ...clickhouse,
  hasTag: (tag) => `has(tags, ${clickhouseText(tag)})`,
  tagsOfVideos: () => '(SELECT arrayJoin(tags) AS tag, views AS plays FROM posts) AS tags',
};

export const videoDialects: Readonly<Record<Spelling, VideoDialect>> = {
  sdq,
  duckdb,
  clickhouse,
  'clickhouse-tuned': clickhouseTuned,
};

/** The expression of the column of hashtags in ClickHouse. */
export const tagsInClickhouse = `extractAll(lowerUTF8("desc"), ${clickhouseText(tagPattern)})`;

function wholeOf(asText: (column: string) => string, ad: string): string {
  return `${asText('content_id')} AS video_id, views AS play_count, likes AS like_count, comments AS comment_count,
    shares AS share_count, saves AS collect_count, country AS region, ${asText('nullif(music_id, 0)')} AS music_id,
    ${asRead('"desc"')} AS description, ${ad} AS is_ad, music_title, nullif(language, 'un') AS language, create_time`;
}
