-- small-side-first: the small side of a join is kept, and the other table is read by its keys.

-- A CTE with a LIMIT, joined by an owner
WITH best AS (SELECT video_id AS id, play_count FROM videos ORDER BY play_count DESC, id LIMIT 50) SELECT best.id, c.text FROM best JOIN comments c ON c.video_id = best.id;
-- rewritten: by the video_id of about 50 rows of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT video_id AS id, play_count
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  ORDER BY play_count DESC, id LIMIT 50
) LIMIT 20001;
-- step 2: at most 30,000 ordinals
-- of the key file, for at most 2,000 keys: SELECT "id" FROM kept_rows_0
-- then
WITH best AS (FROM kept_rows_0)
SELECT best.id, c.text
FROM best
JOIN (SELECT video_id, text FROM (SELECT video_id, text FROM fetched_rows_1)) c ON c.video_id = best.id;
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT video_id AS id, play_count
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  ORDER BY play_count DESC, id LIMIT 50
) LIMIT 20001;
-- then
WITH best AS (FROM kept_rows_0)
SELECT best.id, c.text
FROM best
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = best.id;

-- IN: its rows are kept once each
SELECT title, author FROM music WHERE music_id IN (SELECT music_id FROM videos WHERE author = 'ada');
-- rewritten: by the music_id of about 4 rows of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT DISTINCT *
FROM (
  SELECT music_id
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE author = 'ada'
) LIMIT 20001;
-- step 2: at most 30,000 ordinals
-- of the key file, for at most 2,000 keys: FROM kept_rows_0
-- then
SELECT title, author
FROM (SELECT music_id, title, author FROM (SELECT music_id, title, author FROM fetched_rows_0)) AS music
WHERE music_id IN (FROM kept_rows_0);
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT DISTINCT *
FROM (
  SELECT music_id
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  WHERE author = 'ada'
) LIMIT 20001;
-- then
SELECT title, author
FROM (
  SELECT music_id, title /* and 7 columns more */
  FROM read_parquet(['music.parquet'], hive_partitioning = false)
) AS music
WHERE music_id IN (FROM kept_rows_0);

-- EXISTS: the conditions on the other table alone
SELECT description FROM videos v WHERE EXISTS (SELECT 1 FROM comments c WHERE c.video_id = v.video_id AND c.comment_id = '7');
-- rewritten: by the video_id of one row of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT comment_id, video_id
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS c
WHERE (c.comment_id = '7') LIMIT 20001;
-- step 2: at most 30,000 ordinals
-- of the key file, for at most 2,000 keys: SELECT "video_id" FROM kept_rows_0
-- then
SELECT description
FROM (SELECT video_id, description FROM (SELECT video_id, description FROM fetched_rows_0)) v
WHERE EXISTS (SELECT 1 FROM kept_rows_0 c WHERE c.video_id = v.video_id AND c.comment_id = '7');
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT comment_id, video_id
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) AS c
WHERE (c.comment_id = '7') LIMIT 20001;
-- then
SELECT description
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
WHERE EXISTS (SELECT 1 FROM kept_rows_0 c WHERE c.video_id = v.video_id AND c.comment_id = '7');

-- A self join: by the rows of one video
SELECT b.video_id, b.description FROM videos a JOIN videos b ON b.author_id = a.author_id WHERE a.video_id = '7650000000000000001' AND b.play_count > 10;
-- rewritten: by the author_id of one row of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_1
SELECT video_id, author_id
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) AS a
WHERE (a.video_id = '7650000000000000001') LIMIT 20001;
-- step 2: at most 30,000 ordinals
-- of the key file, for at most 2,000 keys: SELECT "author_id" FROM kept_rows_1
-- then
SELECT b.video_id, b.description
FROM kept_rows_1 a
JOIN (
  SELECT video_id, author_id, description, play_count
  FROM (SELECT video_id, author_id, description, play_count FROM fetched_rows_1)
) b ON b.author_id = a.author_id
WHERE a.video_id = '7650000000000000001' AND b.play_count > 10;
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_1
SELECT video_id, author_id
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) AS a
WHERE (a.video_id = '7650000000000000001') LIMIT 20001;
-- then
SELECT b.video_id, b.description
FROM kept_rows_1 a
JOIN (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) b ON b.author_id = a.author_id
WHERE a.video_id = '7650000000000000001' AND b.play_count > 10;

-- A scalar subquery over the rows of the other side
SELECT v.video_id, (SELECT count(*) FROM comments c WHERE c.video_id = v.video_id) AS n FROM videos v WHERE v.video_id IN ('7650000000000000001', '7650000000000000002');
-- rewritten: by the video_id of about 2 rows of the other side, from by_video_id
-- view comments
SELECT video_id FROM (SELECT video_id FROM comments_segment.by_video_id WHERE true);
-- for
SELECT v.video_id, (SELECT count(*) FROM comments c WHERE c.video_id = v.video_id) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
) v
WHERE v.video_id IN ('7650000000000000001', '7650000000000000002');

-- A derived table, by keys of the table it is derived from
SELECT t.hashtag, count(*) AS n FROM video_hashtags t JOIN (SELECT video_id FROM videos ORDER BY play_count DESC LIMIT 20) best USING (video_id) GROUP BY 1;
-- rewritten: by the video_id of about 20 rows of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT video_id
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  ORDER BY play_count DESC LIMIT 20
) LIMIT 20001;
-- step 2: at most 7,540 ordinals
-- of the key file, for at most 2,000 keys: SELECT "video_id" FROM kept_rows_0
-- then
SELECT t.hashtag, count(*) AS n
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
) t
JOIN (FROM kept_rows_0) best USING (video_id)
GROUP BY 1;
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT video_id
  FROM (
    SELECT video_id, author /* and 26 columns more */
    FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
  ) AS videos
  ORDER BY play_count DESC LIMIT 20
) LIMIT 20001;
-- then
SELECT t.hashtag, count(*) AS n
FROM (
  SELECT hashtag, create_time, video_id
  FROM read_parquet(['video_hashtags.parquet'], hive_partitioning = false)
) t
JOIN (FROM kept_rows_0) best USING (video_id)
GROUP BY 1;

-- Few rows of which each has many: a structure by the column
SELECT count(*) AS n FROM videos WHERE author_id IN (SELECT author_id FROM authors ORDER BY follower_count DESC LIMIT 1000);
-- rewritten: by the author_id of about 1,000 rows of the other side, from by_author_id
SELECT count(*) AS n
FROM (SELECT author_id FROM (SELECT author_id FROM segment.by_author_id WHERE true)) AS videos
WHERE author_id IN (
  SELECT author_id
  FROM (
    SELECT author_id, author /* and 14 columns more */
    FROM read_parquet(['authors.parquet'], hive_partitioning = false)
  ) AS authors
  ORDER BY follower_count DESC LIMIT 1000
);

-- Stale rows are left out
-- state: stale
SELECT b.video_id FROM (SELECT author_id FROM authors ORDER BY follower_count DESC LIMIT 5) a JOIN videos b ON b.author_id = a.author_id;
-- rewritten: by the author_id of about 5 rows of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT author_id
  FROM (
    SELECT author_id, author /* and 14 columns more */
    FROM read_parquet(['authors.parquet', 'authors.parquet'], hive_partitioning = false)
  ) AS authors
  ORDER BY follower_count DESC LIMIT 5
) LIMIT 20001;
-- step 2: at most 22,546 ordinals
-- of the key file, without stale rows, for at most 2,000 keys: SELECT "author_id" FROM kept_rows_0
-- then
SELECT b.video_id
FROM (FROM kept_rows_0) a
JOIN (
  SELECT video_id, author_id
  FROM (
    SELECT video_id, author_id FROM fetched_rows_1
    UNION ALL
    SELECT video_id, author_id FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) b ON b.author_id = a.author_id;
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT author_id
  FROM (
    SELECT author_id, author /* and 14 columns more */
    FROM read_parquet(['authors.parquet', 'authors.parquet'], hive_partitioning = false)
  ) AS authors
  ORDER BY follower_count DESC LIMIT 5
) LIMIT 20001;
-- then
SELECT b.video_id
FROM (FROM kept_rows_0) a
JOIN (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) b ON b.author_id = a.author_id;

-- Uncovered rows are read beside
-- state: uncovered
SELECT b.video_id FROM (SELECT author_id FROM authors ORDER BY follower_count DESC LIMIT 5) a JOIN videos b ON b.author_id = a.author_id;
-- rewritten: by the author_id of about 5 rows of the other side
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT author_id
  FROM (
    SELECT author_id, author /* and 14 columns more */
    FROM read_parquet(['authors.parquet', 'authors.parquet'], hive_partitioning = false)
  ) AS authors
  ORDER BY follower_count DESC LIMIT 5
) LIMIT 20001;
-- step 2: at most 22,546 ordinals
-- of the key file, for at most 2,000 keys: SELECT "author_id" FROM kept_rows_0
-- then
SELECT b.video_id
FROM (FROM kept_rows_0) a
JOIN (
  SELECT video_id, author_id
  FROM (
    SELECT video_id, author_id FROM fetched_rows_1
    UNION ALL
    SELECT video_id, author_id FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) b ON b.author_id = a.author_id;
-- else
-- step 1: at most 20,000 rows, kept as kept_rows_0
SELECT *
FROM (
  SELECT author_id
  FROM (
    SELECT author_id, author /* and 14 columns more */
    FROM read_parquet(['authors.parquet', 'authors.parquet'], hive_partitioning = false)
  ) AS authors
  ORDER BY follower_count DESC LIMIT 5
) LIMIT 20001;
-- then
SELECT b.video_id
FROM (FROM kept_rows_0) a
JOIN (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) b ON b.author_id = a.author_id;
