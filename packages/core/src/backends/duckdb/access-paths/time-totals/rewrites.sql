-- time-totals: aggregates by time, region, language and advertisement from `rollup_month`, else `rollup_day`, where
-- `create_time` is the first moment of the month or day (UTC). All that stands outside of aggregates must be the same for
-- all rows of a group. A comparison may part some days: those are read row by row from `scan`.

-- By month
SELECT date_trunc('month', create_time) AS month, count(*) AS n FROM videos GROUP BY month ORDER BY month;
-- rewritten: from 105000 groups by create_time
SELECT date_trunc('month', create_time) AS month, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
GROUP BY month
ORDER BY month;

-- By year, without a name
SELECT year(create_time), sum(play_count) FROM videos GROUP BY 1;
-- rewritten: from 105000 groups by create_time
SELECT year(create_time), sum(_sdq_play_count_sum) AS "sum(play_count)"
FROM (SELECT create_time, play_count_sum AS _sdq_play_count_sum FROM segment.rollup_hour WHERE true) AS videos
GROUP BY 1;

-- Without a name, of a column that is called like a keyword
SELECT count(language) FROM videos;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT coalesce(sum(_sdq_rows) FILTER (WHERE language IS NOT NULL), 0)::BIGINT AS "count(""language"")"
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_month WHERE true) AS videos;

-- By a text of the month
SELECT strftime(create_time, '%Y-%m') AS month, avg(play_count) AS plays FROM videos GROUP BY ALL;
-- rewritten: from 105000 groups by create_time
SELECT strftime(create_time, '%Y-%m') AS month,
  sdq_mean(sum(_sdq_play_count_sum), sum(_sdq_play_count_rows)) AS plays
FROM (
  SELECT create_time, play_count_sum AS _sdq_play_count_sum, play_count_rows AS _sdq_play_count_rows
  FROM segment.rollup_hour
  WHERE true
) AS videos
GROUP BY ALL;

-- By region, language and advertisement
SELECT region, language, is_ad, count(*) AS n, max(like_count) AS most FROM videos GROUP BY ALL ORDER BY n DESC;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT region, language, is_ad, coalesce(sum(_sdq_rows), 0)::BIGINT AS n, max(_sdq_like_count_max) AS most
FROM (
  SELECT create_time, region, language, is_ad, rows AS _sdq_rows, like_count_max AS _sdq_like_count_max
  FROM segment.rollup_month
  WHERE true
) AS videos
GROUP BY ALL
ORDER BY n DESC;

-- Some groups
SELECT v.region, count(*) AS n FROM videos v WHERE v.region <> 'SE' GROUP BY v.region HAVING count(*) > 10;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT v.region, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_month WHERE true) v
WHERE v.region <> 'SE'
GROUP BY v.region
HAVING coalesce(sum(_sdq_rows), 0)::BIGINT > 10;

-- Since the begin of a month
SELECT count(*) AS n FROM videos WHERE create_time >= '2026-06-01' AND create_time < '2026-07-01';
-- rewritten: from 105000 groups by create_time
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
WHERE create_time >= '2026-06-01' AND create_time < '2026-07-01';

-- A part of the groups by FILTER
SELECT count(*) FILTER (WHERE region = 'SE') AS swedish, sum(play_count) FILTER (WHERE is_ad) AS plays FROM videos;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT coalesce(sum(_sdq_rows) FILTER (WHERE region = 'SE'), 0)::BIGINT AS swedish,
  sum(_sdq_play_count_sum) FILTER (WHERE is_ad) AS plays
FROM (
  SELECT create_time, region, language, is_ad, rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum
  FROM segment.rollup_month
  WHERE true
) AS videos;

-- How many rows have a region
SELECT count(region) AS known FROM videos;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT coalesce(sum(_sdq_rows) FILTER (WHERE region IS NOT NULL), 0)::BIGINT AS known
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_month WHERE true) AS videos;

-- Extremes and distinct values of what groups are by: as they stand
SELECT min(region) AS first, count(DISTINCT language) AS languages, approx_count_distinct(region) AS about FROM videos;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT min(region) AS first, count(DISTINCT language) AS languages, approx_count_distinct(region) AS about
FROM (SELECT create_time, region, language, is_ad FROM segment.rollup_month WHERE true) AS videos;

-- Groups without aggregates
SELECT DISTINCT region FROM videos;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT DISTINCT region
FROM (SELECT create_time, region, language, is_ad FROM segment.rollup_month WHERE true) AS videos;

-- Windows over groups
SELECT region, sum(count(*)) OVER (ORDER BY region) AS so_far FROM videos GROUP BY region;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT region, sum(coalesce(sum(_sdq_rows), 0)::BIGINT) OVER (ORDER BY region) AS so_far
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_month WHERE true) AS videos
GROUP BY region;

-- By day
SELECT create_time::DATE AS day, count(*) AS n FROM videos GROUP BY day;
-- rewritten: from 105000 groups by create_time
SELECT create_time::DATE AS day, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
GROUP BY day;

-- By week, and a weekday left out
SELECT date_trunc('week', create_time) AS week, count(*) AS n FROM videos
WHERE date_part('dow', create_time) <> 0 GROUP BY week;
-- rewritten: from 105000 groups by create_time
SELECT date_trunc('week', create_time) AS week, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
WHERE date_part('dow', create_time) <> 0
GROUP BY week;

-- Since the begin of a day
SELECT region, count(*) AS n FROM videos WHERE create_time >= '2026-06-05' GROUP BY region;
-- rewritten: from 2100000 groups by create_time, region, language, is_ad
SELECT region, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_day WHERE true) AS videos
WHERE create_time >= '2026-06-05'
GROUP BY region;

-- Since the begin of a day by the clock
SELECT count(*) AS n FROM videos WHERE create_time >= current_date - 7;
-- rewritten: from 105000 groups by create_time
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
WHERE create_time >= current_date - 7;

-- Since a moment: its day is read row by row
SELECT count(*) AS n, sum(play_count) AS plays FROM videos WHERE create_time >= '2026-06-05 11:30:00';
-- rewritten: from 105000 groups by create_time, one day row by row
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n, sum(_sdq_play_count_sum) AS plays
FROM (
  SELECT create_time, rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum
  FROM segment.rollup_hour
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY)
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows, play_count::HUGEINT AS _sdq_play_count_sum
  FROM segment.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY
) AS videos
WHERE create_time >= '2026-06-05 11:30:00';

-- Between two days: the last midnight belongs to it, and parts its day
SELECT region, count(*) AS n FROM videos WHERE create_time BETWEEN '2026-06-05' AND '2026-06-08' GROUP BY region;
-- rewritten: from 2100000 groups by create_time, region, language, is_ad, one day row by row
SELECT region, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (
  SELECT create_time, region, language, is_ad, rows AS _sdq_rows
  FROM segment.rollup_day
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-08 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-08 00:00:00+00' + INTERVAL 1 DAY)
  UNION ALL
  SELECT create_time, region, language, is_ad, 1::BIGINT AS _sdq_rows
  FROM segment.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-08 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-08 00:00:00+00' + INTERVAL 1 DAY
) AS videos
WHERE create_time BETWEEN '2026-06-05' AND '2026-06-08'
GROUP BY region;

-- Moments in FILTER: two days are parted
SELECT count(*) FILTER (WHERE create_time < '2026-06-05 11:30:00') AS before,
  count(*) FILTER (WHERE create_time > '2026-06-06 11:30:00') AS after FROM videos;
-- rewritten: from 105000 groups by create_time, 2 days row by row
SELECT coalesce(sum(_sdq_rows) FILTER (WHERE create_time < '2026-06-05 11:30:00'), 0)::BIGINT AS before,
  coalesce(sum(_sdq_rows) FILTER (WHERE create_time > '2026-06-06 11:30:00'), 0)::BIGINT AS after
FROM (
  SELECT create_time, rows AS _sdq_rows
  FROM segment.rollup_hour
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY)
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-06 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-06 00:00:00+00' + INTERVAL 1 DAY)
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows
  FROM segment.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows
  FROM segment.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-06 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-06 00:00:00+00' + INTERVAL 1 DAY
) AS videos;

-- By a parameter
-- parameters: ["2026-06-01"]
SELECT count(*) AS n FROM videos WHERE create_time >= $1::TIMESTAMPTZ;
-- rewritten: from 105000 groups by create_time
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
WHERE create_time >= $1::TIMESTAMPTZ;

-- In a subquery
SELECT max(n) AS most FROM (SELECT create_time::DATE AS day, count(*) AS n FROM videos GROUP BY day);
-- rewritten: from 105000 groups by create_time
SELECT max(n) AS most
FROM (
  SELECT create_time::DATE AS day, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
  FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
  GROUP BY day
);

-- June was replaced: its months are left out, and its rows are groups of one
-- state: stale
SELECT date_trunc('month', create_time) AS month, count(*) AS n FROM videos GROUP BY month;
-- rewritten: from 105000 groups by create_time
SELECT date_trunc('month', create_time) AS month, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (
  SELECT create_time, rows AS _sdq_rows
  FROM segment.rollup_hour
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-01 00:00:00+00' + INTERVAL 1 MONTH)
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) AS videos
GROUP BY month;

-- June was replaced, and a day is parted
-- state: stale
SELECT region, avg(play_count) AS plays, max(like_count) AS most FROM videos
WHERE create_time >= '2026-06-05 11:30:00' GROUP BY region;
-- rewritten: from 2100000 groups by create_time, region, language, is_ad, one day row by row
SELECT region, sdq_mean(sum(_sdq_play_count_sum), sum(_sdq_play_count_rows)) AS plays,
  max(_sdq_like_count_max) AS most
FROM (
  SELECT create_time, region, language, is_ad, play_count_sum AS _sdq_play_count_sum,
    play_count_rows AS _sdq_play_count_rows, like_count_max AS _sdq_like_count_max
  FROM segment.rollup_day
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-01 00:00:00+00' + INTERVAL 1 MONTH)
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY)
  UNION ALL
  SELECT create_time, region, language, is_ad, play_count::HUGEINT AS _sdq_play_count_sum,
    (play_count IS NOT NULL)::BIGINT AS _sdq_play_count_rows, like_count AS _sdq_like_count_max
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  UNION ALL
  SELECT create_time, region, language, is_ad, play_count::HUGEINT AS _sdq_play_count_sum,
    (play_count IS NOT NULL)::BIGINT AS _sdq_play_count_rows, like_count AS _sdq_like_count_max
  FROM segment.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY
    AND rowid NOT BETWEEN 10000000 AND 19999999
) AS videos
WHERE create_time >= '2026-06-05 11:30:00'
GROUP BY region;

-- July is in no segment: its rows are groups of one
-- state: uncovered
SELECT region, avg(play_count) AS plays FROM videos GROUP BY region;
-- rewritten: from 240000 groups by create_time, region, language, is_ad
SELECT region, sdq_mean(sum(_sdq_play_count_sum), sum(_sdq_play_count_rows)) AS plays
FROM (
  SELECT create_time, region, language, is_ad, play_count_sum AS _sdq_play_count_sum,
    play_count_rows AS _sdq_play_count_rows
  FROM segment.rollup_month
  WHERE true
  UNION ALL
  SELECT create_time, region, language, is_ad, play_count::HUGEINT AS _sdq_play_count_sum,
    (play_count IS NOT NULL)::BIGINT AS _sdq_play_count_rows
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
GROUP BY region;

-- July is in no segment, and not asked for
-- state: uncovered
SELECT region, avg(play_count) AS plays FROM videos WHERE create_time < '2026-06-15' GROUP BY region;
-- rewritten: from 1400001 groups by create_time, region, language, is_ad
SELECT region, sdq_mean(sum(_sdq_play_count_sum), sum(_sdq_play_count_rows)) AS plays
FROM (
  SELECT create_time, region, language, is_ad, play_count_sum AS _sdq_play_count_sum,
    play_count_rows AS _sdq_play_count_rows
  FROM segment.rollup_day
  WHERE true
) AS videos
WHERE create_time < '2026-06-15'
GROUP BY region;

-- A second segment, and a day is parted
-- state: extended
SELECT count(*) AS n FROM videos WHERE create_time >= '2026-06-05 11:30:00';
-- rewritten: from 140000 groups by create_time, one day row by row
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (
  SELECT create_time, rows AS _sdq_rows
  FROM segment_1.rollup_hour
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-01 00:00:00+00' + INTERVAL 1 MONTH)
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY)
  UNION ALL
  SELECT create_time, rows AS _sdq_rows
  FROM segment_2.rollup_hour
  WHERE true
    AND NOT (create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY)
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows
  FROM segment_1.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY
    AND rowid NOT BETWEEN 10000000 AND 19999999
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows
  FROM segment_2.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-05 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-05 00:00:00+00' + INTERVAL 1 DAY
) AS videos
WHERE create_time >= '2026-06-05 11:30:00';

-- Within a day, of a table of which some rows have no time: those are of no day
SELECT count(*) AS n, count(*) FILTER (WHERE create_time < '2026-06-15 12:00:00') AS earlier FROM comments;
-- rewritten: from 35000 groups by create_time, one day row by row
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  coalesce(sum(_sdq_rows) FILTER (WHERE create_time < '2026-06-15 12:00:00'), 0)::BIGINT AS earlier
FROM (
  SELECT create_time, rows AS _sdq_rows
  FROM comments_segment.rollup_hour
  WHERE true
    AND (create_time IS NULL OR NOT (create_time >= TIMESTAMPTZ '2026-06-15 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-15 00:00:00+00' + INTERVAL 1 DAY))
  UNION ALL
  SELECT create_time, 1::BIGINT AS _sdq_rows
  FROM comments_segment.scan
  WHERE create_time >= TIMESTAMPTZ '2026-06-15 00:00:00+00'
    AND create_time < TIMESTAMPTZ '2026-06-15 00:00:00+00' + INTERVAL 1 DAY
) AS comments;

-- By a flag that only totals of months are grouped by
SELECT is_ai_generated, author_verified, count(*) AS n, sum(play_count) AS plays FROM videos WHERE region = 'SE' GROUP BY ALL;
-- rewritten: from 1200000 groups by create_time, region, language, is_ad, is_ai_generated, author_verified, has_transcript
SELECT is_ai_generated, author_verified, coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  sum(_sdq_play_count_sum) AS plays
FROM (
  SELECT create_time, region /* and 5 columns more */, rows AS _sdq_rows,
    play_count_sum AS _sdq_play_count_sum
  FROM segment.rollup_categories
  WHERE true
) AS videos
WHERE region = 'SE'
GROUP BY ALL;

-- By hour
SELECT dayofweek(create_time) AS day, hour(create_time) AS hour, count(*) AS n, sum(play_count) AS plays FROM videos GROUP BY ALL;
-- rewritten: from 105000 groups by create_time
SELECT dayofweek(create_time) AS day, hour(create_time) AS hour, coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  sum(_sdq_play_count_sum) AS plays
FROM (
  SELECT create_time, rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum
  FROM segment.rollup_hour
  WHERE true
) AS videos
GROUP BY ALL;

-- By hour of another time zone, since the begin of a day there
SELECT hour(create_time AT TIME ZONE 'Europe/Stockholm') AS h, count(*) AS n FROM videos
WHERE create_time AT TIME ZONE 'Europe/Stockholm' >= '2026-06-01' GROUP BY h;
-- rewritten: from 105000 groups by create_time
SELECT hour(create_time AT TIME ZONE 'Europe/Stockholm') AS h, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
WHERE create_time AT TIME ZONE 'Europe/Stockholm' >= '2026-06-01'
GROUP BY h;

-- By a text with the hour
SELECT strftime(create_time, '%Y-%m-%d %H') AS hour, count(*) AS n FROM videos GROUP BY hour;
-- rewritten: from 105000 groups by create_time
SELECT strftime(create_time, '%Y-%m-%d %H') AS hour, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
GROUP BY hour;

-- In buckets of hours
SELECT time_bucket(INTERVAL '6 hours', create_time) AS bucket, count(*) AS n FROM videos GROUP BY bucket;
-- rewritten: from 105000 groups by create_time
SELECT time_bucket(INTERVAL '6 hours', create_time) AS bucket, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
GROUP BY bucket;

-- In buckets of months
SELECT time_bucket(INTERVAL '3 months', create_time) AS bucket, count(*) AS n FROM videos GROUP BY bucket;
-- rewritten: from 105000 groups by create_time
SELECT time_bucket(INTERVAL '3 months', create_time) AS bucket, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
GROUP BY bucket;

-- By age in weeks
SELECT date_diff('week', create_time, TIMESTAMPTZ '2026-11-01') AS weeks, count(*) AS n FROM videos GROUP BY weeks;
-- rewritten: from 105000 groups by create_time
SELECT date_diff('week', create_time, TIMESTAMPTZ '2026-11-01') AS weeks,
  coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT create_time, rows AS _sdq_rows FROM segment.rollup_hour WHERE true) AS videos
GROUP BY weeks;

-- The first and the last moment
SELECT region, min(create_time) AS first, max(create_time) AS last, max(indexed_at) AS observed FROM videos GROUP BY region;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT region, min(_sdq_create_time_min) AS first, max(_sdq_create_time_max) AS last,
  max(_sdq_indexed_at_max) AS observed
FROM (
  SELECT create_time, region, language, is_ad, create_time_min AS _sdq_create_time_min,
    create_time_max AS _sdq_create_time_max, indexed_at_max AS _sdq_indexed_at_max
  FROM segment.rollup_month
  WHERE true
) AS videos
GROUP BY region;

-- When rows were observed
SELECT date_trunc('month', indexed_at) AS month, count(*) AS n FROM videos GROUP BY month;
-- rewritten: from 4500 groups by indexed_at
SELECT date_trunc('month', indexed_at) AS month, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT indexed_at, rows AS _sdq_rows FROM segment.rollup_observed WHERE true) AS videos
GROUP BY month;

-- Shares and sums of expressions that are the same for all rows of a group
SELECT region, avg(CASE WHEN is_ad THEN 1.0 ELSE 0.0 END) AS ads, sum(CASE WHEN language = 'sv' THEN 1 ELSE 0 END) AS swedish, count_if(is_ad) AS n
FROM videos GROUP BY region;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT region,
  sdq_mean((sum((CASE WHEN is_ad THEN 1.0 ELSE 0.0 END) * _sdq_rows::DECIMAL(18, 0)) * 10)::HUGEINT,
      (sum(CASE WHEN (CASE WHEN is_ad THEN 1.0 ELSE 0.0 END) IS NOT NULL THEN _sdq_rows END) * 10)) AS ads,
  sum((CASE WHEN language = 'sv' THEN 1 ELSE 0 END)::HUGEINT * _sdq_rows) AS swedish,
  sum(CASE WHEN (is_ad) IS NOT NULL THEN CASE WHEN is_ad THEN _sdq_rows ELSE 0 END END) AS n
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_month WHERE true) AS videos
GROUP BY region;

-- Result columns without an alias keep the names that DuckDB gives their expressions
SELECT region, sum(CASE WHEN is_ad THEN 1 ELSE 0 END), CASE WHEN count(*) > 100 THEN 'many' ELSE NULL END, -count(*), count(*) FILTER (WHERE NOT is_ad)
FROM videos GROUP BY region;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT region,
  sum((CASE WHEN is_ad THEN 1 ELSE 0 END)::HUGEINT * _sdq_rows) AS "sum(CASE  WHEN (is_ad) THEN (1) ELSE 0 END)",
  CASE WHEN coalesce(sum(_sdq_rows), 0)::BIGINT > 100 THEN 'many' ELSE NULL END AS "CASE  WHEN ((count_star() > 100)) THEN ('many') ELSE NULL END",
  -coalesce(sum(_sdq_rows), 0)::BIGINT AS "-(count_star())",
  coalesce(sum(_sdq_rows) FILTER (WHERE NOT is_ad), 0)::BIGINT AS "count_star() FILTER (WHERE (NOT is_ad))"
FROM (SELECT create_time, region, language, is_ad, rows AS _sdq_rows FROM segment.rollup_month WHERE true) AS videos
GROUP BY region;

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT region, count(*) AS n FROM videos WHERE create_time >= TIMESTAMPTZ '2026-01-01 00:00:00+00' GROUP BY region;
-- rewritten: from 360000 groups by create_time, region, language, is_ad
SELECT region, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (
  SELECT create_time, region, language, is_ad, rows AS _sdq_rows
  FROM segment.rollup_month
  WHERE rowid NOT IN (SELECT _sdq_place FROM changes.groups WHERE _sdq_place IS NOT NULL)
  UNION ALL
  SELECT create_time, region, language, is_ad, _sdq_rows FROM changes.groups WHERE _sdq_rows_left > 0
  UNION ALL
  SELECT create_time, region, language, is_ad, 1::BIGINT AS _sdq_rows FROM changes.delta
) AS videos
WHERE create_time >= TIMESTAMPTZ '2026-01-01 00:00:00+00'
GROUP BY region;

-- The greatest value, where a masked row may have had it
-- state: masked
SELECT date_trunc('month', create_time) AS m, max(play_count) AS best FROM videos GROUP BY 1;
-- rewritten: from 105000 groups by create_time
-- speculative; guard: at least 1 rows in the result
SELECT date_trunc('month', create_time) AS m,
  sdq_known_greatest(max(_sdq_play_count_max), max(_sdq_play_count_max_unsure)) AS best
FROM (
  SELECT create_time, play_count_max AS _sdq_play_count_max, NULL AS _sdq_play_count_max_unsure
  FROM segment.rollup_hour
  WHERE rowid NOT IN (SELECT _sdq_place FROM changes.groups WHERE _sdq_place IS NOT NULL)
  UNION ALL
  SELECT create_time, _sdq_play_count_max, _sdq_play_count_max_unsure
  FROM changes.groups
  WHERE _sdq_rows_left > 0
  UNION ALL
  SELECT create_time, play_count AS _sdq_play_count_max, NULL AS _sdq_play_count_max_unsure FROM changes.delta
) AS videos
GROUP BY 1;
