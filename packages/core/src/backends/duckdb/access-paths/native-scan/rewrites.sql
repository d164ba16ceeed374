-- native-scan: columns of all rows from `scan`, in DuckDB's own format, where they cost a tenth to a third of what they
-- cost in base files. Its rowid is the ordinal.

-- Narrow columns
SELECT author, play_count FROM videos WHERE region = 'SE';
-- rewritten: "author", "play_count", "region" from scan
SELECT author, play_count
FROM (SELECT author, play_count, region FROM (SELECT author, play_count, region FROM segment.scan WHERE true)) AS videos
WHERE region = 'SE';

-- An alias
SELECT median(v.play_count) AS middle FROM videos v;
-- rewritten: "play_count" from scan
SELECT median(v.play_count) AS middle
FROM (SELECT play_count FROM (SELECT play_count FROM segment.scan WHERE true)) v;

-- Only rows are counted
SELECT count(*) AS n FROM videos WHERE true;
-- rewritten: rows from scan
SELECT count(*) AS n
FROM (SELECT 1 AS nothing FROM (SELECT 1 AS nothing FROM segment.scan WHERE true)) AS videos
WHERE true;

-- A computed column of narrow ones
SELECT web_url FROM videos WHERE is_ad;
-- rewritten: "video_id", "author", "is_ad" from scan
SELECT web_url
FROM (
  SELECT video_id, author, is_ad, '…' AS web_url
  FROM (SELECT video_id, author, is_ad FROM segment.scan WHERE true)
) AS videos
WHERE is_ad;

-- Since a moment: rows of the other files are left out
SELECT author FROM videos WHERE create_time >= '2026-06-15' AND region = 'SE';
-- rewritten: "author", "create_time", "region" from scan
SELECT author
FROM (
  SELECT author, create_time, region
  FROM (
    SELECT author, create_time, region FROM segment.scan WHERE true AND (rowid BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND region = 'SE';

-- A condition on a function of a time: the range that it implies
SELECT author FROM videos WHERE strftime(create_time, '%Y-%m-%d') = '2026-06-15' AND region = 'SE';
-- rewritten: "author", "create_time", "region" from scan
SELECT author
FROM (
  SELECT author, create_time, region
  FROM (
    SELECT author, create_time, region
    FROM segment.scan
    WHERE (create_time >= make_timestamptz(1781481600000000) AND create_time <= make_timestamptz(1781568000000000))
      AND (rowid BETWEEN 10000000 AND 19999999)
  )
) AS videos
WHERE strftime(create_time, '%Y-%m-%d') = '2026-06-15' AND region = 'SE';

-- Joined
SELECT v.author, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id;
-- rewritten: "video_id", "author" from scan
SELECT v.author, c.text
FROM (SELECT video_id, author, '…' AS web_url FROM (SELECT video_id, author FROM segment.scan WHERE true)) v
JOIN (SELECT video_id, text FROM (SELECT video_id, text FROM comments_segment.scan WHERE true)) c ON c.video_id = v.video_id;

-- Joined with itself
SELECT a.author FROM videos a SEMI JOIN videos b ON a.music_id = b.music_id AND a.author <> b.author;
-- rewritten: "author", "music_id" from scan
SELECT a.author
FROM (SELECT author, music_id FROM (SELECT author, music_id FROM segment.scan WHERE true)) a
SEMI JOIN (SELECT author, music_id FROM (SELECT author, music_id FROM segment.scan WHERE true)) b ON a.music_id = b.music_id
  AND a.author <> b.author;

-- Columns of another table are none of its own
SELECT v.author, c.author_nickname FROM videos v JOIN comments c USING (video_id);
-- rewritten: "video_id", "author" from scan
SELECT v.author, c.author_nickname
FROM (SELECT video_id, author, '…' AS web_url FROM (SELECT video_id, author FROM segment.scan WHERE true)) v
JOIN (
  SELECT video_id, author_nickname
  FROM (SELECT video_id, author_nickname FROM comments_segment.scan WHERE true)
) c USING (video_id);

-- Inside of an expression: a view
SELECT text FROM comments WHERE video_id IN (SELECT video_id FROM videos WHERE is_ad);
-- rewritten: "video_id", "is_ad" from scan
SELECT text
FROM (SELECT video_id, text FROM (SELECT video_id, text FROM comments_segment.scan WHERE true)) AS comments
WHERE video_id IN (
  SELECT video_id
  FROM (SELECT video_id, is_ad FROM (SELECT video_id, is_ad FROM segment.scan WHERE true)) AS videos
  WHERE is_ad
);

-- In a subquery
SELECT author FROM (SELECT author, play_count FROM videos) WHERE play_count > 9;
-- rewritten: "author", "play_count" from scan
SELECT author
FROM (
  SELECT author, play_count
  FROM (SELECT author, play_count FROM (SELECT author, play_count FROM segment.scan WHERE true)) AS videos
)
WHERE play_count > 9;

-- June was replaced: its ordinals are left out, and its file read
-- state: stale
SELECT author FROM videos WHERE region = 'SE';
-- rewritten: "author", "region" from scan
SELECT author
FROM (
  SELECT author, region
  FROM (
    SELECT author, region FROM segment.scan WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT author, region FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE';

-- June was replaced: ranges leave it out with other files
-- state: stale
SELECT author FROM videos WHERE create_time >= '2026-06-15' AND region = 'SE';
-- rewritten: "author", "create_time", "region" from scan
SELECT author
FROM (
  SELECT author, create_time, region
  FROM (
    SELECT author, create_time, region FROM segment.scan WHERE true AND (rowid BETWEEN 20000000 AND 29999999)
    UNION ALL
    SELECT author, create_time, region FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE create_time >= '2026-06-15' AND region = 'SE';

-- July is in no segment
-- state: uncovered
SELECT author FROM videos WHERE region = 'SE';
-- rewritten: "author", "region" from scan
SELECT author
FROM (
  SELECT author, region
  FROM (
    SELECT author, region FROM segment.scan WHERE true
    UNION ALL
    SELECT author, region FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE region = 'SE';

-- A second segment
-- state: extended
SELECT author FROM videos WHERE region = 'SE';
-- rewritten: "author", "region" from scan
SELECT author
FROM (
  SELECT author, region
  FROM (
    SELECT author, region FROM segment_1.scan WHERE true AND rowid NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT author, region FROM segment_2.scan WHERE true
  )
) AS videos
WHERE region = 'SE';

-- A wide column
SELECT author, description FROM videos;
-- rewritten: "author", "description" from scan
SELECT author, description
FROM (SELECT author, description FROM (SELECT author, description FROM segment.scan WHERE true)) AS videos;

-- All columns
SELECT * FROM videos;
-- rewritten: "video_id", "author", "author_id", "author_sec_uid", "author_nickname", "author_follower_count", "author_verified", "description", "create_time", "play_count", "like_count", "comment_count", "share_count", "collect_count", "duration_ms", "hashtags", "mentions", "music_id", "music_title", "music_author", "region", "language", "is_ad", "is_ai_generated", "cover_url", "has_transcript", "indexed_at" from scan
SELECT *
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM segment.scan WHERE true)
) AS videos;

-- All columns but one: it would have to be told which are left
SELECT * EXCLUDE (description) FROM videos;
-- rewritten: "video_id", "author", "author_id", "author_sec_uid", "author_nickname", "author_follower_count", "author_verified", "description", "create_time", "play_count", "like_count", "comment_count", "share_count", "collect_count", "duration_ms", "hashtags", "mentions", "music_id", "music_title", "music_author", "region", "language", "is_ad", "is_ai_generated", "cover_url", "has_transcript", "indexed_at" from scan
SELECT * EXCLUDE (description)
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM segment.scan WHERE true)
) AS videos;

-- The row as a value
SELECT videos FROM videos;
-- rewritten: "video_id", "author", "author_id", "author_sec_uid", "author_nickname", "author_follower_count", "author_verified", "description", "create_time", "play_count", "like_count", "comment_count", "share_count", "collect_count", "duration_ms", "hashtags", "mentions", "music_id", "music_title", "music_author", "region", "language", "is_ad", "is_ai_generated", "cover_url", "has_transcript", "indexed_at" from scan
SELECT videos
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM segment.scan WHERE true)
) AS videos;

-- A column by its number
SELECT #1 FROM videos;
-- rewritten: "video_id", "author", "author_id", "author_sec_uid", "author_nickname", "author_follower_count", "author_verified", "description", "create_time", "play_count", "like_count", "comment_count", "share_count", "collect_count", "duration_ms", "hashtags", "mentions", "music_id", "music_title", "music_author", "region", "language", "is_ad", "is_ai_generated", "cover_url", "has_transcript", "indexed_at" from scan
SELECT #1
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM segment.scan WHERE true)
) AS videos;

-- Renamed columns
SELECT a FROM videos AS v (a);
-- rewritten: "video_id", "author", "author_id", "author_sec_uid", "author_nickname", "author_follower_count", "author_verified", "description", "create_time", "play_count", "like_count", "comment_count", "share_count", "collect_count", "duration_ms", "hashtags", "mentions", "music_id", "music_title", "music_author", "region", "language", "is_ad", "is_ai_generated", "cover_url", "has_transcript", "indexed_at" from scan
SELECT a
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM segment.scan WHERE true)
) AS v (a);

-- A join by all columns of one name
SELECT v.author FROM videos v NATURAL JOIN video_hashtags;
-- rewritten: "video_id", "author", "author_id", "author_sec_uid", "author_nickname", "author_follower_count", "author_verified", "description", "create_time", "play_count", "like_count", "comment_count", "share_count", "collect_count", "duration_ms", "hashtags", "mentions", "music_id", "music_title", "music_author", "region", "language", "is_ad", "is_ai_generated", "cover_url", "has_transcript", "indexed_at" from scan
SELECT v.author
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (SELECT video_id, author /* and 25 columns more */ FROM segment.scan WHERE true)
) v NATURAL
JOIN (
  SELECT hashtag, create_time, video_id
  FROM read_parquet(['video_hashtags.parquet'], hive_partitioning = false)
) AS video_hashtags;

-- A wide column that is not said to be of one of two tables
SELECT v.author FROM videos v JOIN comments c ON c.video_id = v.video_id WHERE cover_url IS NULL;
-- rewritten: "video_id", "author", "cover_url" from scan
SELECT v.author
FROM (
  SELECT video_id, author, cover_url, '…' AS web_url
  FROM (SELECT video_id, author, cover_url FROM segment.scan WHERE true)
) v
JOIN (SELECT video_id FROM (SELECT video_id FROM comments_segment.scan WHERE true)) c ON c.video_id = v.video_id
WHERE cover_url IS NULL;

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT region, sum(play_count) AS plays FROM videos WHERE is_ad GROUP BY region;
-- rewritten: "play_count", "region", "is_ad" from scan
SELECT region, sum(play_count) AS plays
FROM (
  SELECT play_count, region, is_ad
  FROM (
    SELECT play_count, region, is_ad
    FROM segment.scan
    WHERE true AND rowid NOT IN (SELECT ordinal FROM changes.masked)
    UNION ALL
    SELECT play_count, region, is_ad FROM changes.delta
  )
) AS videos
WHERE is_ad
GROUP BY region;
