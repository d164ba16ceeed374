-- key-rows: rows by their keys. Key files give the ordinals, without SQL; the rows are fetched whole from row files. If
-- there are too many, the base files answer (not shown).

-- One key
SELECT description FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001';

-- All columns
SELECT * FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE video_id = '7650000000000000001';

-- Several
SELECT video_id, description FROM videos WHERE video_id IN ('7650000000000000001', '7650000000000000002');
-- rewritten: 2 keys
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001), (7650000000000000002)
-- then
SELECT video_id, description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id IN ('7650000000000000001', '7650000000000000002');

-- Several, with OR
SELECT description FROM videos WHERE video_id = '7650000000000000001' OR '7650000000000000002' = video_id;
-- rewritten: 2 keys
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001), (7650000000000000002)
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001' OR '7650000000000000002' = video_id;

-- Not the usual spelling of a number: it is another key
SELECT description FROM videos WHERE video_id IN ('7650000000000000001', '07650000000000000002');
-- rewritten: 2 keys
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001), (07650000000000000002)
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id IN ('7650000000000000001', '07650000000000000002');

-- Longer than a number can be
SELECT description FROM videos WHERE video_id IN ('7650000000000000001', '76500000000000000020');
-- rewritten: 2 keys
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001), (76500000000000000020)
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id IN ('7650000000000000001', '76500000000000000020');

-- By a parameter
-- parameters: ["7650000000000000001"]
SELECT description FROM videos WHERE video_id = $1;
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id = $1;

-- No column is wanted: the first one counts rows
SELECT count(*) AS n FROM videos v WHERE v.video_id = '7650000000000000001' AND create_time >= '2026-06-01';
-- rewritten: one key
-- step 1: at most 7,540 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT count(*) AS n
FROM (SELECT video_id, create_time FROM (SELECT video_id, create_time FROM fetched_rows_0)) v
WHERE v.video_id = '7650000000000000001' AND create_time >= '2026-06-01';

-- A computed column: what it is made of is fetched
SELECT web_url FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 7,540 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT web_url
FROM (SELECT video_id, author, '…' AS web_url FROM (SELECT video_id, author FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001';

-- Joined
SELECT v.description, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id
WHERE v.video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT v.description, c.text
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE v.video_id = '7650000000000000001';

-- The padded side of an outer join
SELECT v.description, c.text FROM comments c LEFT JOIN videos v ON c.video_id = v.video_id
WHERE v.video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
SELECT v.description, c.text
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c
LEFT JOIN (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_1)) v ON c.video_id = v.video_id
WHERE v.video_id = '7650000000000000001';

-- Two references, each by a step of its own
SELECT a.description, b.description FROM videos a, videos b
WHERE a.video_id = '7650000000000000001' AND b.video_id = '7650000000000000002';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- step 2: at most 30,000 ordinals
-- of the key file: (7650000000000000002)
-- then
SELECT a.description, b.description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) a,
  (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_1)) b
WHERE a.video_id = '7650000000000000001' AND b.video_id = '7650000000000000002';

-- Inside of an expression: a view
SELECT text, (SELECT description FROM videos WHERE video_id = '7650000000000000001') AS description FROM comments;
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001)
-- then
-- view videos
SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0);
-- for
SELECT text, (SELECT description FROM videos WHERE video_id = '7650000000000000001') AS description
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS comments;

-- June was replaced: found ordinals of it are left out, and its file read
-- state: stale
SELECT description FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file, without stale rows: (7650000000000000001)
-- then
SELECT description
FROM (
  SELECT video_id, description
  FROM (
    SELECT video_id, description FROM fetched_rows_0
    UNION ALL
    SELECT video_id, description FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE video_id = '7650000000000000001';

-- July is in no segment, and keys of such a time may be in it
-- state: uncovered
SELECT description FROM videos WHERE video_id IN ('7650000000000000001', '7660000000000000001');
-- rewritten: 2 keys
-- step 1: at most 30,000 ordinals
-- of the key file: (7650000000000000001), (7660000000000000001)
-- then
SELECT description
FROM (
  SELECT video_id, description
  FROM (
    SELECT video_id, description FROM fetched_rows_0
    UNION ALL
    SELECT video_id, description FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE video_id IN ('7650000000000000001', '7660000000000000001');

-- A second segment: its ordinals are counted on
-- state: extended
SELECT description FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of 2 key files, without stale rows: (7650000000000000001)
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001';

-- A key that is a text
SELECT * FROM hashtags WHERE name = 'dance';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file: (dance)
-- then
SELECT *
FROM (
  SELECT name, hashtag_id /* and 6 columns more */
  FROM (SELECT name, hashtag_id /* and 6 columns more */ FROM fetched_rows_0)
) AS hashtags
WHERE name = 'dance';

-- A key of two columns: each of them is compared with constants
SELECT * FROM video_stats
WHERE video_id IN ('7650000000000000001', '7650000000000000002') AND observed_at = TIMESTAMPTZ '2026-06-01 12:00:00';
-- rewritten: 2 keys
-- step 1: at most 23,740 ordinals
-- of the key file: (7650000000000000001, 1780315200000000), (7650000000000000002, 1780315200000000)
-- then
SELECT *
FROM (
  SELECT video_id, observed_at /* and 6 columns more */
  FROM (SELECT video_id, observed_at /* and 6 columns more */ FROM fetched_rows_0)
) AS video_stats
WHERE video_id IN ('7650000000000000001', '7650000000000000002')
  AND observed_at = TIMESTAMPTZ '2026-06-01 12:00:00';

-- The second segment was built before there were key files
-- state: older segment
SELECT description FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key; a segment has no key file: `sdq index build` writes it
-- step 1: at most 30,000 ordinals
-- of the key file, without stale rows: (7650000000000000001)
SELECT *
FROM (
  SELECT ordinal::BIGINT + 30000000
  FROM (SELECT ordinal FROM segment_2.ids WHERE id IN (7650000000000000001))
  WHERE true
) LIMIT 30001;
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001';

-- The same, with a key that is no number
-- state: older segment
SELECT description FROM videos WHERE video_id IN ('7650000000000000001', 'x');
-- rewritten: 2 keys; a segment has no key file: `sdq index build` writes it
-- step 1: at most 30,000 ordinals
-- of the key file, without stale rows: (7650000000000000001), (x)
SELECT *
FROM (
  SELECT ordinal::BIGINT + 30000000
  FROM (SELECT rowid AS ordinal FROM segment_2.scan WHERE video_id IN ('7650000000000000001', 'x'))
  WHERE true
) LIMIT 30001;
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id IN ('7650000000000000001', 'x');

-- A segment with `scan` only
-- state: not built
SELECT description FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key; a segment has no key file: `sdq index build` writes it
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (SELECT rowid AS ordinal FROM segment.scan WHERE video_id IN ('7650000000000000001'))
  WHERE true
) LIMIT 30001;
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) AS videos
WHERE video_id = '7650000000000000001';

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT * FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: one key
-- step 1: at most 30,000 ordinals
-- of the key file, without masked rows: (7650000000000000001)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0
    UNION ALL
    SELECT video_id, author /* and 25 columns more */ FROM changes.delta
  )
) AS videos
WHERE video_id = '7650000000000000001';
