-- index-merge: the rows that several conditions find, each through the path of its own: united for OR, intersected for
-- AND. The caller's WHERE is tested again on the rows found.

-- An owner or a tag
SELECT * FROM videos WHERE author = 'ada' OR list_contains(hashtags, 'cats');
-- rewritten: author ada or hashtag cats
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats');
-- else
SELECT *
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
    )
  ) OFFSET 0
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats');

-- A word or a tag, counted: WHERE is tested on the rows found, not on all
SELECT count(*) AS n FROM videos WHERE description ILIKE '%cats%' OR list_contains(hashtags, 'cats');
-- rewritten: words with cats or hashtag cats
-- step 1: at most 22,912 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM (
      SELECT ordinal
      FROM segment.postings
      WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'cats'))
    )
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT count(*) AS n
FROM (SELECT description, hashtags FROM (SELECT description, hashtags FROM fetched_rows_0)) AS videos
WHERE description ILIKE '%cats%' OR list_contains(hashtags, 'cats');
-- else
SELECT count(*) AS n
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM (
          SELECT ordinal
          FROM segment.postings
          WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'cats'))
        )
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
    )
  ) OFFSET 0
) AS videos
WHERE description ILIKE '%cats%' OR list_contains(hashtags, 'cats');

-- A tag and a word: nothing is left to test
SELECT count(DISTINCT music_id) AS n FROM videos WHERE list_contains(hashtags, 'cats') AND description ILIKE '%dance%';
-- rewritten: hashtag cats and words with dance
-- step 1: at most 12,694 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
    WHERE ordinal IN (
      SELECT ordinal
      FROM segment.postings
      WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
    )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT count(DISTINCT music_id) AS n
FROM (
  SELECT description, hashtags, music_id FROM (SELECT description, hashtags, music_id FROM fetched_rows_0)
) AS videos
WHERE list_contains(hashtags, 'cats') AND description ILIKE '%dance%';
-- else
SELECT count(DISTINCT music_id) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, ['cats'] AS hashtags, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 23 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
        WHERE ordinal IN (
          SELECT ordinal
          FROM segment.postings
          WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
        )
      )
    )
  )
) AS videos
WHERE list_contains(hashtags, 'cats') AND description ILIKE '%dance%';

-- A key or an owner, with another condition
SELECT * FROM videos WHERE (video_id = '7650000000000000001' OR author_id = '77') AND region = 'SE';
-- rewritten: 1 keys or author_id 77
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT rowid AS ordinal FROM segment.scan WHERE video_id IN ('7650000000000000001'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.by_author_id WHERE author_id IN ('77'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE (video_id = '7650000000000000001' OR author_id = '77') AND region = 'SE';
-- else
SELECT *
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM (SELECT rowid AS ordinal FROM segment.scan WHERE video_id IN ('7650000000000000001'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.by_author_id WHERE author_id IN ('77'))
      )
    )
  ) OFFSET 0
) AS videos
WHERE (video_id = '7650000000000000001' OR author_id = '77') AND region = 'SE';

-- The newest of an owner or a tag
SELECT * FROM videos WHERE author = 'ada' OR list_contains(hashtags, 'cats') ORDER BY create_time DESC LIMIT 20;
-- rewritten: author ada or hashtag cats
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats')
ORDER BY create_time DESC LIMIT 20;
-- else
SELECT *
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
    )
  ) OFFSET 0
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats')
ORDER BY create_time DESC LIMIT 20;

-- July is in no segment
-- state: uncovered
SELECT count(*) AS n FROM videos WHERE author = 'ada' OR list_contains(hashtags, 'cats');
-- rewritten: author ada or hashtag cats
-- step 1: at most 22,087 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT count(*) AS n
FROM (
  SELECT author, hashtags
  FROM (
    SELECT author, hashtags FROM fetched_rows_0
    UNION ALL
    SELECT author, hashtags FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats');
-- else
SELECT count(*) AS n
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
      UNION ALL
      SELECT video_id, author /* and 25 columns more */
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
    )
  ) OFFSET 0
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats');

-- June was replaced
-- state: stale
SELECT count(*) AS n FROM videos WHERE author = 'ada' OR list_contains(hashtags, 'cats');
-- rewritten: author ada or hashtag cats
-- step 1: at most 22,087 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
) LIMIT 30001;
-- then
SELECT count(*) AS n
FROM (
  SELECT author, hashtags
  FROM (
    SELECT author, hashtags FROM fetched_rows_0
    UNION ALL
    SELECT author, hashtags FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats');
-- else
SELECT count(*) AS n
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
        AND rowid NOT BETWEEN 10000000 AND 19999999
      UNION ALL
      SELECT video_id, author /* and 25 columns more */
      FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
    )
  ) OFFSET 0
) AS videos
WHERE author = 'ada' OR list_contains(hashtags, 'cats');

-- June was replaced, and May is not needed
-- state: stale
SELECT count(*) AS n FROM videos WHERE create_time >= '2026-06-15' AND (author = 'ada' OR list_contains(hashtags, 'cats'));
-- rewritten: author ada or hashtag cats
-- step 1: at most 15,750 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true AND (ordinal BETWEEN 20000000 AND 29999999)
) LIMIT 30001;
-- then
SELECT count(*) AS n
FROM (
  SELECT author, create_time, hashtags
  FROM (
    SELECT author, create_time, hashtags FROM fetched_rows_0
    UNION ALL
    SELECT author, create_time, hashtags
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND (author = 'ada' OR list_contains(hashtags, 'cats'));
-- else
SELECT count(*) AS n
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
        AND (rowid BETWEEN 20000000 AND 29999999)
      UNION ALL
      SELECT video_id, author /* and 25 columns more */
      FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
    )
  ) OFFSET 0
) AS videos
WHERE create_time >= '2026-06-15' AND (author = 'ada' OR list_contains(hashtags, 'cats'));

-- July is in no segment, and May is not needed
-- state: uncovered
SELECT count(*) AS n FROM videos WHERE create_time >= '2026-06-15' AND (author = 'ada' OR list_contains(hashtags, 'cats'));
-- rewritten: author ada or hashtag cats
-- step 1: at most 15,750 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
    UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
  )
  WHERE true AND (ordinal BETWEEN 10000000 AND 19999999)
) LIMIT 30001;
-- then
SELECT count(*) AS n
FROM (
  SELECT author, create_time, hashtags
  FROM (
    SELECT author, create_time, hashtags FROM fetched_rows_0
    UNION ALL
    SELECT author, create_time, hashtags
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND (author = 'ada' OR list_contains(hashtags, 'cats'));
-- else
SELECT count(*) AS n
FROM (
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM (
      SELECT video_id, author /* and 25 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
        UNION SELECT ordinal FROM (SELECT ordinal FROM segment.tags WHERE hashtag IN ('cats'))
      )
        AND (rowid BETWEEN 10000000 AND 19999999)
      UNION ALL
      SELECT video_id, author /* and 25 columns more */
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
    )
  ) OFFSET 0
) AS videos
WHERE create_time >= '2026-06-15' AND (author = 'ada' OR list_contains(hashtags, 'cats'));
