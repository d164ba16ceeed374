-- filtered-first: late materialisation of WHERE, or of a limit by rank. Narrow columns say which rows pass, then those
-- rows are fetched whole. They are looked for where all columns needed are: `tags`, `by_author`, `scan`. Where
-- more ordinals or fewer rows come than a guard allows, the next way is taken, at last the base files (not shown).

-- Of an author
SELECT description FROM videos WHERE author = 'ada' ORDER BY create_time DESC LIMIT 20;
-- rewritten: the rows that pass, found in by_author
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT author, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('ada'))) AS videos
WHERE author = 'ada' LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT author, description, create_time FROM (SELECT author, description, create_time FROM fetched_rows_0)
) AS videos
WHERE author = 'ada'
ORDER BY create_time DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT author, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE author = 'ada' LIMIT 30001;
-- then as above

-- Of a hashtag
SELECT description FROM videos WHERE list_contains(hashtags, 'cats') ORDER BY create_time DESC LIMIT 20;
-- rewritten: the rows that pass, found in tags
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (SELECT 1 AS nothing, ordinal AS _ordinal FROM segment.tags WHERE hashtag = 'cats')
  )
) AS videos
WHERE list_contains(hashtags, 'cats') LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, create_time, hashtags
  FROM (SELECT description, create_time, hashtags FROM fetched_rows_0)
) AS videos
WHERE list_contains(hashtags, 'cats')
ORDER BY create_time DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT hashtags, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE list_contains(hashtags, 'cats') LIMIT 30001;
-- then as above

-- Of rows that lead by another count
SELECT description FROM videos WHERE like_count > 50000000 ORDER BY play_count DESC LIMIT 20;
-- rewritten: the rows that pass, found in tier_like_count
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT like_count, ordinal AS _ordinal FROM segment.tier_like_count WHERE true)) AS videos
WHERE like_count > 50000000 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, play_count, like_count
  FROM (SELECT description, play_count, like_count FROM fetched_rows_0)
) AS videos
WHERE like_count > 50000000
ORDER BY play_count DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT like_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE like_count > 50000000 LIMIT 30001;
-- then as above

-- Rows that pass
SELECT description FROM videos WHERE region = 'SE' AND play_count > 10000000;
-- rewritten: the rows that pass, found in tier_play_count
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, region, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
WHERE region = 'SE' AND play_count > 10000000 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, play_count, region FROM (SELECT description, play_count, region FROM fetched_rows_0)
) AS videos
WHERE region = 'SE' AND play_count > 10000000;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, region, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE' AND play_count > 10000000 LIMIT 30001;
-- then as above

-- Any rows that pass
SELECT description FROM videos v WHERE v.region = 'SE' LIMIT 20 OFFSET 5;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT region, rowid AS _ordinal FROM segment.scan WHERE true)) v
WHERE v.region = 'SE' LIMIT 25;
-- then
SELECT description
FROM (SELECT description, region FROM (SELECT description, region FROM fetched_rows_0)) v
WHERE v.region = 'SE' LIMIT 20 OFFSET 5;

-- Any rows
SELECT description FROM videos LIMIT 20;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT 1 AS nothing, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos LIMIT 20;
-- then
SELECT description FROM (SELECT description FROM (SELECT description FROM fetched_rows_0)) AS videos LIMIT 20;

-- Rows that pass, of an author
SELECT description FROM videos WHERE author = 'ada' AND play_count > 10000000;
-- rewritten: the rows that pass, found in by_author
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (SELECT author, play_count, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('ada'))
) AS videos
WHERE author = 'ada' AND play_count > 10000000 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT author, description, play_count FROM (SELECT author, description, play_count FROM fetched_rows_0)
) AS videos
WHERE author = 'ada' AND play_count > 10000000;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT author, play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
WHERE author = 'ada' AND play_count > 10000000 LIMIT 30001;
-- then as above

-- Groups of wide columns
SELECT music_title, count(*) AS n FROM videos WHERE region = 'SE' AND language = 'sv' GROUP BY music_title;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT region, language, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE' AND language = 'sv' LIMIT 30001;
-- then
SELECT music_title, count(*) AS n
FROM (SELECT music_title, region, language FROM (SELECT music_title, region, language FROM fetched_rows_0)) AS videos
WHERE region = 'SE' AND language = 'sv'
GROUP BY music_title;

-- The first of each, by a window
SELECT description FROM videos WHERE region = 'SE'
QUALIFY row_number() OVER (PARTITION BY language ORDER BY play_count DESC) <= 3;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, region, language, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE'
QUALIFY row_number() OVER (PARTITION BY language ORDER BY play_count DESC) <= 3 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, play_count, region, language
  FROM (SELECT description, play_count, region, language FROM fetched_rows_0)
) AS videos
WHERE region = 'SE'
QUALIFY row_number() OVER (PARTITION BY language ORDER BY play_count DESC) <= 3;

-- The first alone
SELECT description FROM videos QUALIFY rank() OVER (PARTITION BY region ORDER BY create_time DESC) = 1 LIMIT 9;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT create_time, region, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
QUALIFY rank() OVER (PARTITION BY region ORDER BY create_time DESC) = 1 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, create_time, region FROM (SELECT description, create_time, region FROM fetched_rows_0)
) AS videos
QUALIFY rank() OVER (PARTITION BY region ORDER BY create_time DESC) = 1 LIMIT 9;

-- Since a moment: rows of the other files are left out
SELECT description FROM videos WHERE create_time >= '2026-06-15' AND region = 'SE' ORDER BY play_count DESC LIMIT 20;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT create_time, region, rowid AS _ordinal
    FROM segment.scan
    WHERE true AND (rowid BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND region = 'SE' LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, create_time, play_count, region
  FROM (SELECT description, create_time, play_count, region FROM fetched_rows_0)
) AS videos
WHERE create_time >= '2026-06-15' AND region = 'SE'
ORDER BY play_count DESC LIMIT 20;

-- July is in no segment
-- state: uncovered
SELECT description FROM videos WHERE region = 'SE' LIMIT 20;
-- rewritten: the rows that pass, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT region, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE' LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, region
  FROM (
    SELECT description, region FROM fetched_rows_0
    UNION ALL
    SELECT description, region FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE' LIMIT 20;

-- All rows of the month that no segment holds stand beside those that pass in the segment
-- state: uncovered
SELECT description FROM videos WHERE region = 'SE' AND play_count > 50000000;
-- rewritten: the rows that pass, found in tier_play_count
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, region, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
WHERE region = 'SE' AND play_count > 50000000 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, play_count, region
  FROM (
    SELECT description, play_count, region FROM fetched_rows_0
    UNION ALL
    SELECT description, play_count, region
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE' AND play_count > 50000000;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, region, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE' AND play_count > 50000000 LIMIT 30001;
-- then as above

-- Rows of a month that was replaced are masked by their ordinals
-- state: stale
SELECT description FROM videos WHERE region = 'SE' AND play_count > 50000000;
-- rewritten: the rows that pass, found in tier_play_count
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT play_count, region, ordinal AS _ordinal
    FROM segment.tier_play_count
    WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
  )
) AS videos
WHERE region = 'SE' AND play_count > 50000000 LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, play_count, region
  FROM (
    SELECT description, play_count, region FROM fetched_rows_0
    UNION ALL
    SELECT description, play_count, region
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE' AND play_count > 50000000;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT play_count, region, rowid AS _ordinal
    FROM segment.scan
    WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
  )
) AS videos
WHERE region = 'SE' AND play_count > 50000000 LIMIT 30001;
-- then as above
