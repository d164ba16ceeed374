-- time-rows: rows of a span of time of a table that is not split by month, which `by_<time>` has together, newest first,
-- with the owner and some counts beside. Other columns are fetched by ordinals; if those are too many, `scan` answers
-- where it has the columns, else the base files (not shown).

-- A day of comments: columns that stand beside the time
SELECT count(*) AS n, sum(like_count) AS likes FROM comments
WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00' AND create_time < TIMESTAMPTZ '2026-06-02 00:00:00+00';
-- rewritten: by create_time
SELECT count(*) AS n, sum(like_count) AS likes
FROM (
  SELECT video_id, like_count, reply_count, create_time
  FROM (
    SELECT video_id, like_count, reply_count, create_time
    FROM comments_segment.by_create_time
    WHERE create_time >= make_timestamptz(1780272000000000)
      AND create_time <= make_timestamptz(1780358400000000)
  )
) AS comments
WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00'
  AND create_time < TIMESTAMPTZ '2026-06-02 00:00:00+00';

-- Whole comments of an hour
SELECT * FROM comments
WHERE create_time BETWEEN '2026-06-01 12:00:00+00' AND '2026-06-01 13:00:00+00' ORDER BY like_count DESC LIMIT 20;
-- rewritten: by create_time
SELECT *
FROM (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM (
    SELECT comment_id, video_id /* and 12 columns more */
    FROM comments_segment.scan
    WHERE rowid IN (
      SELECT ordinal
      FROM comments_segment.by_create_time
      WHERE create_time >= make_timestamptz(1780315200000000)
        AND create_time <= make_timestamptz(1780318800000000)
    )
  )
) AS comments
WHERE create_time BETWEEN '2026-06-01 12:00:00+00' AND '2026-06-01 13:00:00+00'
ORDER BY like_count DESC LIMIT 20;

-- A day by its date
SELECT count(*) AS n FROM comments WHERE create_time::DATE = DATE '2026-06-01';
-- rewritten: by create_time
SELECT count(*) AS n
FROM (
  SELECT video_id, like_count, reply_count, create_time
  FROM (
    SELECT video_id, like_count, reply_count, create_time
    FROM comments_segment.by_create_time
    WHERE create_time >= make_timestamptz(1780272000000000)
      AND create_time <= make_timestamptz(1780358400000000)
  )
) AS comments
WHERE create_time::DATE = DATE '2026-06-01';

-- Several spans
SELECT video_id FROM comments
WHERE date_trunc('month', create_time) = TIMESTAMPTZ '2026-06-01 00:00:00+00'
  OR date_trunc('month', create_time) = TIMESTAMPTZ '2026-04-01 00:00:00+00';
-- rewritten: by create_time
SELECT video_id
FROM (
  SELECT video_id, like_count, reply_count, create_time
  FROM (
    SELECT video_id, like_count, reply_count, create_time
    FROM comments_segment.by_create_time
    WHERE create_time >= make_timestamptz(1775001600000000)
      AND create_time <= make_timestamptz(1782950400000000)
      AND (create_time >= make_timestamptz(1780272000000000) AND create_time <= make_timestamptz(1782950400000000) OR create_time >= make_timestamptz(1775001600000000) AND create_time <= make_timestamptz(1777680000000000))
  )
) AS comments
WHERE date_trunc('month', create_time) = TIMESTAMPTZ '2026-06-01 00:00:00+00'
  OR date_trunc('month', create_time) = TIMESTAMPTZ '2026-04-01 00:00:00+00';

-- No time can be two: nothing
SELECT count(*) AS n FROM comments
WHERE create_time < TIMESTAMPTZ '2026-06-01 00:00:00+00' AND create_time > TIMESTAMPTZ '2026-06-02 00:00:00+00';
-- rewritten: by create_time
SELECT count(*) AS n
FROM (
  SELECT video_id, like_count, reply_count, create_time
  FROM (
    SELECT video_id, like_count, reply_count, create_time FROM comments_segment.by_create_time WHERE false
  )
) AS comments
WHERE create_time < TIMESTAMPTZ '2026-06-01 00:00:00+00'
  AND create_time > TIMESTAMPTZ '2026-06-02 00:00:00+00';

-- A file was replaced: its rows are left out
-- state: stale
SELECT count(*) AS n FROM comments WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
-- rewritten: by create_time
SELECT count(*) AS n
FROM (
  SELECT video_id, like_count, reply_count, create_time
  FROM (
    SELECT video_id, like_count, reply_count, create_time
    FROM comments_segment.by_create_time
    WHERE create_time >= make_timestamptz(1780272000000000) AND ordinal NOT BETWEEN 10000000 AND 19999999
    UNION ALL
    SELECT video_id, like_count, reply_count, create_time
    FROM read_parquet(['comments.parquet'], hive_partitioning = false)
  )
) AS comments
WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';

-- A file was added: its rows are read beside
-- state: uncovered
SELECT count(*) AS n FROM comments WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
-- rewritten: by create_time
SELECT count(*) AS n
FROM (
  SELECT video_id, like_count, reply_count, create_time
  FROM (
    SELECT video_id, like_count, reply_count, create_time
    FROM comments_segment.by_create_time
    WHERE create_time >= make_timestamptz(1780272000000000)
    UNION ALL
    SELECT video_id, like_count, reply_count, create_time
    FROM read_parquet(['comments.parquet'], hive_partitioning = false)
  )
) AS comments
WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
