-- sample: so many rows at random. Of the whole table, the planner draws their numbers, anew for each plan; of rows that
-- pass WHERE, DuckDB draws among their ordinals, found by narrow columns. Then they are fetched whole.

-- Of the table
SELECT description FROM videos USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest([/* 10 numbers */]::BIGINT[]);
-- then
SELECT description
FROM (SELECT description FROM (SELECT description FROM fetched_rows_0)) AS videos USING SAMPLE 10 ROWS;

-- The same in other words
SELECT v.description FROM videos AS v TABLESAMPLE reservoir(10 ROWS);
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest([/* 10 numbers */]::BIGINT[]);
-- then
SELECT v.description
FROM (SELECT description FROM (SELECT description FROM fetched_rows_0)) AS v TABLESAMPLE reservoir(10 ROWS);

-- WHERE is applied to the sample
SELECT description FROM videos WHERE region = 'SE' USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest([/* 10 numbers */]::BIGINT[]);
-- then
SELECT description
FROM (SELECT description, region FROM (SELECT description, region FROM fetched_rows_0)) AS videos
WHERE region = 'SE' USING SAMPLE 10 ROWS;

-- Aggregates of a sample
SELECT avg(play_count) AS plays FROM videos USING SAMPLE 1000 ROWS;
-- rewritten: 1000 rows chosen by number
-- step 1: at most 15,046 ordinals
SELECT unnest([/* 1000 numbers */]::BIGINT[]);
-- then
SELECT avg(play_count) AS plays
FROM (SELECT play_count FROM (SELECT play_count FROM fetched_rows_0)) AS videos USING SAMPLE 1000 ROWS;

-- A sample of one of two tables
SELECT v.description, c.text FROM videos v TABLESAMPLE reservoir(10 ROWS) JOIN comments c ON c.video_id = v.video_id;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest([/* 10 numbers */]::BIGINT[]);
-- then
SELECT v.description, c.text
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) v TABLESAMPLE reservoir(10 ROWS)
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id;

-- Of rows that pass
SELECT * FROM (SELECT description FROM videos WHERE region = 'SE') USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (SELECT * FROM (SELECT region, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
  WHERE region = 'SE'
) USING SAMPLE 10 ROWS;
-- then
SELECT *
FROM (
  SELECT description
  FROM (SELECT description, region FROM (SELECT description, region FROM fetched_rows_0)) AS videos
  WHERE region = 'SE'
) USING SAMPLE 10 ROWS;

-- Of rows that pass, by the table's own clause
SELECT description FROM (SELECT description FROM videos v WHERE v.author = 'ada') AS own TABLESAMPLE reservoir(10 ROWS);
-- rewritten: 10 rows chosen by number
-- step 1: at most 6,766 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (SELECT * FROM (SELECT author, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('ada'))) v
  WHERE v.author = 'ada'
) USING SAMPLE 10 ROWS;
-- then
SELECT description
FROM (
  SELECT description
  FROM (SELECT author, description FROM (SELECT author, description FROM fetched_rows_0)) v
  WHERE v.author = 'ada'
) AS own TABLESAMPLE reservoir(10 ROWS);
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (SELECT * FROM (SELECT author, rowid AS _ordinal FROM segment.scan WHERE true)) v
  WHERE v.author = 'ada'
) USING SAMPLE 10 ROWS;
-- then as above

-- Of rows that carry a hashtag
SELECT * FROM (SELECT description FROM videos WHERE list_contains(hashtags, 'cats')) USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 23,453 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (
    SELECT *
    FROM (
      SELECT *, ['cats'] AS hashtags
      FROM (SELECT 1 AS nothing, ordinal AS _ordinal FROM segment.tags WHERE hashtag = 'cats')
    )
  ) AS videos
  WHERE list_contains(hashtags, 'cats')
) USING SAMPLE 10 ROWS;
-- then
SELECT *
FROM (
  SELECT description
  FROM (SELECT description, hashtags FROM (SELECT description, hashtags FROM fetched_rows_0)) AS videos
  WHERE list_contains(hashtags, 'cats')
) USING SAMPLE 10 ROWS;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (SELECT * FROM (SELECT hashtags, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
  WHERE list_contains(hashtags, 'cats')
) USING SAMPLE 10 ROWS;
-- then as above

-- Of rows of some files: others are left out
SELECT * FROM (SELECT description FROM videos WHERE create_time >= '2026-06-15') USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (
    SELECT *
    FROM (
      SELECT create_time, rowid AS _ordinal
      FROM segment.scan
      WHERE true AND (rowid BETWEEN 10000000 AND 29999999)
    )
  ) AS videos
  WHERE create_time >= '2026-06-15'
) USING SAMPLE 10 ROWS;
-- then
SELECT *
FROM (
  SELECT description
  FROM (SELECT description, create_time FROM (SELECT description, create_time FROM fetched_rows_0)) AS videos
  WHERE create_time >= '2026-06-15'
) USING SAMPLE 10 ROWS;

-- A second segment: numbers are of living rows, ordinals of all
-- state: extended
SELECT description FROM videos USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest([/* 10 numbers */]::BIGINT[]);
-- then
SELECT description
FROM (SELECT description FROM (SELECT description FROM fetched_rows_0)) AS videos USING SAMPLE 10 ROWS;

-- A second segment, and rows that pass
-- state: extended
SELECT * FROM (SELECT description FROM videos WHERE region = 'SE') USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (
    SELECT *
    FROM (
      SELECT region, rowid AS _ordinal
      FROM segment_1.scan
      WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
      UNION ALL
      SELECT region, rowid::BIGINT + 30000000 AS _ordinal FROM segment_2.scan WHERE true
    )
  ) AS videos
  WHERE region = 'SE'
) USING SAMPLE 10 ROWS;
-- then
SELECT *
FROM (
  SELECT description
  FROM (SELECT description, region FROM (SELECT description, region FROM fetched_rows_0)) AS videos
  WHERE region = 'SE'
) USING SAMPLE 10 ROWS;

-- July is in no segment
-- state: uncovered
SELECT description FROM videos USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest(CASE WHEN count(*) < 10 THEN error('Too many drawn rows are masked') ELSE list(drawn) FILTER (drawn >= 0) END)
FROM (
  SELECT drawn
  FROM (SELECT unnest(range(16)) AS turn, unnest([/* 16 numbers */]::BIGINT[]) AS drawn)
  WHERE (drawn >= 0)
    OR (drawn < 0 AND -drawn <= (
        SELECT count(*) FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
      ))
  ORDER BY turn LIMIT 10
);
-- then
SELECT description
FROM (
  SELECT description
  FROM (
    SELECT description FROM fetched_rows_0
    UNION ALL
    SELECT description
    FROM (
      SELECT description, -row_number() OVER () AS _sdq_number
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
    )
    WHERE _sdq_number IN (
      SELECT drawn
      FROM (
        SELECT drawn
        FROM (SELECT unnest(range(16)) AS turn, unnest([/* 16 numbers */]::BIGINT[]) AS drawn)
        WHERE (drawn >= 0)
          OR (drawn < 0 AND -drawn <= (
              SELECT count(*) FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
            ))
        ORDER BY turn LIMIT 10
      )
    )
  )
) AS videos USING SAMPLE 10 ROWS;

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT description FROM videos USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest(CASE WHEN count(*) < 10 THEN error('Too many drawn rows are masked') ELSE list(drawn) FILTER (drawn >= 0) END)
FROM (
  SELECT drawn
  FROM (SELECT unnest(range(17)) AS turn, unnest([/* 17 numbers */]::BIGINT[]) AS drawn)
  WHERE (drawn >= 0 AND drawn NOT IN (SELECT ordinal FROM changes.masked))
    OR (drawn < 0 AND -drawn <= (SELECT count(*) FROM changes.delta))
  ORDER BY turn LIMIT 10
);
-- then
SELECT description
FROM (
  SELECT description
  FROM (
    SELECT description FROM fetched_rows_0
    UNION ALL
    SELECT description
    FROM (SELECT description, -row_number() OVER () AS _sdq_number FROM changes.delta)
    WHERE _sdq_number IN (
      SELECT drawn
      FROM (
        SELECT drawn
        FROM (SELECT unnest(range(17)) AS turn, unnest([/* 17 numbers */]::BIGINT[]) AS drawn)
        WHERE (drawn >= 0 AND drawn NOT IN (SELECT ordinal FROM changes.masked))
          OR (drawn < 0 AND -drawn <= (SELECT count(*) FROM changes.delta))
        ORDER BY turn LIMIT 10
      )
    )
  )
) AS videos USING SAMPLE 10 ROWS;

-- July is in no segment, and WHERE, which is applied to the sample, leaves it out: it is drawn from all the same
-- state: uncovered
SELECT description FROM videos WHERE create_time < '2026-06-01' USING SAMPLE 10 ROWS;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest(CASE WHEN count(*) < 10 THEN error('Too many drawn rows are masked') ELSE list(drawn) FILTER (drawn >= 0) END)
FROM (
  SELECT drawn
  FROM (SELECT unnest(range(16)) AS turn, unnest([/* 16 numbers */]::BIGINT[]) AS drawn)
  WHERE (drawn >= 0)
    OR (drawn < 0 AND -drawn <= (
        SELECT count(*) FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
      ))
  ORDER BY turn LIMIT 10
);
-- then
SELECT description
FROM (
  SELECT description, create_time
  FROM (
    SELECT description, create_time FROM fetched_rows_0
    UNION ALL
    SELECT description, create_time
    FROM (
      SELECT description, create_time, -row_number() OVER () AS _sdq_number
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
    )
    WHERE _sdq_number IN (
      SELECT drawn
      FROM (
        SELECT drawn
        FROM (SELECT unnest(range(16)) AS turn, unnest([/* 16 numbers */]::BIGINT[]) AS drawn)
        WHERE (drawn >= 0)
          OR (drawn < 0 AND -drawn <= (
              SELECT count(*) FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
            ))
        ORDER BY turn LIMIT 10
      )
    )
  )
) AS videos
WHERE create_time < '2026-06-01' USING SAMPLE 10 ROWS;

-- The first rows in random order
SELECT description FROM videos ORDER BY random() LIMIT 10;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT unnest([/* 10 numbers */]::BIGINT[]);
-- then
SELECT description
FROM (SELECT description FROM (SELECT description FROM fetched_rows_0)) AS videos
ORDER BY random() LIMIT 10;

-- The first ones in random order of those that pass WHERE
SELECT description FROM videos WHERE play_count > 5 ORDER BY random() LIMIT 10;
-- rewritten: 10 rows chosen by number
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT _ordinal
  FROM (SELECT * FROM (SELECT play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
  WHERE play_count > 5
) USING SAMPLE 10 ROWS;
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE play_count > 5
ORDER BY random() LIMIT 10;
