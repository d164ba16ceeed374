-- ordered-first: late materialisation of ORDER BY with LIMIT. Narrow columns say which rows lead, then those rows are
-- fetched whole. They are looked for where all columns needed are: `tags`, `by_author`, a top-k partition, `scan`. Where
-- more ordinals or fewer rows come than a guard allows, the next way is taken, at last the base files (not shown).

-- Newest rows
SELECT description FROM videos ORDER BY create_time DESC LIMIT 20;
-- rewritten: the 20 rows that lead by create_time, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT create_time, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY create_time DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (SELECT description, create_time FROM (SELECT description, create_time FROM fetched_rows_0)) AS videos
ORDER BY create_time DESC LIMIT 20;

-- Newest rows that pass
SELECT description FROM videos WHERE region = 'SE' ORDER BY create_time DESC LIMIT 20;
-- rewritten: the 20 rows that lead by create_time, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT create_time, region, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE'
ORDER BY create_time DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, create_time, region FROM (SELECT description, create_time, region FROM fetched_rows_0)
) AS videos
WHERE region = 'SE'
ORDER BY create_time DESC LIMIT 20;

-- Oldest rows, some left out
SELECT description FROM videos ORDER BY create_time LIMIT 20 OFFSET 40;
-- rewritten: the 60 rows that lead by create_time, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT create_time, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY create_time ASC NULLS LAST LIMIT 60;
-- then
SELECT description
FROM (SELECT description, create_time FROM (SELECT description, create_time FROM fetched_rows_0)) AS videos
ORDER BY create_time LIMIT 20 OFFSET 40;

-- Most played: first in the top-k partition, which has only rows that lead
SELECT description FROM videos ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- Least played: a top-k partition does not help
SELECT description FROM videos ORDER BY play_count LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY play_count ASC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
ORDER BY play_count LIMIT 20;

-- Two terms, both narrow
SELECT description FROM videos ORDER BY play_count DESC, create_time ASC NULLS FIRST LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
SELECT _ordinal
FROM (
  SELECT * FROM (SELECT create_time, play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)
) AS videos
ORDER BY play_count DESC NULLS LAST, create_time ASC NULLS FIRST LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, create_time, play_count
  FROM (SELECT description, create_time, play_count FROM fetched_rows_0)
) AS videos
ORDER BY play_count DESC, create_time ASC NULLS FIRST LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT create_time, play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST, create_time ASC NULLS FIRST LIMIT 20;
-- then as above

-- The second term is wide: rows that tie with the last one by the first term are taken along
SELECT description FROM videos ORDER BY play_count DESC, description LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
WITH _found AS MATERIALIZED (
  SELECT _ordinal, play_count AS _value
  FROM (SELECT * FROM (SELECT play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
),
  _last AS (
    SELECT CASE WHEN count(_value) = 20 THEN min(_value) END AS _limit
    FROM (SELECT _value FROM _found ORDER BY _value DESC NULLS LAST LIMIT 20)
  )
SELECT _ordinal
FROM _found, _last
WHERE _limit IS NULL OR _value >= _limit LIMIT 30001;
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
ORDER BY play_count DESC, description LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT description, play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST, description ASC NULLS LAST LIMIT 20;
-- then as above

-- The same, ascending; the second term is no plain column
SELECT description FROM videos ORDER BY create_time, like_count + 1 LIMIT 20;
-- rewritten: the 20 rows that lead by create_time, found in scan
-- step 1: at most 30,000 ordinals
WITH _found AS MATERIALIZED (
  SELECT _ordinal, create_time AS _value
  FROM (SELECT * FROM (SELECT create_time, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
),
  _last AS (
    SELECT CASE WHEN count(_value) = 20 THEN max(_value) END AS _limit
    FROM (SELECT _value FROM _found ORDER BY _value ASC NULLS LAST LIMIT 20)
  )
SELECT _ordinal
FROM _found, _last
WHERE _limit IS NULL OR _value <= _limit LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, create_time, like_count
  FROM (SELECT description, create_time, like_count FROM fetched_rows_0)
) AS videos
ORDER BY create_time, like_count + 1 LIMIT 20;

-- By a result column
SELECT description, play_count AS plays FROM videos AS v ORDER BY plays DESC LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS v
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description, play_count AS plays
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS v
ORDER BY plays DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS v
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- Of an author
SELECT description FROM videos WHERE author = 'ada' ORDER BY create_time DESC LIMIT 20;
-- rewritten: the 20 newest rows of ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- the first 20 of the key file: (ada)
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
FROM (
  SELECT *
  FROM (SELECT author, create_time, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('ada'))
) AS videos
WHERE author = 'ada' LIMIT 20;
-- then as above

-- Rows of the same time by their key, which is their order in the base files of a month
SELECT description FROM videos WHERE author = 'ada' ORDER BY create_time DESC, video_id LIMIT 20;
-- rewritten: the 20 newest rows of ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- the first 20 of the key file: (ada)
-- then
SELECT description
FROM (
  SELECT video_id, author, description, create_time, '…' AS web_url
  FROM (SELECT video_id, author, description, create_time FROM fetched_rows_0)
) AS videos
WHERE author = 'ada'
ORDER BY create_time DESC, video_id LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
WITH _found AS MATERIALIZED (
  SELECT _ordinal, create_time AS _value
  FROM (
    SELECT *
    FROM (SELECT author, create_time, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('ada'))
  ) AS videos
  WHERE author = 'ada'
),
  _last AS (
    SELECT CASE WHEN count(_value) = 20 THEN min(_value) END AS _limit
    FROM (SELECT _value FROM _found ORDER BY _value DESC NULLS LAST LIMIT 20)
  )
SELECT _ordinal
FROM _found, _last
WHERE _limit IS NULL OR _value >= _limit LIMIT 30001;
-- then as above

-- The other way around: more rows are looked up, and where the last of them ties with others, SQL finds them
SELECT description FROM videos WHERE author = 'ada' ORDER BY create_time DESC, video_id DESC LIMIT 20;
-- rewritten: the 20 newest rows of ada, found in the key file by_author
-- step 1: at most 30,000 ordinals
WITH _found AS MATERIALIZED (
  SELECT _ordinal, create_time AS _value
  FROM (
    SELECT *
    FROM (SELECT author, create_time, ordinal AS _ordinal FROM segment.by_author WHERE author IN ('ada'))
  ) AS videos
  WHERE author = 'ada'
),
  _last AS (
    SELECT CASE WHEN count(_value) = 20 THEN min(_value) END AS _limit
    FROM (SELECT _value FROM _found ORDER BY _value DESC NULLS LAST LIMIT 20)
  )
SELECT _ordinal
FROM _found, _last
WHERE _limit IS NULL OR _value >= _limit LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT video_id, author, description, create_time, '…' AS web_url
  FROM (SELECT video_id, author, description, create_time FROM fetched_rows_0)
) AS videos
WHERE author = 'ada'
ORDER BY create_time DESC, video_id DESC LIMIT 20;

-- Of a hashtag
SELECT description FROM videos WHERE list_contains(hashtags, 'cats') ORDER BY create_time DESC LIMIT 20;
-- rewritten: the 20 newest rows of cats, found in the key file by_hashtags
-- step 1: at most 100 ordinals
-- the first 20 of the key file: (cats)
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
FROM (
  SELECT *
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (SELECT create_time, ordinal AS _ordinal FROM segment.tags WHERE hashtag = 'cats')
  )
) AS videos
WHERE list_contains(hashtags, 'cats') LIMIT 20;
-- then as above

-- Of rows that lead by another count
SELECT description FROM videos WHERE like_count > 50000 ORDER BY play_count DESC LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_like_count
-- step 1: at most 100 ordinals
SELECT _ordinal
FROM (
  SELECT * FROM (SELECT play_count, like_count, ordinal AS _ordinal FROM segment.tier_like_count WHERE true)
) AS videos
WHERE like_count > 50000
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, play_count, like_count
  FROM (SELECT description, play_count, like_count FROM fetched_rows_0)
) AS videos
WHERE like_count > 50000
ORDER BY play_count DESC LIMIT 20;
-- else
-- step 1: at least 20 and at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT * FROM (SELECT play_count, like_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)
) AS videos
WHERE like_count > 50000
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- By words: rows found are rows that pass
SELECT description FROM videos WHERE description ILIKE '%dance%' ORDER BY play_count DESC LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT play_count, rowid AS _ordinal
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
    )
  )
) AS videos
WHERE description ILIKE '%dance%'
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ILIKE '%dance%'
ORDER BY play_count DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT description, play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE description ILIKE '%dance%'
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- By words that may not pass: eight times as many rows are taken, and the result must be full
SELECT description FROM videos WHERE description LIKE '%Dance%' ORDER BY play_count DESC LIMIT 20 OFFSET 10;
-- rewritten: the 240 rows that lead by play_count, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT *, 'Dance' AS description
    FROM (
      SELECT play_count, rowid AS _ordinal
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
    )
  )
) AS videos
WHERE description LIKE '%Dance%'
ORDER BY play_count DESC NULLS LAST LIMIT 240;
-- then; guard: at least 20 rows in the result
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description LIKE '%Dance%'
ORDER BY play_count DESC LIMIT 20 OFFSET 10;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT description, play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
WHERE description LIKE '%Dance%'
ORDER BY play_count DESC NULLS LAST LIMIT 30;
-- then as above

-- Since a moment: rows of the other files are left out
SELECT description FROM videos WHERE create_time >= '2026-06-15' ORDER BY play_count DESC LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT create_time, play_count, ordinal AS _ordinal
    FROM segment.tier_play_count
    WHERE true AND (ordinal BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE create_time >= '2026-06-15'
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, create_time, play_count
  FROM (SELECT description, create_time, play_count FROM fetched_rows_0)
) AS videos
WHERE create_time >= '2026-06-15'
ORDER BY play_count DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT create_time, play_count, rowid AS _ordinal
    FROM segment.scan
    WHERE true AND (rowid BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE create_time >= '2026-06-15'
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- Inside of an expression: a view
SELECT text, (SELECT description FROM videos ORDER BY play_count DESC LIMIT 1) FROM comments;
-- rewritten: the 1 rows that lead by play_count, found in tier_play_count
-- step 1: at least 1 and at most 3,044 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 1;
-- then
-- view videos
SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0);
-- for
SELECT text, (SELECT description FROM videos ORDER BY play_count DESC LIMIT 1)
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS comments;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 1;
-- then as above

-- June was replaced: its ordinals are left out, and its file read beside
-- state: stale
SELECT description FROM videos ORDER BY create_time DESC LIMIT 20;
-- rewritten: the 20 rows that lead by create_time, found in scan
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT create_time, rowid AS _ordinal
    FROM segment.scan
    WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
  )
) AS videos
ORDER BY create_time DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, create_time
  FROM (
    SELECT description, create_time FROM fetched_rows_0
    UNION ALL
    SELECT description, create_time FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
ORDER BY create_time DESC LIMIT 20;

-- A second segment: a top-k partition is whole above the higher of both thresholds
-- state: extended
SELECT description FROM videos ORDER BY play_count DESC LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT play_count, ordinal AS _ordinal
    FROM segment_1.tier_play_count
    WHERE play_count >= greatest((SELECT min(play_count) FROM segment_1.tier_play_count),
        (SELECT min(play_count) FROM segment_2.tier_play_count))
      AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT play_count, ordinal::BIGINT + 30000000 AS _ordinal
    FROM segment_2.tier_play_count
    WHERE play_count >= greatest((SELECT min(play_count) FROM segment_1.tier_play_count),
        (SELECT min(play_count) FROM segment_2.tier_play_count))
  )
) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
ORDER BY play_count DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT play_count, rowid AS _ordinal
    FROM segment_1.scan
    WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT play_count, rowid::BIGINT + 30000000 AS _ordinal FROM segment_2.scan WHERE true
  )
) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- All rows of the month that no segment holds stand beside those that lead in the segment
-- state: uncovered
SELECT description FROM videos ORDER BY play_count DESC LIMIT 20;
-- rewritten: the 20 rows that lead by play_count, found in tier_play_count
-- step 1: at least 20 and at most 3,065 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, ordinal AS _ordinal FROM segment.tier_play_count WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then
SELECT description
FROM (
  SELECT description, play_count
  FROM (
    SELECT description, play_count FROM fetched_rows_0
    UNION ALL
    SELECT description, play_count FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
ORDER BY play_count DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (SELECT * FROM (SELECT play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
ORDER BY play_count DESC NULLS LAST LIMIT 20;
-- then as above

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT * FROM videos WHERE author = 'ada' ORDER BY create_time DESC LIMIT 20;
-- rewritten: the 20 newest rows of ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- the first 20 of the key file, without masked rows: (ada)
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
WHERE author = 'ada'
ORDER BY create_time DESC LIMIT 20;
-- else
-- step 1: at most 30,000 ordinals
SELECT _ordinal
FROM (
  SELECT *
  FROM (
    SELECT author, create_time, ordinal AS _ordinal
    FROM segment.by_author
    WHERE author IN ('ada') AND ordinal NOT IN (SELECT ordinal FROM changes.masked)
  )
) AS videos
WHERE author = 'ada'
ORDER BY create_time DESC NULLS LAST LIMIT 20;
-- then as above

-- Rows without a count first, which a top-k partition lacks
SELECT description FROM videos ORDER BY play_count DESC NULLS FIRST LIMIT 20;
-- rewritten: the 20 rows that lead in the order asked for, found in scan
-- step 1: at most 30,000 ordinals
SELECT _sdq_ordinal
FROM (
  SELECT description, _ordinal AS _sdq_ordinal
  FROM (SELECT * FROM (SELECT description, play_count, rowid AS _ordinal FROM segment.scan WHERE true)) AS videos
  ORDER BY play_count DESC NULLS FIRST LIMIT 20
);
-- then
SELECT description
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
ORDER BY play_count DESC NULLS FIRST LIMIT 20;

-- By what columns are made into, under the name that the list gives it
SELECT description, like_count / play_count AS ratio FROM videos WHERE region = 'SE' ORDER BY ratio DESC, 1 LIMIT 20;
-- rewritten: the 20 rows that lead in the order asked for, found in scan
-- step 1: at most 30,000 ordinals
SELECT _sdq_ordinal
FROM (
  SELECT description, like_count / play_count AS ratio, _ordinal AS _sdq_ordinal
  FROM (
    SELECT *
    FROM (SELECT description, play_count, like_count, region, rowid AS _ordinal FROM segment.scan WHERE true)
  ) AS videos
  WHERE region = 'SE'
  ORDER BY ratio DESC, 1 LIMIT 20
);
-- then
SELECT description, like_count / play_count AS ratio
FROM (
  SELECT description, play_count, like_count, region
  FROM (SELECT description, play_count, like_count, region FROM fetched_rows_0)
) AS videos
WHERE region = 'SE'
ORDER BY ratio DESC, 1 LIMIT 20;
