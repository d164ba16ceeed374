-- Subqueries in FROM that select columns and rows of one table are merged into the queries around them, so that access paths
-- see what is asked of the table. CTEs that are read once are such subqueries.

-- A dataset as BI programs write it
SELECT region, count(*) AS n FROM (SELECT * FROM videos WHERE is_ad) AS virtual_table GROUP BY region ORDER BY n DESC LIMIT 10;
-- merge-subqueries: subqueries are merged into the queries that read them
SELECT region, count_star() AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS virtual_table
WHERE virtual_table.is_ad
GROUP BY region
ORDER BY n DESC LIMIT 10;
-- else
SELECT region, count(*) AS n
FROM (
  SELECT *
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE is_ad
) AS virtual_table
GROUP BY region
ORDER BY n DESC LIMIT 10;

-- A condition outside
SELECT * FROM (SELECT video_id, author, play_count AS plays FROM videos) AS v WHERE v.video_id = '7';
-- merge-subqueries: subqueries are merged into the queries that read them
SELECT v.video_id, v.author, v.play_count AS plays
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT NULL::VARCHAR AS video_id, NULL::VARCHAR AS author /* and 25 columns more */ WHERE false)
) AS v
WHERE (v.video_id = '7');
-- else
SELECT *
FROM (
  SELECT video_id, author, play_count AS plays
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
) AS v
WHERE v.video_id = '7';

-- CTEs, one upon the other, with a computed column
WITH ads AS (SELECT *, date_trunc('month', create_time) AS month FROM videos WHERE is_ad),
  german AS (SELECT month, like_count FROM ads WHERE region = 'DE')
SELECT month, sum(like_count) FROM german GROUP BY month ORDER BY month;
-- merge-subqueries: subqueries are merged into the queries that read them
SELECT date_trunc('month', german.create_time) AS month, sum(like_count)
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS german
WHERE (german.is_ad AND (german.region = 'DE'))
GROUP BY date_trunc('month', german.create_time)
ORDER BY date_trunc('month', german.create_time);
-- else
WITH ads AS (
  SELECT *, date_trunc('month', create_time) AS month
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE is_ad
), german AS (SELECT month, like_count FROM ads WHERE region = 'DE')
SELECT month, sum(like_count)
FROM german
GROUP BY month
ORDER BY month;

-- In a set operation
SELECT author FROM (SELECT author, region FROM videos) WHERE region = 'DE' UNION SELECT 'nobody';
-- merge-subqueries: subqueries are merged into the queries that read them
(
  SELECT author
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS unnamed_subquery
  WHERE (region = 'DE')
)
UNION (SELECT 'nobody');
-- else
SELECT author
FROM (
  SELECT author, region
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
)
WHERE region = 'DE'
UNION SELECT 'nobody';

-- Stale rows
-- state: stale
SELECT author FROM (SELECT * FROM videos WHERE play_count > 5) AS v WHERE v.region = 'DE';
-- merge-subqueries: subqueries are merged into the queries that read them
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS v
WHERE ((v.play_count > 5) AND (v.region = 'DE'));
-- else
SELECT author
FROM (
  SELECT *
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE play_count > 5
) AS v
WHERE v.region = 'DE';

-- Rows that no segment covers
-- state: uncovered
SELECT author FROM (SELECT * FROM videos WHERE play_count > 5) AS v WHERE v.region = 'DE';
-- merge-subqueries: subqueries are merged into the queries that read them
SELECT author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS v
WHERE ((v.play_count > 5) AND (v.region = 'DE'));
-- else
SELECT author
FROM (
  SELECT *
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE play_count > 5
) AS v
WHERE v.region = 'DE';

-- The first of each month: DuckDB sorts all rows where an expression partitions them, and none where a column does
SELECT video_id, play_count FROM videos QUALIFY row_number() OVER (PARTITION BY date_trunc('month', create_time) ORDER BY play_count DESC) = 1;
-- merge-subqueries: windows partition rows of a subquery by its columns
SELECT video_id, play_count
FROM (
  SELECT video_id, play_count, date_trunc('month', create_time) AS _sdq_partition_1
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
) AS videos
QUALIFY (row_number() OVER (PARTITION BY _sdq_partition_1 ORDER BY play_count DESC) = 1);
-- else
SELECT video_id, play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
QUALIFY row_number() OVER (PARTITION BY date_trunc('month', create_time) ORDER BY play_count DESC) = 1;

-- The first row of each author by two terms: only rows with the first value of one are sorted
SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY create_time DESC, video_id) = 1;
-- merge-subqueries: windows partition rows of a subquery by its columns
SELECT video_id
FROM (
  SELECT video_id, author, create_time
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
) AS videos
INNER JOIN (
  SELECT author AS _sdq_first_1, max(create_time) AS _sdq_first
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  GROUP BY author
) AS _sdq_firsts ON (((videos.author IS NOT DISTINCT FROM _sdq_firsts._sdq_first_1) AND (videos.create_time IS NOT DISTINCT FROM _sdq_firsts._sdq_first)))
QUALIFY (row_number() OVER (PARTITION BY author ORDER BY create_time DESC, video_id) = 1);
-- else
SELECT video_id
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
QUALIFY row_number() OVER (PARTITION BY author ORDER BY create_time DESC, video_id) = 1;
