-- derived-rows: the rows of a table of tags, from the structure in which the table it is derived from keeps its rows by
-- tag.

-- One tag
SELECT video_id FROM video_hashtags WHERE hashtag = 'cats' ORDER BY create_time DESC LIMIT 20;
-- rewritten: its rows are those of tags of videos
SELECT video_id
FROM (
  SELECT hashtag, create_time, video_id
  FROM (SELECT hashtag, create_time, video_id FROM segment.tags WHERE true)
) AS video_hashtags
WHERE hashtag = 'cats'
ORDER BY create_time DESC LIMIT 20;

-- All tags, counted
SELECT hashtag, count(*) AS n FROM video_hashtags GROUP BY hashtag;
-- rewritten: its rows are those of tags of videos
SELECT hashtag, count(*) AS n
FROM (
  SELECT hashtag, create_time, video_id
  FROM (SELECT hashtag, create_time, video_id FROM segment.tags WHERE true)
) AS video_hashtags
GROUP BY hashtag;

-- June was replaced: its rows are derived again from its file
-- state: stale
SELECT count(*) AS n FROM video_hashtags WHERE hashtag = 'cats';
-- rewritten: its rows are those of tags of videos
SELECT count(*) AS n
FROM (
  SELECT hashtag, create_time, video_id
  FROM (
    SELECT hashtag, create_time, video_id
    FROM segment.tags
    WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT hashtag, create_time, video_id
    FROM (
      WITH source AS (FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false))
      SELECT DISTINCT unnest(hashtags) AS hashtag, create_time, video_id
      FROM source
    )
  )
) AS video_hashtags
WHERE hashtag = 'cats';

-- July is in no segment
-- state: uncovered
SELECT count(*) AS n FROM video_hashtags WHERE hashtag = 'cats';
-- rewritten: its rows are those of tags of videos
SELECT count(*) AS n
FROM (
  SELECT hashtag, create_time, video_id
  FROM (
    SELECT hashtag, create_time, video_id FROM segment.tags WHERE true
    UNION ALL
    SELECT hashtag, create_time, video_id
    FROM (
      WITH source AS (FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false))
      SELECT DISTINCT unnest(hashtags) AS hashtag, create_time, video_id
      FROM source
    )
  )
) AS video_hashtags
WHERE hashtag = 'cats';

-- A second segment
-- state: extended
SELECT count(*) AS n FROM video_hashtags WHERE hashtag = 'cats';
-- rewritten: its rows are those of tags of videos
SELECT count(*) AS n
FROM (
  SELECT hashtag, create_time, video_id
  FROM (
    SELECT hashtag, create_time, video_id
    FROM segment_1.tags
    WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT hashtag, create_time, video_id FROM segment_2.tags WHERE true
  )
) AS video_hashtags
WHERE hashtag = 'cats';

-- The tags of two videos: their rows are fetched
SELECT hashtag FROM video_hashtags WHERE video_id IN ('10001', '10002') AND hashtag <> 'cats';
-- rewritten: derived from the rows of 2 keys of videos
-- step 1: at most 6,118 ordinals
-- of the key file: (10001), (10002)
-- then
SELECT hashtag
FROM (
  SELECT hashtag, create_time, video_id
  FROM (
    WITH source AS (
      FROM (
        SELECT video_id, create_time, hashtags
        FROM (SELECT video_id, create_time, hashtags FROM fetched_rows_0)
      )
    )
    SELECT DISTINCT unnest(hashtags) AS hashtag, create_time, video_id
    FROM source
  )
) AS video_hashtags
WHERE video_id IN ('10001', '10002') AND hashtag <> 'cats';
-- else
SELECT hashtag
FROM (
  SELECT hashtag, create_time, video_id
  FROM (SELECT hashtag, create_time, video_id FROM segment.tags WHERE true)
) AS video_hashtags
WHERE video_id IN ('10001', '10002') AND hashtag <> 'cats';

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT count(*) AS n FROM video_hashtags WHERE hashtag = 'cats';
-- rewritten: its rows are those of tags of videos
SELECT count(*) AS n
FROM (
  SELECT hashtag, create_time, video_id
  FROM (
    SELECT hashtag, create_time, video_id
    FROM segment.tags
    WHERE true AND ordinal NOT IN (SELECT ordinal FROM changes.masked)
    UNION ALL
    SELECT hashtag, create_time, video_id
    FROM (
      WITH source AS (FROM changes.delta)
      SELECT DISTINCT unnest(hashtags) AS hashtag, create_time, video_id
      FROM source
    )
  )
) AS video_hashtags
WHERE hashtag = 'cats';
