import { sqlString } from '@sdq/duckdb/sql';
import type { Spelling } from '../suite.ts';

/** How a contestant writes the parts of a question about comments. Columns of answers have the names of the engine. */
export interface CommentDialect {
  readonly table: string;
  readonly id: string;
  readonly video: string;
  readonly parent: string;
  readonly likes: string;
  readonly replies: string;
  readonly language: string;
  /** Whether the language is known: the engine takes the published `un` for unknown. */
  readonly knownLanguage: string;
  /** The select list of everything that was published and that all of them return alike. */
  readonly whole: string;
  asText(column: string, alias: string): string;
  idLiteral(id: string): string;
  instant(time: string): string;
  day(): string;
  month(): string;
  contains(column: string, word: string): string;
}

const sdq: CommentDialect = {
  table: 'comments',
  id: 'comment_id',
  video: 'video_id',
  parent: 'parent_comment_id',
  likes: 'like_count',
  replies: 'reply_count',
  language: 'language',
  knownLanguage: 'language IS NOT NULL',
  whole:
    'comment_id, video_id, parent_comment_id, text, create_time, like_count, reply_count, language, is_pinned',
  asText: (column, alias) => `${column} AS ${alias}`,
  idLiteral: sqlString,
  instant: (time) => `TIMESTAMPTZ '${time}'`,
  day: () => 'create_time::DATE',
  month: () => "date_trunc('month', create_time)",
  contains: (column, word) => `${column} ILIKE ${sqlString(`%${word}%`)}`,
};

const asPublished = {
  table: 'posts',
  id: 'cid',
  video: 'aweme_id',
  parent: 'reply_id',
  likes: 'digg_count',
  replies: 'reply_comment_total',
  language: 'comment_language',
  knownLanguage: "comment_language <> 'un'",
  idLiteral: (id: string) => id,
  contains: (column: string, word: string) => `${column} ILIKE ${sqlString(`%${word}%`)}`,
};

const rest = `text, create_time, digg_count AS like_count, reply_comment_total AS reply_count,
  nullif(comment_language, 'un') AS language`;

/** The published Parquet as it is. */
const duckdb: CommentDialect = {
  ...asPublished,
  whole: `cid::VARCHAR AS comment_id, aweme_id::VARCHAR AS video_id, nullif(reply_id, 0)::VARCHAR AS parent_comment_id,
    ${rest}, author_pin AS is_pinned`,
  asText: (column, alias) => `${column}::VARCHAR AS ${alias}`,
  instant: (time) => `TIMESTAMP '${time}'`,
  day: () => 'create_time::DATE',
  month: () => "date_trunc('month', create_time)",
};

const clickhouse: CommentDialect = {
  ...asPublished,
  whole: `toString(cid) AS comment_id, toString(aweme_id) AS video_id,
    toString(nullIf(reply_id, 0)) AS parent_comment_id, ${rest}, author_pin AS is_pinned`,
  asText: (column, alias) => `toString(${column}) AS ${alias}`,
  instant: (time) => `toDateTime64('${time}', 6, 'UTC')`,
  day: () => 'toDate(create_time)',
  month: () => 'toStartOfMonth(create_time)',
};

export const commentDialects: Readonly<Record<Spelling, CommentDialect>> = {
  sdq,
  duckdb,
  clickhouse,
  'clickhouse-tuned': clickhouse,
};
