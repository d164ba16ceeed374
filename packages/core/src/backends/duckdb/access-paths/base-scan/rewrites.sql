-- base-scan: the base files, without those in which no row can pass WHERE by their zone maps (least and greatest
-- video_id and create_time of each file). There are three files here: May, June and July 2026.
-- Lists of columns are cut short, computed columns shown by their name, names of files and segments without hashes.
-- Written by hand are titles and questions; `npm run docs:rules` writes what becomes of them.

-- Nothing is asked: all files
SELECT author, region FROM videos;
-- prune-files: no WHERE clause
SELECT author, region
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- Since a moment
SELECT author FROM videos WHERE create_time >= '2026-07-05 11:30:00';
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time >= '2026-07-05 11:30:00';

-- The constant stands first
SELECT author FROM videos WHERE TIMESTAMPTZ '2026-06-05 00:00:00+00' > create_time;
-- prune-files: by create_time: 2 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet'], hive_partitioning = false)
) AS videos
WHERE TIMESTAMPTZ '2026-06-05 00:00:00+00' > create_time;

-- NOT of a comparison: the parser turns it round
SELECT author FROM videos WHERE NOT create_time < '2026-07-05';
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE NOT create_time < '2026-07-05';

-- Between two moments
SELECT author FROM videos WHERE create_time BETWEEN '2026-06-03' AND '2026-06-05';
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time BETWEEN '2026-06-03' AND '2026-06-05';

-- Before the first moment of a file: bounds are taken to belong to what is asked for, so the file is read
SELECT author FROM videos WHERE create_time < '2026-06-01';
-- prune-files: by create_time: 2 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time < '2026-06-01';

-- A day
SELECT author FROM videos WHERE create_time::DATE = DATE '2026-06-05';
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time::DATE = DATE '2026-06-05';

-- A day of another time zone: a day before and after it is kept
SELECT author FROM videos WHERE (create_time AT TIME ZONE 'Asia/Tokyo')::DATE = '2026-07-15';
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE (create_time AT TIME ZONE 'Asia/Tokyo')::DATE = '2026-07-15';

-- A month: the months beside are kept, since how long one is, is not looked at
SELECT author FROM videos WHERE date_trunc('month', create_time) = '2026-06-01';
-- prune-files: by create_time: 2 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE date_trunc('month', create_time) = '2026-06-01';

-- A year without videos: no file is left
SELECT author, region FROM videos WHERE year(create_time) = 2025;
-- prune-files: by create_time: 0 of 3 files
SELECT author, region
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT NULL::VARCHAR AS video_id, NULL::VARCHAR AS author /* and 25 columns more */ WHERE false)
) AS videos
WHERE year(create_time) = 2025;

-- By the clock, which says 31 July
SELECT author FROM videos WHERE create_time > now() - INTERVAL 30 DAY;
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time > now() - INTERVAL 30 DAY;

-- Days back from today
SELECT author FROM videos WHERE create_time >= current_date - 3;
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time >= current_date - 3;

-- One of several months
SELECT author FROM videos WHERE create_time < '2026-05-02' OR create_time > '2026-07-30';
-- prune-files: by create_time: 2 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time < '2026-05-02' OR create_time > '2026-07-30';

-- By a parameter
-- parameters: ["2026-07-05"]
SELECT author FROM videos WHERE create_time >= $1::TIMESTAMPTZ;
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time >= $1::TIMESTAMPTZ;

-- By ids, which begin with the time
SELECT author FROM videos WHERE video_id IN ('7650000000000000001', '7650000000000000002');
-- prune-files: by video_id: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) AS videos
WHERE video_id IN ('7650000000000000001', '7650000000000000002');

-- Beside conditions on other columns
SELECT author FROM videos WHERE region = 'SE' AND create_time >= '2026-07-01' AND play_count > 9;
-- prune-files: by create_time: 1 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE region = 'SE' AND create_time >= '2026-07-01' AND play_count > 9;

-- An alias
SELECT v.author FROM videos AS v WHERE v.create_time >= '2026-07-05';
-- prune-files: by create_time: 1 of 3 files
SELECT v.author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS v
WHERE v.create_time >= '2026-07-05';

-- TABLE
TABLE videos;
-- prune-files: no WHERE clause
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- In a common table expression
WITH recent AS (FROM videos WHERE create_time >= '2026-07-05') SELECT author FROM recent;
-- prune-files: by create_time: 1 of 3 files
WITH recent AS (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE create_time >= '2026-07-05'
)
SELECT author
FROM recent;

-- Joined: WHERE applies to both sides
SELECT v.author FROM videos v JOIN videos o ON o.video_id = v.video_id
WHERE v.create_time >= '2026-07-01' AND o.create_time < '2026-06-15';
-- prune-files: by create_time: 1 of 3 files
-- prune-files: by create_time: 2 of 3 files
SELECT v.author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) v
JOIN (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet'], hive_partitioning = false)
) o ON o.video_id = v.video_id
WHERE v.create_time >= '2026-07-01' AND o.create_time < '2026-06-15';

-- The padded side of an outer join: a condition that NULL fails drops those rows, too
SELECT c.text FROM comments c LEFT JOIN videos v ON v.video_id = c.video_id WHERE v.create_time >= '2026-07-05';
-- prune-files: comments: no condition on a column with zone maps
-- prune-files: by create_time: 1 of 3 files
SELECT c.text
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c
LEFT JOIN (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) v ON v.video_id = c.video_id
WHERE v.create_time >= '2026-07-05';

-- Inside of an expression: a view, so that the text of the expression, which names the column, stays
SELECT text, video_id IN (SELECT video_id FROM videos WHERE create_time >= '2026-07-05') FROM comments;
-- prune-files: by create_time: 1 of 3 files
-- prune-files: comments: no WHERE clause
-- view videos
SELECT video_id, author /* and 26 columns more */
FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false);
-- for
SELECT text, video_id IN (SELECT video_id FROM videos WHERE create_time >= '2026-07-05')
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS comments;

-- Twice inside of expressions: the view has the files of both
SELECT (SELECT min(author) FROM videos WHERE create_time >= '2026-07-05'),
  (SELECT max(author) FROM videos WHERE create_time < '2026-06-01');
-- prune-files: by create_time: 1 of 3 files
-- prune-files: by create_time: 2 of 3 files
-- view videos
SELECT video_id, author /* and 26 columns more */
FROM read_parquet(['month=2026-07.parquet', 'month=2026-05.parquet', 'month=2026-06.parquet'], hive_partitioning = false);
-- for
SELECT (SELECT min(author) FROM videos WHERE create_time >= '2026-07-05'),
  (SELECT max(author) FROM videos WHERE create_time < '2026-06-01');

-- Files that were replaced
-- state: stale
SELECT author FROM videos WHERE create_time < '2026-06-15';
-- prune-files: by create_time: 2 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time < '2026-06-15';

-- Files that no segment holds
-- state: uncovered
SELECT author FROM videos WHERE create_time >= '2026-06-15';
-- prune-files: by create_time: 2 of 3 files
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE create_time >= '2026-06-15';

-- Files of which some were written before a column was described: it is NULL in those
-- state: older files
SELECT cover_url FROM videos WHERE create_time < '2026-06-15';
-- prune-files: by create_time: 2 of 3 files
SELECT cover_url
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT NULL::VARCHAR AS video_id, NULL::VARCHAR AS author /* and 25 columns more */ WHERE false
    UNION ALL BY NAME
    SELECT *
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet'], hive_partitioning = false, union_by_name = true)
  )
) AS videos
WHERE create_time < '2026-06-15';

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT count(*) AS n FROM videos WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
-- prune-files: by create_time: 3 of 4 files
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT * FROM read_parquet(['delta.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
    UNION ALL BY NAME
    SELECT *
    FROM (
      SELECT * EXCLUDE (file_index, file_row_number)
      FROM (
        SELECT *, file_index
        FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false, file_row_number = true)
      )
      ANTI JOIN (
        SELECT (list_position(['month=2026-06.parquet'], file_path) - 1)::UBIGINT AS file_index,
          pos AS file_row_number
        FROM (
          SELECT *
          FROM read_parquet(['masks.parquet'], hive_partitioning = false, union_by_name = true)
          WHERE file_path IN ('month=2026-06.parquet')
        )
      ) AS masked USING (file_index, file_row_number)
    )
  )
) AS videos
WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
