-- native-scan: narrow columns of all rows from `scan`, in DuckDB's own format, where they cost a tenth of what they cost
-- in base files. Its rowid is the ordinal.

-- Narrow columns
SELECT author, play_count FROM videos WHERE region = 'SE';
-- rewritten: "author", "play_count", "region" from scan
SELECT author, play_count
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) AS videos
WHERE region = 'SE';

-- An alias
SELECT median(v.play_count) AS middle FROM videos v;
-- rewritten: "play_count" from scan
SELECT median(v.play_count) AS middle
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) v;

-- Only rows are counted
SELECT count(*) AS n FROM videos WHERE true;
-- rewritten: rows from scan
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) AS videos
WHERE true;

-- A computed column of narrow ones
SELECT web_url FROM videos WHERE is_ad;
-- rewritten: "video_id", "author", "is_ad" from scan
SELECT web_url
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) AS videos
WHERE is_ad;

-- Since a moment: rows of the other files are left out
SELECT author FROM videos WHERE create_time >= '2026-06-15' AND region = 'SE';
-- rewritten: "author", "create_time", "region" from scan
SELECT author
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (
    SELECT video_id, author /* and 17 columns more */
    FROM segment.scan
    WHERE true AND (rowid BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND region = 'SE';

-- Joined
SELECT v.author, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id;
-- rewritten: "video_id", "author" from scan
SELECT v.author, c.text
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id;

-- Joined with itself
SELECT a.author FROM videos a SEMI JOIN videos b ON a.music_id = b.music_id AND a.author <> b.author;
-- rewritten: "author", "music_id" from scan
SELECT a.author
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) a
SEMI JOIN (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) b ON a.music_id = b.music_id
  AND a.author <> b.author;

-- Columns of another table are none of its own
SELECT v.author, c.author_nickname FROM videos v JOIN comments c USING (video_id);
-- rewritten: "video_id", "author" from scan
SELECT v.author, c.author_nickname
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c USING (video_id);

-- Inside of an expression: a view
SELECT text FROM comments WHERE video_id IN (SELECT video_id FROM videos WHERE is_ad);
-- rewritten: "video_id", "is_ad" from scan
-- view videos
SELECT video_id, author /* and 18 columns more */
FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true);
-- for
SELECT text
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS comments
WHERE video_id IN (SELECT video_id FROM videos WHERE is_ad);

-- In a subquery
SELECT author FROM (SELECT author, play_count FROM videos) WHERE play_count > 9;
-- rewritten: "author", "play_count" from scan
SELECT author
FROM (
  SELECT author, play_count
  FROM (
    SELECT video_id, author /* and 18 columns more */
    FROM (SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true)
  ) AS videos
)
WHERE play_count > 9;

-- June was replaced: its ordinals are left out, and its file read
-- state: stale
SELECT author FROM videos WHERE region = 'SE';
-- rewritten: "author", "region" from scan
SELECT author
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (
    SELECT video_id, author /* and 17 columns more */
    FROM segment.scan
    WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, author /* and 17 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE';

-- June was replaced: ranges leave it out with other files
-- state: stale
SELECT author FROM videos WHERE create_time >= '2026-06-15' AND region = 'SE';
-- rewritten: "author", "create_time", "region" from scan
SELECT author
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (
    SELECT video_id, author /* and 17 columns more */
    FROM segment.scan
    WHERE true AND (rowid BETWEEN 20000000 AND 29999999)
    UNION ALL
    SELECT video_id, author /* and 17 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND region = 'SE';

-- July is in no segment
-- state: uncovered
SELECT author FROM videos WHERE region = 'SE';
-- rewritten: "author", "region" from scan
SELECT author
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (
    SELECT video_id, author /* and 17 columns more */ FROM segment.scan WHERE true
    UNION ALL
    SELECT video_id, author /* and 17 columns more */
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE';

-- A second segment
-- state: extended
SELECT author FROM videos WHERE region = 'SE';
-- rewritten: "author", "region" from scan
SELECT author
FROM (
  SELECT video_id, author /* and 18 columns more */
  FROM (
    SELECT video_id, author /* and 17 columns more */
    FROM segment_1.scan
    WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, author /* and 17 columns more */ FROM segment_2.scan WHERE true
  )
) AS videos
WHERE region = 'SE';
