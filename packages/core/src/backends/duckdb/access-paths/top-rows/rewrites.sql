-- top-rows: rows that lead by a count, from its top-k partition, which has all that reach its threshold (here 30,000, a second
-- segment's 10,000, of two months 20,000): where WHERE leaves none below. It has the columns of `scan`.

-- Above the threshold
SELECT author FROM videos WHERE play_count > 1000000;
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_play_count WHERE true)
) AS videos
WHERE play_count > 1000000;

-- At the threshold
SELECT author FROM videos WHERE play_count >= 30000;
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_play_count WHERE true)
) AS videos
WHERE play_count >= 30000;

-- Between
SELECT author FROM videos WHERE like_count BETWEEN 50000 AND 60000;
-- rewritten: rows that lead, from tier_like_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_like_count WHERE true)
) AS videos
WHERE like_count BETWEEN 50000 AND 60000;

-- One of several counts
SELECT author FROM videos WHERE share_count IN (40000, 50000);
-- rewritten: rows that lead, from tier_share_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_share_count WHERE true)
) AS videos
WHERE share_count IN (40000, 50000);

-- Both sides of OR are above
SELECT author FROM videos v WHERE v.play_count > 1000000 OR (v.play_count > 50000 AND region = 'SE');
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_play_count WHERE true)
) v
WHERE v.play_count > 1000000 OR (v.play_count > 50000 AND region = 'SE');

-- Two counts: one of the top-k partitions
SELECT author FROM videos WHERE comment_count > 40000 AND play_count > 1000000;
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_play_count WHERE true)
) AS videos
WHERE comment_count > 40000 AND play_count > 1000000;

-- Only rows are counted
SELECT count(*) AS n FROM videos WHERE collect_count > 50000;
-- rewritten: rows that lead, from tier_collect_count
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_collect_count WHERE true)
) AS videos
WHERE collect_count > 50000;

-- Since a moment: rows of the other files are left out
SELECT author FROM videos WHERE play_count > 1000000 AND create_time >= '2026-06-15';
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (
    SELECT video_id, author /* and 21 columns more */
    FROM segment.tier_play_count
    WHERE true AND (ordinal BETWEEN 10000000 AND 29999999)
  )
) AS videos
WHERE play_count > 1000000 AND create_time >= '2026-06-15';

-- Joined: WHERE applies
SELECT v.author, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id WHERE v.play_count > 1000000;
-- rewritten: rows that lead, from tier_play_count
SELECT v.author, c.text
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (SELECT video_id, author /* and 21 columns more */ FROM segment.tier_play_count WHERE true)
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE v.play_count > 1000000;

-- June was replaced: its ordinals are left out, and its file read
-- state: stale
SELECT author FROM videos WHERE play_count > 1000000;
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (
    SELECT video_id, author /* and 21 columns more */
    FROM segment.tier_play_count
    WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, author /* and 21 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE play_count > 1000000;

-- July is in no segment
-- state: uncovered
SELECT author FROM videos WHERE play_count > 20000;
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (
    SELECT video_id, author /* and 21 columns more */ FROM segment.tier_play_count WHERE true
    UNION ALL
    SELECT video_id, author /* and 21 columns more */
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE play_count > 20000;

-- A second segment: the highest threshold counts
-- state: extended
SELECT author FROM videos WHERE play_count > 30000;
-- rewritten: rows that lead, from tier_play_count
SELECT author
FROM (
  SELECT video_id, author /* and 22 columns more */
  FROM (
    SELECT video_id, author /* and 21 columns more */
    FROM segment_1.tier_play_count
    WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, author /* and 21 columns more */ FROM segment_2.tier_play_count WHERE true
  )
) AS videos
WHERE play_count > 30000;
