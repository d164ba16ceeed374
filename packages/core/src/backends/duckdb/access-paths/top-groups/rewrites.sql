-- top-groups: `GROUP BY … ORDER BY sum(…) DESC LIMIT …` from the totals of those thousand groups that lead all others by
-- that sum. What WHERE and HAVING leave of them is the answer when the result is full; else it proves nothing, and the
-- base files answer (not shown). It needs one segment that holds all.

-- Authors with most videos
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- rewritten: from 2000 groups by author_id, author
-- speculative; guard: at least 10 rows in the result
SELECT author, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (SELECT author_id, author, rows AS _sdq_rows FROM segment.author_leaders WHERE leads_rows) AS videos
GROUP BY author
ORDER BY n DESC LIMIT 10;

-- By the sum itself
SELECT author_id, sum(play_count) AS plays FROM videos GROUP BY 1 ORDER BY sum(play_count) DESC NULLS LAST LIMIT 10;
-- rewritten: from 2000 groups by author_id, author
-- speculative; guard: at least 10 rows in the result
SELECT author_id, sum(_sdq_play_count_sum) AS plays
FROM (
  SELECT author_id, author, play_count_sum AS _sdq_play_count_sum
  FROM segment.author_id_leaders
  WHERE leads_play_count_sum
) AS videos
GROUP BY 1
ORDER BY sum(_sdq_play_count_sum) DESC NULLS LAST LIMIT 10;

-- By numbers of columns; further terms and aggregates
SELECT music_id, sum(like_count) AS likes, max(play_count) AS most FROM videos
GROUP BY ALL ORDER BY 2 DESC, 1 LIMIT 10 OFFSET 5;
-- rewritten: from 2000 groups by music_id, music_title, music_author
-- speculative; guard: at least 10 rows in the result
SELECT music_id, sum(_sdq_like_count_sum) AS likes, max(_sdq_play_count_max) AS most
FROM (
  SELECT music_id, music_title, music_author, like_count_sum AS _sdq_like_count_sum,
    play_count_max AS _sdq_play_count_max
  FROM segment.music_id_leaders
  WHERE leads_like_count_sum
) AS videos
GROUP BY ALL
ORDER BY 2 DESC, 1 LIMIT 10 OFFSET 5;

-- Without names
SELECT author, count(*), sum(share_count) FROM videos GROUP BY author ORDER BY count(*) DESC LIMIT 10;
-- rewritten: from 2000 groups by author_id, author
-- speculative; guard: at least 10 rows in the result
SELECT author, coalesce(sum(_sdq_rows), 0)::BIGINT AS "count_star()",
  sum(_sdq_share_count_sum) AS "sum(share_count)"
FROM (
  SELECT author_id, author, rows AS _sdq_rows, share_count_sum AS _sdq_share_count_sum
  FROM segment.author_leaders
  WHERE leads_rows
) AS videos
GROUP BY author
ORDER BY coalesce(sum(_sdq_rows), 0)::BIGINT DESC LIMIT 10;

-- Some groups
SELECT v.author, sum(v.comment_count) AS comments FROM videos v WHERE v.author <> 'ada'
GROUP BY v.author HAVING count(*) > 10 ORDER BY comments DESC LIMIT 10;
-- rewritten: from 2000 groups by author_id, author
-- speculative; guard: at least 10 rows in the result
SELECT v.author, sum(_sdq_comment_count_sum) AS comments
FROM (
  SELECT author_id, author, comment_count_sum AS _sdq_comment_count_sum, rows AS _sdq_rows
  FROM segment.author_leaders
  WHERE leads_comment_count_sum
) v
WHERE v.author <> 'ada'
GROUP BY v.author
HAVING coalesce(sum(_sdq_rows), 0)::BIGINT > 10
ORDER BY comments DESC LIMIT 10;

-- Grouped by a result column's name
SELECT author_id AS id, sum(collect_count) AS kept FROM videos GROUP BY id ORDER BY kept DESC LIMIT 10;
-- rewritten: from 2000 groups by author_id, author
-- speculative; guard: at least 10 rows in the result
SELECT author_id AS id, sum(_sdq_collect_count_sum) AS kept
FROM (
  SELECT author_id, author, collect_count_sum AS _sdq_collect_count_sum
  FROM segment.author_id_leaders
  WHERE leads_collect_count_sum
) AS videos
GROUP BY id
ORDER BY kept DESC LIMIT 10;

-- Hashtags
SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag ORDER BY n DESC LIMIT 10;
-- rewritten: from 1500 groups by hashtag
-- speculative; guard: at least 10 rows in the result
SELECT tag, coalesce(sum(_sdq_rows), 0)::BIGINT AS n
FROM (
  SELECT _sdq_rows, hashtag AS tag
  FROM (SELECT * FROM (SELECT hashtag, rows AS _sdq_rows FROM segment.hashtag_leaders WHERE leads_rows)) AS videos
)
GROUP BY tag
ORDER BY n DESC LIMIT 10;

-- Hashtags by what their videos were played
SELECT tag, sum(play_count) AS plays, avg(plays_too) AS mean
FROM (SELECT unnest(hashtags) AS tag, play_count, like_count AS plays_too FROM videos)
WHERE tag LIKE 'cat%' GROUP BY tag ORDER BY plays DESC LIMIT 10;
-- rewritten: from 1500 groups by hashtag
-- speculative; guard: at least 10 rows in the result
SELECT tag, sum(_sdq_play_count_sum) AS plays,
  sdq_mean(sum(_sdq_like_count_sum), sum(_sdq_like_count_rows)) AS mean
FROM (
  SELECT _sdq_play_count_sum, _sdq_like_count_sum, _sdq_like_count_rows, hashtag AS tag, play_count,
    like_count AS plays_too
  FROM (
    SELECT *, NULL::BIGINT AS play_count, NULL::BIGINT AS like_count
    FROM (
      SELECT hashtag, play_count_sum AS _sdq_play_count_sum, like_count_sum AS _sdq_like_count_sum,
        like_count_rows AS _sdq_like_count_rows
      FROM segment.hashtag_leaders
      WHERE leads_play_count_sum
    )
  ) AS videos
)
WHERE tag LIKE 'cat%'
GROUP BY tag
ORDER BY plays DESC LIMIT 10;

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT author, sum(play_count) AS plays FROM videos GROUP BY author ORDER BY plays DESC LIMIT 10;
-- rewritten: from 2000 groups by author_id, author
-- speculative; guard: at least 10 rows in the result
SELECT author, sum(_sdq_play_count_sum) AS plays
FROM (SELECT * FROM changes.main.whole_84f72775a6bbe04c) AS videos
GROUP BY author
ORDER BY plays DESC LIMIT 10;
