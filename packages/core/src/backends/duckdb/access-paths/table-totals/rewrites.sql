-- table-totals: aggregates over all rows from `totals`, its one row of counts, sums, extremes and numbers of distinct
-- values. Each aggregate over rows becomes one over such totals; rows that are in no segment are totals of one row.

-- How many rows
SELECT count(*) AS n FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT rows AS _sdq_rows FROM segment.totals WHERE true) AS videos;

-- Without a name: the column keeps the one that DuckDB gives it
SELECT count(*), sum(play_count), count(DISTINCT author) FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS "count_star()", sum(_sdq_play_count_sum) AS "sum(play_count)",
  coalesce(max(_sdq_author_distinct), 0)::BIGINT AS "count(DISTINCT author)"
FROM (
  SELECT rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum, author_distinct AS _sdq_author_distinct
  FROM segment.totals
  WHERE true
) AS videos;

-- Of an alias
SELECT count(*), max(v.play_count) FROM videos v;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS "count_star()", max(_sdq_play_count_max) AS "max(v.play_count)"
FROM (SELECT rows AS _sdq_rows, play_count_max AS _sdq_play_count_max FROM segment.totals WHERE true) v;

-- How many have a value, and a constant
SELECT count(play_count) AS known, count(1) AS n FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_play_count_rows), 0)::BIGINT AS known, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT play_count_rows AS _sdq_play_count_rows, rows AS _sdq_rows FROM segment.totals WHERE true) AS videos;

-- Sums and extremes
SELECT sum(play_count) AS plays, min(like_count) AS least, max(like_count) AS most FROM videos;
-- rewritten: from totals over all rows
SELECT sum(_sdq_play_count_sum) AS plays, min(_sdq_like_count_min) AS least, max(_sdq_like_count_max) AS most
FROM (
  SELECT play_count_sum AS _sdq_play_count_sum, like_count_min AS _sdq_like_count_min,
    like_count_max AS _sdq_like_count_max
  FROM segment.totals
  WHERE true
) AS videos;

-- Means
SELECT avg(duration_ms) AS mean, mean(share_count) AS shares FROM videos;
-- rewritten: from totals over all rows
SELECT sdq_mean(sum(_sdq_duration_ms_sum), sum(_sdq_duration_ms_rows)) AS mean,
  sdq_mean(sum(_sdq_share_count_sum), sum(_sdq_share_count_rows)) AS shares
FROM (
  SELECT duration_ms_sum AS _sdq_duration_ms_sum, duration_ms_rows AS _sdq_duration_ms_rows,
    share_count_sum AS _sdq_share_count_sum, share_count_rows AS _sdq_share_count_rows
  FROM segment.totals
  WHERE true
) AS videos;

-- Parts of an expression
SELECT round(100.0 * sum(like_count) / sum(play_count), 2) AS liked FROM videos;
-- rewritten: from totals over all rows
SELECT round(100.0 * sum(_sdq_like_count_sum) / sum(_sdq_play_count_sum), 2) AS liked
FROM (
  SELECT like_count_sum AS _sdq_like_count_sum, play_count_sum AS _sdq_play_count_sum
  FROM segment.totals
  WHERE true
) AS videos;

-- How many authors
SELECT count(DISTINCT author_id) AS authors, count(DISTINCT music_title) AS songs FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(max(_sdq_author_id_distinct), 0)::BIGINT AS authors,
  coalesce(max(_sdq_music_title_distinct), 0)::BIGINT AS songs
FROM (
  SELECT author_id_distinct AS _sdq_author_id_distinct, music_title_distinct AS _sdq_music_title_distinct
  FROM segment.totals
  WHERE true
) AS videos;

-- FILTER that is the same for all rows
SELECT count(*) FILTER (WHERE 1 < 2) AS n, avg(play_count) FILTER (WHERE true) AS plays FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows) FILTER (WHERE 1 < 2), 0)::BIGINT AS n,
  sdq_mean(sum(_sdq_play_count_sum) FILTER (WHERE true), sum(_sdq_play_count_rows) FILTER (WHERE true)) AS plays
FROM (
  SELECT rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum, play_count_rows AS _sdq_play_count_rows
  FROM segment.totals
  WHERE true
) AS videos;

-- An expression of aggregates without an alias
SELECT CASE WHEN count(*) > 1 THEN 1 END FROM videos;
-- rewritten: from totals over all rows
SELECT CASE WHEN coalesce(sum(_sdq_rows), 0)::BIGINT > 1 THEN 1 END AS "CASE  WHEN ((count_star() > 1)) THEN (1) ELSE NULL END"
FROM (SELECT rows AS _sdq_rows FROM segment.totals WHERE true) AS videos;

-- HAVING and ORDER BY
SELECT count(*) AS n FROM videos HAVING sum(play_count) > 5 ORDER BY max(like_count);
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (
  SELECT rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum, like_count_max AS _sdq_like_count_max
  FROM segment.totals
  WHERE true
) AS videos
HAVING sum(_sdq_play_count_sum) > 5
ORDER BY max(_sdq_like_count_max);

-- No column at all
SELECT 'one' AS word FROM videos GROUP BY ALL;
-- rewritten: from totals over all rows
SELECT 'one' AS word FROM (SELECT 1 AS nothing FROM segment.totals WHERE true) AS videos GROUP BY ALL;

-- In a subquery
SELECT n + 1 AS next FROM (SELECT count(*) AS n FROM videos);
-- rewritten: from totals over all rows
SELECT n + 1 AS next
FROM (
  SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
  FROM (SELECT rows AS _sdq_rows FROM segment.totals WHERE true) AS videos
);

-- July is in no segment: its rows are totals of one
-- state: uncovered
SELECT count(*) AS n, avg(play_count) AS plays, max(like_count) AS most FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  sdq_mean(sum(_sdq_play_count_sum), sum(_sdq_play_count_rows)) AS plays, max(_sdq_like_count_max) AS most
FROM (
  SELECT rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum, play_count_rows AS _sdq_play_count_rows,
    like_count_max AS _sdq_like_count_max
  FROM segment.totals
  WHERE true
  UNION ALL
  SELECT 1::BIGINT AS _sdq_rows, play_count::HUGEINT AS _sdq_play_count_sum,
    (play_count IS NOT NULL)::BIGINT AS _sdq_play_count_rows, like_count AS _sdq_like_count_max
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- A profile of columns: known, unknown, empty and distinct values, bounds and lengths
SELECT count(*) AS n, count(*) FILTER (WHERE author IS NULL) AS anonymous, count(*) FILTER (WHERE description = '') AS silent,
  count(*) FILTER (WHERE len(hashtags) = 0) AS bare, count(*) FILTER (WHERE is_ad) AS ads, count(*) FILTER (WHERE NOT is_ad) AS others,
  count(DISTINCT duration_ms) AS lengths, min(music_id) AS least, avg(length(description)) AS mean, max(length(description)) AS longest
FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  (coalesce(sum(_sdq_rows), 0)::BIGINT - coalesce(sum(_sdq_author_rows), 0)::BIGINT) AS anonymous,
  coalesce(sum(_sdq_description_empty), 0)::BIGINT AS silent,
  coalesce(sum(_sdq_hashtags_empty), 0)::BIGINT AS bare, coalesce(sum(_sdq_is_ad_true), 0)::BIGINT AS ads,
  (coalesce(sum(_sdq_is_ad_rows), 0)::BIGINT - coalesce(sum(_sdq_is_ad_true), 0)::BIGINT) AS others,
  coalesce(max(_sdq_duration_ms_distinct), 0)::BIGINT AS lengths, min(_sdq_music_id_min) AS least,
  sdq_mean(sum(_sdq_description_length), sum(_sdq_description_rows)) AS mean,
  max(_sdq_description_longest) AS longest
FROM (
  SELECT rows AS _sdq_rows, author_rows AS _sdq_author_rows, description_empty AS _sdq_description_empty,
    hashtags_empty AS _sdq_hashtags_empty, is_ad_true AS _sdq_is_ad_true, is_ad_rows AS _sdq_is_ad_rows,
    duration_ms_distinct AS _sdq_duration_ms_distinct, music_id_min AS _sdq_music_id_min,
    description_length AS _sdq_description_length, description_rows AS _sdq_description_rows,
    description_longest AS _sdq_description_longest
  FROM segment.totals
  WHERE true
) AS videos;

-- The key, whose values are distinct
SELECT count(DISTINCT video_id) AS videos, count(*) FILTER (WHERE author IS NOT NULL) AS named FROM videos;
-- rewritten: from totals over all rows
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS videos, coalesce(sum(_sdq_author_rows), 0)::BIGINT AS named
FROM (SELECT rows AS _sdq_rows, author_rows AS _sdq_author_rows FROM segment.totals WHERE true) AS videos;

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT count(*) AS n, avg(play_count) AS mean FROM videos;
-- rewritten: from totals over all rows
