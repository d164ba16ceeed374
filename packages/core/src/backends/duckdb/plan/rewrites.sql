-- What the planner does with any path's relation. stream-limit: rows that are taken as they come, up to a LIMIT, are
-- kept from being chosen by number first. push-limit: the engine stops at the rows that the caller reads at most.

-- Any rows, up to a LIMIT
SELECT author, description FROM videos LIMIT 3000;
-- stream-limit: rows are handed on as they come, up to the LIMIT
-- push-limit: the query has a LIMIT of its own
SELECT author, description
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) OFFSET 0
) AS videos LIMIT 3000;

-- All rows, up to what is read of the result
SELECT author, description FROM videos;
-- stream-limit: rows are handed on as they come, up to the LIMIT
-- push-limit: the engine stops at 1000001 rows
SELECT author, description
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) OFFSET 0
) AS videos LIMIT 1000001;

-- A statement without SELECT
TABLE videos;
-- stream-limit: rows are handed on as they come, up to the LIMIT
-- push-limit: the engine stops at 1000001 rows
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) OFFSET 0
) AS videos LIMIT 1000001;

-- In a subquery
SELECT count(*) AS n FROM (SELECT author FROM videos v LIMIT 3000);
-- stream-limit: rows are handed on as they come, up to the LIMIT
-- push-limit: the engine stops at 1000001 rows
SELECT count(*) AS n
FROM (
  SELECT author
  FROM (
    FROM (
      SELECT video_id, author /* and 26 columns more */
      FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
    ) OFFSET 0
  ) v LIMIT 3000
) LIMIT 1000001;

-- WHERE: rows that pass are not chosen by number
SELECT author FROM videos WHERE region = 'SE';
-- push-limit: the engine stops at 1000001 rows
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE region = 'SE' LIMIT 1000001;

-- ORDER BY: a top-k in place of a full sort
SELECT author FROM videos ORDER BY create_time DESC;
-- push-limit: the engine stops at 1000001 rows
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
ORDER BY create_time DESC LIMIT 1000001;

-- Aggregates
SELECT region, count(*) AS n FROM videos GROUP BY region;
-- push-limit: the engine stops at 1000001 rows
SELECT region, count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
GROUP BY region LIMIT 1000001;

-- Set operations: a LIMIT for all
SELECT author FROM videos UNION ALL SELECT author FROM comments;
-- push-limit: the engine stops at 1000001 rows
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
UNION ALL
SELECT author
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS comments LIMIT 1000001;

-- Files that were replaced
-- state: stale
SELECT author FROM videos LIMIT 3000;
-- stream-limit: rows are handed on as they come, up to the LIMIT
-- push-limit: the query has a LIMIT of its own
SELECT author
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) OFFSET 0
) AS videos LIMIT 3000;

-- Files that no segment holds
-- state: uncovered
SELECT author FROM videos LIMIT 3000;
-- stream-limit: rows are handed on as they come, up to the LIMIT
-- push-limit: the query has a LIMIT of its own
SELECT author
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) OFFSET 0
) AS videos LIMIT 3000;
