-- rows-as-stored: the rows that key files name are the result; no SQL runs. What would run if a guard failed is shown too.

-- All columns of one key, one of them computed
SELECT * FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- rewritten: the rows that are fetched are the result: no SQL runs
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE video_id = '7650000000000000001';

-- Some columns of several keys, with other names, sorted and cut
SELECT video_id AS id, play_count FROM videos WHERE video_id IN ('7650000000000000001', '7650000000000000002') ORDER BY play_count DESC NULLS FIRST, id LIMIT 10 OFFSET 1;
-- rewritten: 2 keys
-- rewritten: the 11 rows that lead in the order asked for, found in scan
-- rewritten: the rows that are fetched are the result: no SQL runs
-- step 1: at most 3,812 ordinals
-- of the key file: (7650000000000000001), (7650000000000000002)
-- then
SELECT video_id AS id, play_count
FROM (SELECT video_id, play_count FROM (SELECT video_id, play_count FROM fetched_rows_0)) AS videos
WHERE video_id IN ('7650000000000000001', '7650000000000000002')
ORDER BY play_count DESC NULLS FIRST, id LIMIT 10 OFFSET 1;
-- else
-- step 1: at most 9,440 ordinals
SELECT _sdq_ordinal
FROM (
  SELECT video_id AS id, play_count, _ordinal AS _sdq_ordinal
  FROM (
    SELECT *
    FROM (
      SELECT video_id, play_count, rowid AS _ordinal
      FROM segment.scan
      WHERE true AND (rowid BETWEEN 10000000 AND 19999999)
    )
  ) AS videos
  WHERE video_id IN ('7650000000000000001', '7650000000000000002')
  ORDER BY play_count DESC NULLS FIRST, id LIMIT 11
);
-- then as above

-- A condition that is always true
SELECT author FROM videos WHERE video_id = '7650000000000000001' AND true;
-- rewritten: one key
-- rewritten: the rows that are fetched are the result: no SQL runs
-- step 1: at most 7,540 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT author
FROM (SELECT video_id, author, '…' AS web_url FROM (SELECT video_id, author FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001' AND true;

-- The newest rows of an owner
SELECT * FROM videos WHERE author = 'anna' ORDER BY create_time DESC, video_id LIMIT 20;
-- rewritten: the 20 newest rows of anna, found in the key file by_author
-- rewritten: the rows that are fetched are the result: no SQL runs
-- step 1: at most 100 ordinals
-- the first 20 of the key file: (anna)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE author = 'anna'
ORDER BY create_time DESC, video_id LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
WITH _found AS MATERIALIZED (
  SELECT _ordinal, create_time AS _value
  FROM (
    SELECT *
    FROM (SELECT author, create_time, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('anna'))
  ) AS videos
  WHERE author = 'anna'
),
  _last AS (
    SELECT CASE WHEN count(_value) = 20 THEN min(_value) END AS _limit
    FROM (SELECT _value FROM _found ORDER BY _value DESC NULLS LAST LIMIT 20)
  )
SELECT _ordinal
FROM _found, _last
WHERE _limit IS NULL OR _value >= _limit LIMIT 30001;
-- then as above

-- Further conditions on the rows of keys
SELECT author FROM videos WHERE video_id IN ('7650000000000000001', '7650000000000000002') AND (play_count > 5 OR region IS NULL);
-- rewritten: 2 keys
-- rewritten: the rows that are fetched, and pass WHERE, are the result: no SQL runs
-- step 1: at most 14,640 ordinals
-- of the key file: (7650000000000000001), (7650000000000000002)
-- then
SELECT author
FROM (
  SELECT video_id, author, play_count, region, '…' AS web_url
  FROM (SELECT video_id, author, play_count, region FROM fetched_rows_0)
) AS videos
WHERE video_id IN ('7650000000000000001', '7650000000000000002') AND (play_count > 5 OR region IS NULL);

-- The newest rows of an owner that pass a further condition: few rows are fetched and tested, and where not enough pass, DuckDB finds them
SELECT * FROM videos WHERE author = 'anna' AND play_count >= 1000 ORDER BY create_time DESC, video_id LIMIT 20;
-- rewritten: the 20 newest rows of anna, found in the key file by_author
-- rewritten: the rows that are fetched, and pass WHERE, are the result: no SQL runs
-- step 1: at most 30,000 ordinals
-- the first 160 of the key file: (anna)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE author = 'anna' AND play_count >= 1000
ORDER BY create_time DESC, video_id LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
WITH _found AS MATERIALIZED (
  SELECT _ordinal, create_time AS _value
  FROM (
    SELECT *
    FROM (
      SELECT author, create_time, play_count, ordinal AS _ordinal
      FROM segment.by_author
      WHERE author IN ('anna')
    )
  ) AS videos
  WHERE author = 'anna' AND play_count >= 1000
),
  _last AS (
    SELECT CASE WHEN count(_value) = 20 THEN min(_value) END AS _limit
    FROM (SELECT _value FROM _found ORDER BY _value DESC NULLS LAST LIMIT 20)
  )
SELECT _ordinal
FROM _found, _last
WHERE _limit IS NULL OR _value >= _limit LIMIT 30001;
-- then as above

-- A month was written again: DuckDB unites its rows with those of the others
-- state: stale
SELECT * FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file, without stale rows: (7650000000000000001)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0
    UNION ALL
    SELECT video_id, author /* and 25 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE video_id = '7650000000000000001';

-- Rows were replaced and added since: unless one of them has the key, no SQL runs
-- state: masked
SELECT video_id, play_count FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- rewritten: the rows that are fetched are the result: no SQL runs, unless a row that was changed since has one of the keys
-- step 1: at most 7,544 ordinals
-- of the key file, without masked rows: (7650000000000000001)
-- then
SELECT video_id, play_count
FROM (
  SELECT video_id, play_count
  FROM (
    SELECT video_id, play_count FROM fetched_rows_0 UNION ALL SELECT video_id, play_count FROM changes.delta
  )
) AS videos
WHERE video_id = '7650000000000000001';
