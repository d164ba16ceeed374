import { type CollectionSuite, withConstants } from '../suite.ts';
import { commentDialects } from './dialect.ts';
import { drawConstants } from './draw-constants.ts';
import { commentQuestions } from './questions.ts';

/** Comments with the videos that they stand under. */
export const commentSuite: CollectionSuite = {
  rowsAre: 'comments',
  key: 'cid',
  clickhouse: `CREATE TABLE posts (cid UInt64, aweme_id UInt64, reply_id UInt64, reply_to_reply_id UInt64, text String,
       create_time DateTime64(6, 'UTC'), digg_count Int64, reply_comment_total Int64, comment_language Nullable(String),
       author_pin Bool, is_author_digged Bool, user_hash UInt64)
     ENGINE = MergeTree ORDER BY cid`,
  // Ordered by video, which most questions name; projections find rows by id, time and parent, and keep sums.
  clickhouseTuned: `CREATE TABLE posts (cid UInt64 CODEC(Delta, ZSTD), aweme_id UInt64 CODEC(Delta, ZSTD),
       reply_id UInt64 CODEC(ZSTD), reply_to_reply_id UInt64 CODEC(ZSTD), text String CODEC(ZSTD(3)),
       create_time DateTime64(6, 'UTC') CODEC(Delta, ZSTD), digg_count Int64 CODEC(T64, ZSTD),
       reply_comment_total Int64 CODEC(T64, ZSTD), comment_language LowCardinality(Nullable(String)), author_pin Bool,
       is_author_digged Bool, user_hash UInt64 CODEC(ZSTD),
       INDEX by_id cid TYPE bloom_filter(0.001) GRANULARITY 1,
       INDEX by_parent reply_id TYPE bloom_filter(0.001) GRANULARITY 1,
       INDEX by_likes digg_count TYPE minmax GRANULARITY 1,
       INDEX by_word lower(text) TYPE ngrambf_v1(4, 65536, 3, 0) GRANULARITY 4,
       PROJECTION by_time (SELECT cid, aweme_id, create_time, digg_count, comment_language ORDER BY create_time),
       PROJECTION days (SELECT toDate(create_time), count() GROUP BY toDate(create_time)),
       PROJECTION months (SELECT comment_language, toStartOfMonth(create_time), count(), sum(digg_count)
         GROUP BY comment_language, toStartOfMonth(create_time)),
       PROJECTION videos (SELECT aweme_id, count() GROUP BY aweme_id))
     ENGINE = MergeTree ORDER BY (aweme_id, create_time)`,
  draw: async (source, sets, seed) =>
    withConstants(commentQuestions, commentDialects, await drawConstants(source, sets, seed)),
};
