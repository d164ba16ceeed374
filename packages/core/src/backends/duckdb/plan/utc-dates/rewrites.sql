-- utc-dates: date functions of TIMESTAMPTZ columns, for which DuckDB uses ICU calendars, run on the TIMESTAMP of the same
-- microseconds. The plan without these changes runs where DuckDB does not accept them.

-- Parts of a time
SELECT hour(create_time) AS h, count(*) AS n FROM videos GROUP BY hour(create_time);
-- utc-dates: without time zones: hour(create_time)
SELECT hour(sdq_utc(create_time)) AS h, count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
GROUP BY hour(sdq_utc(create_time));
-- else
SELECT hour(create_time) AS h, count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
GROUP BY hour(create_time);

-- Without an alias: the name that DuckDB gives
SELECT dayofweek(v.create_time), strftime(v.create_time, '%H:%M') FROM videos v;
-- utc-dates: without time zones: dayofweek(v.create_time), strftime(v.create_time, '%H:%M')
SELECT dayofweek(sdq_utc(v.create_time)) AS "dayofweek(v.create_time)",
  strftime(sdq_utc(v.create_time), '%H:%M') AS "strftime(v.create_time, '%H:%M')"
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v;
-- else
SELECT dayofweek(v.create_time), strftime(v.create_time, '%H:%M')
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v;

-- A result that is a TIMESTAMPTZ stays one
SELECT date_trunc('month', create_time) AS m, time_bucket(INTERVAL '7 days', create_time) AS w FROM videos;
-- utc-dates: without time zones: date_trunc('month', create_time), time_bucket(INTERVAL '7 days', create_time)
SELECT sdq_date_trunc('month', create_time) AS m, sdq_time_bucket(INTERVAL '7 days', create_time) AS w
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT date_trunc('month', create_time) AS m, time_bucket(INTERVAL '7 days', create_time) AS w
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- A cast, and extract
SELECT create_time::DATE AS d, extract(year FROM create_time) AS y FROM videos;
-- utc-dates: without time zones: create_time::DATE, extract(year FROM create_time)
SELECT sdq_utc(create_time)::DATE AS d, extract(year FROM sdq_utc(create_time)) AS y
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT create_time::DATE AS d, extract(year FROM create_time) AS y
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- In another time zone: its offset is searched for by the times at which it changes
SELECT hour(create_time AT TIME ZONE 'Europe/Berlin') AS h, author FROM videos WHERE play_count > 9;
-- utc-dates: without time zones: create_time AT TIME ZONE 'Europe/Berlin'
SELECT hour(CASE WHEN create_time >= make_timestamptz(1667091600000000) AND create_time < make_timestamptz(1806195600000000) THEN make_timestamp(epoch_us(create_time) + CASE WHEN create_time < make_timestamptz(1729990800000000) THEN CASE WHEN create_time < make_timestamptz(1698541200000000) THEN CASE WHEN create_time < make_timestamptz(1679792400000000) THEN 3600000000 ELSE 7200000000 END ELSE CASE WHEN create_time < make_timestamptz(1711846800000000) THEN 3600000000 ELSE 7200000000 END END ELSE CASE WHEN create_time < make_timestamptz(1761440400000000) THEN CASE WHEN create_time < make_timestamptz(1743296400000000) THEN 3600000000 ELSE 7200000000 END ELSE CASE WHEN create_time < make_timestamptz(1774746000000000) THEN 3600000000 ELSE CASE WHEN create_time < make_timestamptz(1792890000000000) THEN 7200000000 ELSE 3600000000 END END END END) ELSE timezone('Europe/Berlin', create_time) END) AS h,
  author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE play_count > 9;
-- else
SELECT hour(create_time AT TIME ZONE 'Europe/Berlin') AS h, author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE play_count > 9;

-- In another time zone, without an alias
SELECT v.create_time AT TIME ZONE 'Asia/Tokyo' FROM videos v;
-- utc-dates: without time zones: v.create_time AT TIME ZONE 'Asia/Tokyo'
SELECT CASE WHEN v.create_time >= make_timestamptz(1262304000000000)
  AND v.create_time < make_timestamptz(2082758400000000) THEN make_timestamp(epoch_us(v.create_time) + 32400000000) ELSE timezone('Asia/Tokyo', v.create_time) END AS "main.timezone('Asia/Tokyo', v.create_time)"
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v;
-- else
SELECT v.create_time AT TIME ZONE 'Asia/Tokyo'
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v;

-- Times that a subquery made
WITH firsts AS (SELECT author, min(create_time) AS first FROM videos GROUP BY author)
SELECT date_diff('month', f.first, v.create_time) AS months FROM videos v JOIN firsts f USING (author);
-- utc-dates: without time zones: date_diff('month', f.first, v.create_time)
WITH firsts AS (
  SELECT author, min(create_time) AS first
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  GROUP BY author
)
SELECT sdq_date_diff('month', f.first, v.create_time) AS months
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
JOIN firsts f USING (author);
-- else
WITH firsts AS (
  SELECT author, min(create_time) AS first
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  GROUP BY author
)
SELECT date_diff('month', f.first, v.create_time) AS months
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
JOIN firsts f USING (author);

-- Differences of times since 1970, and a time shifted by a literal interval
SELECT create_time - lag(create_time) OVER (PARTITION BY author ORDER BY create_time) AS gap FROM videos
WHERE create_time + INTERVAL 7 DAY > now();
-- utc-dates: without time zones: create_time - lag(create_time) OVER (PARTITION BY author ORD…, create_time + INTERVAL 7 DAY
SELECT sdq_utc(create_time) - sdq_utc(lag(create_time) OVER (PARTITION BY author ORDER BY create_time)) AS gap
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE make_timestamptz(epoch_us(sdq_utc(create_time) + INTERVAL 7 DAY)) > now();
-- else
SELECT create_time - lag(create_time) OVER (PARTITION BY author ORDER BY create_time) AS gap
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time + INTERVAL 7 DAY > now();

-- A comparison of date_trunc with a constant: DuckDB makes a range of it
SELECT author FROM videos WHERE date_trunc('month', create_time) = '2026-06-01' AND hour(create_time) = 3;
-- utc-dates: without time zones: hour(create_time)
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE date_trunc('month', create_time) = '2026-06-01' AND hour(sdq_utc(create_time)) = 3;
-- else
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE date_trunc('month', create_time) = '2026-06-01' AND hour(create_time) = 3;

-- One of the calls is in a result column whose name is not known here
SELECT year(create_time) > 1e-7, month(create_time) AS m FROM videos;
-- utc-dates: without time zones: month(create_time); unchanged: year(create_time): a result column has no name: give it one with AS
SELECT year(create_time) > 1e-7, month(sdq_utc(create_time)) AS m
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT year(create_time) > 1e-7, month(create_time) AS m
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- Files that were replaced: zone maps bound their times
-- state: stale
SELECT hour(create_time) AS h FROM videos;
-- utc-dates: without time zones: hour(create_time)
SELECT hour(sdq_utc(create_time)) AS h
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT hour(create_time) AS h
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- Files that no segment holds
-- state: uncovered
SELECT hour(create_time) AS h FROM videos;
-- utc-dates: without time zones: hour(create_time)
SELECT hour(sdq_utc(create_time)) AS h
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT hour(create_time) AS h
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- The name of a column that is made of CASE
SELECT CASE WHEN year(create_time) > 2000 THEN 1 END FROM videos;
-- utc-dates: without time zones: year(create_time)
SELECT CASE WHEN year(sdq_utc(create_time)) > 2000 THEN 1 END AS "CASE  WHEN ((""year""(create_time) > 2000)) THEN (1) ELSE NULL END"
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT CASE WHEN year(create_time) > 2000 THEN 1 END
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
