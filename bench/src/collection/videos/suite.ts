import { type CollectionSuite, withConstants } from '../suite.ts';
import { tagsInClickhouse, videoDialects } from './dialect.ts';
import { drawConstants } from './draw-constants.ts';
import { videoQuestions } from './questions.ts';

/** Videos without authors, whose hashtags stand in their captions. */
export const videoSuite: CollectionSuite = {
  rowsAre: 'videos',
  key: 'content_id',
  clickhouse: `CREATE TABLE posts (content_id UInt64, create_time DateTime64(6, 'UTC'), "desc" String, mentions Array(UInt64),
       duration UInt16, is_video UInt8, music_id Nullable(UInt64), music_title Nullable(String), views UInt64,
       likes UInt64, comments UInt64, shares UInt64, saves UInt64, country Nullable(String),
       language Nullable(String), is_ad UInt8)
     ENGINE = MergeTree ORDER BY content_id`,
  // Dictionaries for categories, codecs for ids and times, hashtags as a column with an index, an index of words, rows
  // ordered by sound and by plays, and sums by day, month and sound that inserts maintain.
  clickhouseTuned: `CREATE TABLE posts (content_id UInt64 CODEC(Delta, ZSTD), create_time DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
       "desc" String CODEC(ZSTD(3)), mentions Array(UInt64) CODEC(ZSTD), duration UInt16 CODEC(ZSTD), is_video UInt8,
       music_id Nullable(UInt64) CODEC(ZSTD), music_title Nullable(String) CODEC(ZSTD), views UInt64 CODEC(T64, ZSTD),
       likes UInt64 CODEC(T64, ZSTD), comments UInt64 CODEC(T64, ZSTD), shares UInt64 CODEC(T64, ZSTD),
       saves UInt64 CODEC(T64, ZSTD), country LowCardinality(Nullable(String)),
       language LowCardinality(Nullable(String)), is_ad UInt8,
       tags Array(String) MATERIALIZED ${tagsInClickhouse} CODEC(ZSTD),
       INDEX by_tag tags TYPE bloom_filter(0.01) GRANULARITY 1,
       INDEX by_word lower("desc") TYPE ngrambf_v1(4, 65536, 3, 0) GRANULARITY 4,
       INDEX by_plays views TYPE minmax GRANULARITY 1,
       PROJECTION by_sound (SELECT content_id, music_id, create_time, views, likes ORDER BY music_id),
       PROJECTION by_views (SELECT content_id, views, country, language, create_time ORDER BY views),
       PROJECTION days (SELECT toDate(create_time), country, language, is_ad, count(), sum(views), sum(likes), avg(views)
         GROUP BY toDate(create_time), country, language, is_ad),
       PROJECTION months (SELECT toStartOfMonth(create_time), country, count(), sum(views)
         GROUP BY toStartOfMonth(create_time), country),
       PROJECTION sounds (SELECT music_id, count(), sum(views), avg(likes) GROUP BY music_id))
     ENGINE = MergeTree ORDER BY content_id`,
  draw: async (source, sets, seed) =>
    withConstants(videoQuestions, videoDialects, await drawConstants(source, sets, seed)),
};
