-- tag-rows: rows that carry a hashtag, from `tags`, which has them together, newest first, with author and two counts
-- beside. Other columns are fetched by ordinals; if those are too many, `scan` answers where it has the columns, else
-- the base files (not shown).

-- Columns that stand beside the hashtag. The list of the one hashtag stands for the rows' own: WHERE holds for both
SELECT author, play_count FROM videos WHERE list_contains(hashtags, 'cats');
-- rewritten: by hashtag cats
SELECT author, play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) AS videos
WHERE list_contains(hashtags, 'cats');

-- The same in other words
SELECT play_count FROM videos WHERE 'cats' = ANY(hashtags);
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) AS videos
WHERE 'cats' = ANY(hashtags);

-- The same in other words
SELECT play_count FROM videos WHERE hashtags && ['cats'];
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) AS videos
WHERE hashtags && ['cats'];

-- The same in other words
SELECT play_count FROM videos WHERE list_has_all(hashtags, ['cats']);
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) AS videos
WHERE list_has_all(hashtags, ['cats']);

-- Only rows are counted
SELECT count(*) AS n FROM videos AS v WHERE array_contains(v.hashtags, 'cats');
-- rewritten: by hashtag cats
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) AS v
WHERE array_contains(v.hashtags, 'cats');

-- The list is looked at elsewhere: it has to be the rows' own
SELECT len(hashtags) AS tags FROM videos WHERE list_contains(hashtags, 'cats');
-- rewritten: by hashtag cats
-- step 1: at most 16,837 ordinals
SELECT *
FROM (SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats')) WHERE true) LIMIT 30001;
-- then
SELECT len(hashtags) AS tags
FROM (SELECT hashtags FROM (SELECT hashtags FROM fetched_rows_0)) AS videos
WHERE list_contains(hashtags, 'cats');
-- else
SELECT len(hashtags) AS tags
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
    )
  ) OFFSET 0
) AS videos
WHERE list_contains(hashtags, 'cats');

-- Wide columns
SELECT description FROM videos WHERE contains(hashtags, 'cats') ORDER BY create_time DESC LIMIT 20;
-- rewritten: by hashtag cats
-- step 1: at most 11,868 ordinals
SELECT *
FROM (SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats')) WHERE true) LIMIT 30001;
-- then
SELECT description
FROM (
  SELECT description, create_time, hashtags
  FROM (SELECT description, create_time, hashtags FROM fetched_rows_0)
) AS videos
WHERE contains(hashtags, 'cats')
ORDER BY create_time DESC LIMIT 20;
-- else
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
    )
  )
) AS videos
WHERE contains(hashtags, 'cats')
ORDER BY create_time DESC LIMIT 20;

-- Any of several: a row may carry both, and comes once
SELECT play_count FROM videos WHERE list_has_any(hashtags, ['cats', 'dogs']);
-- rewritten: by hashtag cats, dogs
-- step 1: at most 6,037 ordinals
SELECT *
FROM (SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats', 'dogs')) WHERE true) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT play_count, hashtags FROM (SELECT play_count, hashtags FROM fetched_rows_0)) AS videos
WHERE list_has_any(hashtags, ['cats', 'dogs']);
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats', 'dogs'))
    )
  )
) AS videos
WHERE list_has_any(hashtags, ['cats', 'dogs']);

-- All of several: rows that have all of them
SELECT play_count FROM videos WHERE hashtags @> ['cats', 'dogs'];
-- rewritten: by hashtag cats and hashtag dogs
-- step 1: at most 18,337 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.tags
    WHERE hashtag IN ('cats') AND ordinal IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('dogs'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT play_count, hashtags FROM (SELECT play_count, hashtags FROM fetched_rows_0)) AS videos
WHERE hashtags @> ['cats', 'dogs'];
-- else
SELECT play_count
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.tags
        WHERE hashtag IN ('cats') AND ordinal IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('dogs'))
      )
    )
  ) OFFSET 0
) AS videos
WHERE hashtags @> ['cats', 'dogs'];

-- Two conditions: rows that pass both
SELECT play_count FROM videos WHERE list_contains(hashtags, 'cats') AND list_contains(hashtags, 'dogs');
-- rewritten: by hashtag cats and hashtag dogs
-- step 1: at most 18,337 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.tags
    WHERE hashtag IN ('cats') AND ordinal IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('dogs'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT play_count, hashtags FROM (SELECT play_count, hashtags FROM fetched_rows_0)) AS videos
WHERE list_contains(hashtags, 'cats') AND list_contains(hashtags, 'dogs');
-- else
SELECT play_count
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.tags
        WHERE hashtag IN ('cats') AND ordinal IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('dogs'))
      )
    )
  ) OFFSET 0
) AS videos
WHERE list_contains(hashtags, 'cats') AND list_contains(hashtags, 'dogs');

-- By a parameter
-- parameters: ["cats"]
SELECT play_count FROM videos WHERE list_contains(hashtags, $1);
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) AS videos
WHERE list_contains(hashtags, $1);

-- Since a moment: rows of the other files are left out
SELECT play_count FROM videos WHERE list_contains(hashtags, 'cats') AND create_time >= '2026-06-15';
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats') AND (ordinal BETWEEN 10000000 AND 29999999)
    )
  )
) AS videos
WHERE list_contains(hashtags, 'cats') AND create_time >= '2026-06-15';

-- Joined: WHERE applies
SELECT v.play_count, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id
WHERE list_contains(v.hashtags, 'cats');
-- rewritten: by hashtag cats
SELECT v.play_count, c.text
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
    )
  )
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE list_contains(v.hashtags, 'cats');

-- June was replaced: its ordinals are left out; of its file, rows are filtered before their list is replaced
-- state: stale
SELECT play_count FROM videos WHERE list_contains(hashtags, 'cats');
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats') AND ordinal NOT BETWEEN 10000000 AND 19999999
      UNION ALL
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
      WHERE list_contains(hashtags, 'cats')
    )
  )
) AS videos
WHERE list_contains(hashtags, 'cats');

-- July is in no segment
-- state: uncovered
SELECT play_count FROM videos WHERE list_contains(hashtags, 'cats');
-- rewritten: by hashtag cats
SELECT play_count
FROM (
  SELECT video_id, author /* and 6 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM segment.tags
      WHERE hashtag IN ('cats')
      UNION ALL
      SELECT video_id, author, author_id, create_time, play_count, like_count
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
      WHERE list_contains(hashtags, 'cats')
    )
  )
) AS videos
WHERE list_contains(hashtags, 'cats');

-- July is in no segment, and the list is the rows' own
-- state: uncovered
SELECT len(hashtags) AS tags FROM videos WHERE list_contains(hashtags, 'cats');
-- rewritten: by hashtag cats
-- step 1: at most 16,837 ordinals
SELECT *
FROM (SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats')) WHERE true) LIMIT 30001;
-- then
SELECT len(hashtags) AS tags
FROM (
  SELECT hashtags
  FROM (
    SELECT hashtags FROM fetched_rows_0
    UNION ALL
    SELECT hashtags FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE list_contains(hashtags, 'cats');
-- else
SELECT len(hashtags) AS tags
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      UNION ALL
      SELECT video_id, author /* and 25 columns more */
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
    )
  ) OFFSET 0
) AS videos
WHERE list_contains(hashtags, 'cats');

-- A second segment: its ordinals are counted on
-- state: extended
SELECT description FROM videos WHERE list_contains(hashtags, 'cats');
-- rewritten: by hashtag cats
-- step 1: at most 10,368 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (SELECT ordinal FROM segment_1.tags WHERE hashtag IN ('cats'))
  WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
  UNION ALL
  SELECT ordinal::BIGINT + 30000000
  FROM (SELECT ordinal FROM segment_2.tags WHERE hashtag IN ('cats'))
  WHERE true
) LIMIT 30001;
-- then
SELECT description
FROM (SELECT description, hashtags FROM (SELECT description, hashtags FROM fetched_rows_0)) AS videos
WHERE list_contains(hashtags, 'cats');
-- else
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment_1.scan
      WHERE rowid IN (SELECT ordinal FROM segment_1.tags WHERE hashtag IN ('cats'))
        AND rowid NOT BETWEEN 10000000 AND 19999999
      UNION ALL
      SELECT video_id, author /* and 24 columns more */
      FROM segment_2.scan
      WHERE rowid IN (SELECT ordinal FROM segment_2.tags WHERE hashtag IN ('cats'))
    )
  )
) AS videos
WHERE list_contains(hashtags, 'cats');
