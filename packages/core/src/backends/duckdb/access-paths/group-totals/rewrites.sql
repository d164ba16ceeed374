-- group-totals: aggregates by author or sound, or by hashtag, from totals of each. All
-- that stands outside of aggregates must be the same for all rows of a group; rows that are in no segment are groups of
-- one.

-- By author
SELECT author, count(*) AS n FROM videos GROUP BY author;
-- rewritten: from 1800000 groups by author_id, author
SELECT author, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT author_id, author, rows AS _sdq_rows FROM segment.author_totals WHERE true) AS videos
GROUP BY author;

-- By id and name, some of them
SELECT author_id, author, sum(play_count) FROM videos WHERE author LIKE 'a%' GROUP BY ALL HAVING count(*) > 10;
-- rewritten: from 1800000 groups by author_id, author, each of which is a group of the result
SELECT author_id, author, _sdq_play_count_sum::HUGEINT AS "sum(play_count)"
FROM (
  SELECT author_id, author, play_count_sum AS _sdq_play_count_sum, rows AS _sdq_rows
  FROM segment.author_totals
  WHERE true
) AS videos
WHERE (author LIKE 'a%') AND (coalesce(_sdq_rows::HUGEINT, 0)::BIGINT > 10);

-- How many authors, and how many rows have one
SELECT count(DISTINCT author_id) AS authors, count(author) AS known FROM videos;
-- rewritten: from 1800000 groups by author_id, author
SELECT count(DISTINCT author_id) AS authors,
  coalesce(sum(_sdq_rows) FILTER (WHERE author IS NOT NULL), 0)::BIGINT AS known
FROM (SELECT author_id, author, rows AS _sdq_rows FROM segment.author_totals WHERE true) AS videos;

-- Of one author
SELECT count(*) AS n, avg(like_count) AS likes FROM videos v WHERE v.author = 'ada';
-- rewritten: from 1800000 groups by author_id, author
SELECT coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  sdq_mean(sum(_sdq_like_count_sum), sum(_sdq_like_count_rows)) AS likes
FROM (
  SELECT author_id, author, rows AS _sdq_rows, like_count_sum AS _sdq_like_count_sum,
    like_count_rows AS _sdq_like_count_rows
  FROM segment.author_totals
  WHERE true
) v
WHERE v.author = 'ada';

-- By sound
SELECT music_title, music_author, max(play_count) AS most FROM videos GROUP BY 1, 2 ORDER BY most DESC LIMIT 10;
-- rewritten: from 1200000 groups by music_id, music_title, music_author
SELECT music_title, music_author, max(_sdq_play_count_max) AS most
FROM (
  SELECT music_id, music_title, music_author, play_count_max AS _sdq_play_count_max
  FROM segment.music_totals
  WHERE true
) AS videos
GROUP BY 1, 2
ORDER BY most DESC LIMIT 10;

-- Which sounds there are
SELECT DISTINCT music_id, music_title FROM videos;
-- rewritten: from 1200000 groups by music_id, music_title, music_author
SELECT DISTINCT music_id, music_title
FROM (SELECT music_id, music_title, music_author FROM segment.music_totals WHERE true) AS videos;

-- By hashtag: the subquery gives groups in place of rows
SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag;
-- rewritten: from 1500000 groups by hashtag, each of which is a group of the result
SELECT tag, coalesce(_sdq_rows::HUGEINT, 0)::BIGINT AS n
FROM (
  SELECT _sdq_rows, hashtag AS tag
  FROM (SELECT * FROM (SELECT hashtag, rows AS _sdq_rows FROM segment.hashtag_totals WHERE true)) AS videos
);

-- By hashtag, with counts beside it, one of which nobody reads as it was
SELECT tag, sum(plays) AS plays, max(like_count) AS most
FROM (SELECT play_count AS plays, unnest(hashtags) AS tag, like_count FROM videos) GROUP BY ALL;
-- rewritten: from 1500000 groups by hashtag, each of which is a group of the result
SELECT tag, _sdq_play_count_sum::HUGEINT AS plays, _sdq_like_count_max AS most
FROM (
  SELECT play_count AS plays, _sdq_play_count_sum, _sdq_like_count_max, hashtag AS tag, like_count
  FROM (
    SELECT *, NULL::BIGINT AS play_count, NULL::BIGINT AS like_count
    FROM (
      SELECT hashtag, play_count_sum AS _sdq_play_count_sum, like_count_max AS _sdq_like_count_max
      FROM segment.hashtag_totals
      WHERE true
    )
  ) AS videos
);

-- Some hashtags, by the names of subquery and table
SELECT t.tag, count(*) AS n FROM (SELECT unnest(v.hashtags) AS tag FROM videos v) AS t
WHERE t.tag LIKE 'cat%' GROUP BY t.tag HAVING n > 10 ORDER BY n DESC, t.tag LIMIT 10;
-- rewritten: from 1500000 groups by hashtag, each of which is a group of the result
SELECT t.tag, coalesce(_sdq_rows::HUGEINT, 0)::BIGINT AS n
FROM (
  SELECT _sdq_rows, hashtag AS tag
  FROM (SELECT * FROM (SELECT hashtag, rows AS _sdq_rows FROM segment.hashtag_totals WHERE true)) v
) AS t
WHERE (t.tag LIKE 'cat%') AND (n > 10)
ORDER BY n DESC, t.tag LIMIT 10;

-- How many hashtags
SELECT count(DISTINCT tag) AS tags FROM (SELECT unnest(hashtags) AS tag FROM videos);
-- rewritten: from 1500000 groups by hashtag
SELECT count(DISTINCT tag) AS tags
FROM (
  SELECT hashtag AS tag FROM (SELECT * FROM (SELECT hashtag FROM segment.hashtag_totals WHERE true)) AS videos
);

-- July is in no segment: its rows are groups of one
-- state: uncovered
SELECT author, count(*) AS n, avg(play_count) AS plays FROM videos GROUP BY author;
-- rewritten: from 1200000 groups by author_id, author
SELECT author, coalesce(sum(_sdq_rows), 0)::BIGINT AS n,
  sdq_mean(sum(_sdq_play_count_sum), sum(_sdq_play_count_rows)) AS plays
FROM (
  SELECT author_id, author, rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum,
    play_count_rows AS _sdq_play_count_rows
  FROM segment.author_totals
  WHERE true
  UNION ALL
  SELECT author_id, author, 1::BIGINT AS _sdq_rows, play_count::HUGEINT AS _sdq_play_count_sum,
    (play_count IS NOT NULL)::BIGINT AS _sdq_play_count_rows
  FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
) AS videos
GROUP BY author;

-- July is in no segment: the hashtags of its rows are unnested
-- state: uncovered
SELECT tag, count(*) AS n, sum(play_count) AS plays
FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos) GROUP BY tag;
-- rewritten: from 1000000 groups by hashtag
SELECT tag, coalesce(sum(_sdq_rows), 0)::BIGINT AS n, sum(_sdq_play_count_sum) AS plays
FROM (
  SELECT _sdq_rows, _sdq_play_count_sum, hashtag AS tag, play_count
  FROM (
    SELECT *, NULL::BIGINT AS play_count
    FROM (
      SELECT hashtag, rows AS _sdq_rows, play_count_sum AS _sdq_play_count_sum
      FROM segment.hashtag_totals
      WHERE true
      UNION ALL
      SELECT unnest(hashtags) AS hashtag, 1::BIGINT AS _sdq_rows, play_count::HUGEINT AS _sdq_play_count_sum
      FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
    )
  ) AS videos
)
GROUP BY tag;

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT author, sum(play_count) AS plays FROM videos GROUP BY author;
-- rewritten: from 1800000 groups by author_id, author
SELECT author, sum(_sdq_play_count_sum) AS plays
FROM (
  SELECT author_id, author, play_count_sum AS _sdq_play_count_sum
  FROM segment.author_totals
  WHERE rowid NOT IN (SELECT _sdq_place FROM changes.groups WHERE _sdq_place IS NOT NULL)
  UNION ALL
  SELECT author_id, author, _sdq_play_count_sum FROM changes.groups WHERE _sdq_rows_left > 0
) AS videos
GROUP BY author;

-- Each row of the totals is one of the groups: nothing is left to group
SELECT author_id, author, avg(play_count) AS mean, max(author) AS name FROM videos WHERE author > 'a' OR author_id IS NULL
GROUP BY ALL HAVING count(*) > 10 OR mean > 5 -- many
ORDER BY mean LIMIT 5;
-- rewritten: from 1800000 groups by author_id, author, each of which is a group of the result
SELECT author_id, author, sdq_mean(_sdq_play_count_sum::HUGEINT, _sdq_play_count_rows::HUGEINT) AS mean,
  author AS name
FROM (
  SELECT author_id, author, play_count_sum AS _sdq_play_count_sum, play_count_rows AS _sdq_play_count_rows,
    rows AS _sdq_rows
  FROM segment.author_totals
  WHERE true
) AS videos
WHERE (author > 'a' OR author_id IS NULL) AND (coalesce(_sdq_rows::HUGEINT, 0)::BIGINT > 10 OR mean > 5)
ORDER BY mean LIMIT 5;

-- A tag's totals are one row
SELECT tag, sum(like_count) FROM (SELECT unnest(hashtags) AS tag, like_count FROM videos) GROUP BY 1 HAVING count(*) > 3;
-- rewritten: from 1500000 groups by hashtag, each of which is a group of the result
SELECT tag, _sdq_like_count_sum::HUGEINT AS "sum(like_count)"
FROM (
  SELECT _sdq_like_count_sum, _sdq_rows, hashtag AS tag, like_count
  FROM (
    SELECT *, NULL::BIGINT AS like_count
    FROM (
      SELECT hashtag, like_count_sum AS _sdq_like_count_sum, rows AS _sdq_rows
      FROM segment.hashtag_totals
      WHERE true
    )
  ) AS videos
)
WHERE (coalesce(_sdq_rows::HUGEINT, 0)::BIGINT > 3);
