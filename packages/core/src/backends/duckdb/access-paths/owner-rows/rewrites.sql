-- owner-rows: rows of an author by name (`by_author`) or id (`by_author_id`), or of a sound (`by_music_id`), which have
-- them together, newest first, with some counts beside. Other columns are fetched by ordinals; if those are too many,
-- `scan` answers where it has the columns, else the base files (not shown).

-- Columns that stand beside the name
SELECT create_time, play_count FROM videos WHERE author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (ada)
-- then
SELECT create_time, play_count
FROM (
  SELECT author, create_time, play_count FROM (SELECT author, create_time, play_count FROM fetched_rows_0)
) AS videos
WHERE author = 'ada';
-- else
SELECT create_time, play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
) AS videos
WHERE author = 'ada';

-- By id
SELECT max(like_count) AS most FROM videos WHERE author_id = '6800000000000000001';
-- rewritten: by author_id 6800000000000000001
SELECT max(like_count) AS most
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM segment.by_author_id
    WHERE author_id IN ('6800000000000000001')
  )
) AS videos
WHERE author_id = '6800000000000000001';

-- Several authors
SELECT author, count(*) AS n FROM videos WHERE author IN ('ada', 'grace', 'ada') GROUP BY author;
-- rewritten: by author ada, grace
SELECT author, count(*) AS n
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada', 'grace')
  )
) AS videos
WHERE author IN ('ada', 'grace', 'ada')
GROUP BY author;

-- By name and id: the name decides
SELECT play_count FROM videos WHERE author_id = '6800000000000000001' AND author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (ada)
-- then
SELECT play_count
FROM (SELECT author, author_id, play_count FROM (SELECT author, author_id, play_count FROM fetched_rows_0)) AS videos
WHERE author_id = '6800000000000000001' AND author = 'ada';
-- else
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
) AS videos
WHERE author_id = '6800000000000000001' AND author = 'ada';

-- Names that a quote is part of
SELECT play_count FROM videos WHERE author = 'o''hara';
-- rewritten: by author o'hara, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (o'hara)
-- then
SELECT play_count
FROM (SELECT author, play_count FROM (SELECT author, play_count FROM fetched_rows_0)) AS videos
WHERE author = 'o''hara';
-- else
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('o''hara'))
) AS videos
WHERE author = 'o''hara';

-- No name can be two: nothing
SELECT play_count FROM videos WHERE author = 'ada' AND author = 'grace';
-- rewritten: by author 
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE false)
) AS videos
WHERE author = 'ada' AND author = 'grace';

-- Latest of an owner, with a wide column
SELECT description FROM videos WHERE author = 'ada' ORDER BY create_time DESC LIMIT 50;
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 17,081 ordinals
-- of the key file: (ada)
-- then
SELECT description
FROM (
  SELECT author, description, create_time FROM (SELECT author, description, create_time FROM fetched_rows_0)
) AS videos
WHERE author = 'ada'
ORDER BY create_time DESC LIMIT 50;
-- else
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
  )
) AS videos
WHERE author = 'ada'
ORDER BY create_time DESC LIMIT 50;

-- Whole rows
SELECT * FROM videos WHERE author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 30,000 ordinals
-- of the key file: (ada)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE author = 'ada';
-- else
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
  )
) AS videos
WHERE author = 'ada';

-- Another narrow column: row files, else scan
SELECT hashtags FROM videos WHERE author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 22,049 ordinals
-- of the key file: (ada)
-- then
SELECT hashtags
FROM (SELECT author, hashtags FROM (SELECT author, hashtags FROM fetched_rows_0)) AS videos
WHERE author = 'ada';
-- else
SELECT hashtags
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
  )
) AS videos
WHERE author = 'ada';

-- An alias, and a further condition
SELECT v.play_count FROM videos AS v WHERE v.author = 'ada' AND v.play_count > 100;
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (ada)
-- then
SELECT v.play_count
FROM (SELECT author, play_count FROM (SELECT author, play_count FROM fetched_rows_0)) AS v
WHERE v.author = 'ada' AND v.play_count > 100;
-- else
SELECT v.play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
) AS v
WHERE v.author = 'ada' AND v.play_count > 100;

-- By a parameter
-- parameters: ["ada"]
SELECT play_count FROM videos WHERE author = $1;
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (ada)
-- then
SELECT play_count
FROM (SELECT author, play_count FROM (SELECT author, play_count FROM fetched_rows_0)) AS videos
WHERE author = $1;
-- else
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
) AS videos
WHERE author = $1;

-- Since a moment: rows of the other files are left out
SELECT play_count FROM videos WHERE author = 'ada' AND create_time >= '2026-06-15';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (ada)
-- then
SELECT play_count
FROM (
  SELECT author, create_time, play_count FROM (SELECT author, create_time, play_count FROM fetched_rows_0)
) AS videos
WHERE author = 'ada' AND create_time >= '2026-06-15';
-- else
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM segment.by_author
    WHERE author IN ('ada') AND (ordinal BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE author = 'ada' AND create_time >= '2026-06-15';

-- Since a moment, with a wide column
SELECT description FROM videos WHERE author = 'ada' AND create_time >= '2026-06-15';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 11,399 ordinals
-- of the key file: (ada)
-- then
SELECT description
FROM (
  SELECT author, description, create_time FROM (SELECT author, description, create_time FROM fetched_rows_0)
) AS videos
WHERE author = 'ada' AND create_time >= '2026-06-15';
-- else
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
      AND (rowid BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE author = 'ada' AND create_time >= '2026-06-15';

-- Joined: WHERE applies
SELECT v.play_count, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id WHERE v.author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 13,818 ordinals
-- of the key file: (ada)
-- then
SELECT v.play_count, c.text
FROM (
  SELECT video_id, author, play_count, '…' AS web_url
  FROM (SELECT video_id, author, play_count FROM fetched_rows_0)
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE v.author = 'ada';
-- else
SELECT v.play_count, c.text
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
  )
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE v.author = 'ada';

-- Two authors side by side
SELECT a.play_count, b.description FROM videos a, videos b WHERE a.author = 'ada' AND b.author = 'grace';
-- rewritten: by author ada
-- rewritten: by author grace, found in the key file by_author
-- step 1: at most 15,581 ordinals
-- of the key file: (grace)
-- then
SELECT a.play_count, b.description
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
) a, (SELECT author, description FROM (SELECT author, description FROM fetched_rows_1)) b
WHERE a.author = 'ada' AND b.author = 'grace';
-- else
SELECT a.play_count, b.description
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
) a,
  (
    FROM (
      SELECT video_id, author /* and 26 columns more */
      FROM (
        SELECT video_id, author /* and 25 columns more */
        FROM segment.scan
        WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('grace'))
      )
    ) OFFSET 0
  ) b
WHERE a.author = 'ada' AND b.author = 'grace';

-- Inside of an expression: a view
SELECT text, (SELECT max(play_count) FROM videos WHERE author = 'ada') FROM comments;
-- rewritten: by author ada
-- view videos
SELECT author, author_id /* and 5 columns more */
FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'));
-- for
SELECT text, (SELECT max(play_count) FROM videos WHERE author = 'ada')
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS comments;

-- In a common table expression
WITH own AS (SELECT play_count FROM videos WHERE author = 'ada') SELECT sum(play_count) AS plays FROM own;
-- rewritten: by author ada
WITH own AS (
  SELECT play_count
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM (SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada'))
  ) AS videos
  WHERE author = 'ada'
)
SELECT sum(play_count) AS plays
FROM own;

-- June was replaced: its ordinals are left out, and its file read
-- state: stale
SELECT play_count FROM videos WHERE author = 'ada';
-- rewritten: by author ada
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM segment.by_author
    WHERE author IN ('ada') AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT author, author_id /* and 5 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada';

-- The same with a wide column
-- state: stale
SELECT description FROM videos WHERE author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 15,581 ordinals
-- of the key file, without stale rows: (ada)
-- then
SELECT description
FROM (
  SELECT author, description
  FROM (
    SELECT author, description FROM fetched_rows_0
    UNION ALL
    SELECT author, description FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada';
-- else
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_author WHERE author IN ('ada'))
      AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, author /* and 25 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada';

-- The same since a moment: ranges of ordinals do both
-- state: stale
SELECT play_count FROM videos WHERE author = 'ada' AND create_time >= '2026-06-15';
-- rewritten: by author ada
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM segment.by_author
    WHERE author IN ('ada') AND (ordinal BETWEEN 20000000 AND 29999999)
    UNION ALL
    SELECT author, author_id /* and 5 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada' AND create_time >= '2026-06-15';

-- July is in no segment
-- state: uncovered
SELECT play_count FROM videos WHERE author = 'ada';
-- rewritten: by author ada
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */ FROM segment.by_author WHERE author IN ('ada')
    UNION ALL
    SELECT author, author_id /* and 5 columns more */
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE author = 'ada';

-- July is in no segment, and not asked for
-- state: uncovered
SELECT play_count FROM videos WHERE author = 'ada' AND create_time < '2026-06-15';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 100 ordinals
-- of the key file: (ada)
-- then
SELECT play_count
FROM (
  SELECT author, create_time, play_count FROM (SELECT author, create_time, play_count FROM fetched_rows_0)
) AS videos
WHERE author = 'ada' AND create_time < '2026-06-15';
-- else
SELECT play_count
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM segment.by_author
    WHERE author IN ('ada') AND (ordinal BETWEEN 0 AND 19999999)
  )
) AS videos
WHERE author = 'ada' AND create_time < '2026-06-15';

-- A second segment: its ordinals are counted on
-- state: extended
SELECT description FROM videos WHERE author = 'ada';
-- rewritten: by author ada, found in the key file by_author
-- step 1: at most 15,581 ordinals
-- of 2 key files, without stale rows: (ada)
-- then
SELECT description
FROM (SELECT author, description FROM (SELECT author, description FROM fetched_rows_0)) AS videos
WHERE author = 'ada';
-- else
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment_1.scan
    WHERE rowid IN (SELECT ordinal FROM segment_1.by_author WHERE author IN ('ada'))
      AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, author /* and 25 columns more */
    FROM segment_2.scan
    WHERE rowid IN (SELECT ordinal FROM segment_2.by_author WHERE author IN ('ada'))
  )
) AS videos
WHERE author = 'ada';

-- Videos of a sound: columns that stand beside it
SELECT count(*) AS videos, sum(play_count) AS plays FROM videos WHERE music_id = '7100000000000000001';
-- rewritten: by music_id 7100000000000000001
SELECT count(*) AS videos, sum(play_count) AS plays
FROM (
  SELECT create_time, play_count, like_count, music_id
  FROM (
    SELECT create_time, play_count, like_count, music_id
    FROM segment.by_music_id
    WHERE music_id IN ('7100000000000000001')
  )
) AS videos
WHERE music_id = '7100000000000000001';

-- Videos of a sound, whole, the most played first
SELECT * FROM videos WHERE music_id = '7100000000000000001' ORDER BY play_count DESC LIMIT 20;
-- rewritten: by music_id 7100000000000000001, found in the key file by_music_id
-- step 1: at most 30,000 ordinals
-- of the key file: (7100000000000000001)
-- then
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM fetched_rows_0)
) AS videos
WHERE music_id = '7100000000000000001'
ORDER BY play_count DESC LIMIT 20;
-- else
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 25 columns more */
    FROM segment.scan
    WHERE rowid IN (SELECT ordinal FROM segment.by_music_id WHERE music_id IN ('7100000000000000001'))
  )
) AS videos
WHERE music_id = '7100000000000000001'
ORDER BY play_count DESC LIMIT 20;

-- Several sounds in a month
SELECT music_id, count(*) AS n FROM videos
WHERE music_id IN ('7100000000000000001', '7100000000000000002') AND create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00'
GROUP BY music_id;
-- rewritten: by music_id 7100000000000000001, 7100000000000000002
SELECT music_id, count(*) AS n
FROM (
  SELECT create_time, play_count, like_count, music_id
  FROM (
    SELECT create_time, play_count, like_count, music_id
    FROM segment.by_music_id
    WHERE music_id IN ('7100000000000000001', '7100000000000000002')
      AND (ordinal BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE music_id IN ('7100000000000000001', '7100000000000000002')
  AND create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00'
GROUP BY music_id;

-- Comments of a video: columns that stand beside it
SELECT count(*) AS n, count(DISTINCT author_id) AS authors FROM comments WHERE video_id = '7300000000000000001';
-- rewritten: by video_id 7300000000000000001, found in the key file by_video_id
-- step 1: at most 5,237 ordinals
-- of the key file: (7300000000000000001)
-- then
SELECT count(*) AS n, count(DISTINCT author_id) AS authors
FROM (SELECT video_id, author_id FROM (SELECT video_id, author_id FROM fetched_rows_0)) AS comments
WHERE video_id = '7300000000000000001';
-- else
SELECT count(*) AS n, count(DISTINCT author_id) AS authors
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM (
    SELECT comment_id, video_id /* and 12 columns more */
    FROM comments_segment.scan
    WHERE rowid IN (
      SELECT ordinal FROM comments_segment.by_video_id WHERE video_id IN ('7300000000000000001')
    )
  )
) AS comments
WHERE video_id = '7300000000000000001';

-- Comments of a video, whole, the most liked first
SELECT * FROM comments WHERE video_id = '7300000000000000001' ORDER BY like_count DESC LIMIT 50;
-- rewritten: by video_id 7300000000000000001, found in the key file by_video_id
-- step 1: at most 29,012 ordinals
-- of the key file: (7300000000000000001)
-- then
SELECT *
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM (SELECT comment_id, video_id /* and 12 columns more */ FROM fetched_rows_0)
) AS comments
WHERE video_id = '7300000000000000001'
ORDER BY like_count DESC LIMIT 50;
-- else
SELECT *
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM (
    SELECT comment_id, video_id /* and 12 columns more */
    FROM comments_segment.scan
    WHERE rowid IN (
      SELECT ordinal FROM comments_segment.by_video_id WHERE video_id IN ('7300000000000000001')
    )
  )
) AS comments
WHERE video_id = '7300000000000000001'
ORDER BY like_count DESC LIMIT 50;

-- Comments of a video with words: the rows of the video are tried
SELECT comment_id, text FROM comments WHERE video_id = '7300000000000000001' AND text ILIKE '%where%';
-- rewritten: by video_id 7300000000000000001, found in the key file by_video_id
-- step 1: at most 10,237 ordinals
-- of the key file: (7300000000000000001)
-- then
SELECT comment_id, text
FROM (SELECT comment_id, video_id, text FROM (SELECT comment_id, video_id, text FROM fetched_rows_0)) AS comments
WHERE video_id = '7300000000000000001' AND text ILIKE '%where%';
-- else
SELECT comment_id, text
FROM (
  FROM (
    SELECT comment_id, video_id /* and 12 columns more */
    FROM (
      SELECT comment_id, video_id /* and 12 columns more */
      FROM comments_segment.scan
      WHERE rowid IN (
        SELECT ordinal FROM comments_segment.by_video_id WHERE video_id IN ('7300000000000000001')
      )
    )
  ) OFFSET 0
) AS comments
WHERE video_id = '7300000000000000001' AND text ILIKE '%where%';

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT count(*) AS n FROM videos WHERE author = 'ada';
-- rewritten: by author ada
SELECT count(*) AS n
FROM (
  SELECT author, author_id /* and 5 columns more */
  FROM (
    SELECT author, author_id /* and 5 columns more */
    FROM segment.by_author
    WHERE author IN ('ada') AND ordinal NOT IN (SELECT ordinal FROM changes.masked)
    UNION ALL
    SELECT author, author_id /* and 5 columns more */ FROM changes.delta
  )
) AS videos
WHERE author = 'ada';
