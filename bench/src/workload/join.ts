import { familyOf, text } from './query.ts';

export const joinQueries = familyOf('join', (p) => [
  [
    'authors_of_tag',
    'ordered',
    `SELECT a.author, a.follower_count, count(*) AS videos, sum(v.play_count) AS plays
     FROM videos v JOIN authors a ON a.author_id = v.author_id
     WHERE list_contains(v.hashtags, ${text(p.hashtag.middle)})
     GROUP BY ALL ORDER BY plays DESC NULLS LAST, a.author, a.follower_count LIMIT 50`,
    {
      clickhouse: `SELECT a.author AS author, a.follower_count AS follower_count, count(*) AS videos,
               sum(v.play_count) AS plays
        FROM videos v JOIN authors a ON a.author_id = v.author_id
        WHERE has(v.hashtags, ${text(p.hashtag.middle)})
        GROUP BY ALL ORDER BY plays DESC NULLS LAST, author, follower_count LIMIT 50`,
      polars: `SELECT author, follower_count, count(*) AS videos, sum(play_count) AS plays FROM
          (SELECT a.author AS author, a.follower_count AS follower_count, v.play_count AS play_count
           FROM videos AS v JOIN authors AS a ON v.author_id = a.author_id
           WHERE list_contains(v.hashtags, ${text(p.hashtag.middle)})) AS tagged
        GROUP BY author, follower_count ORDER BY plays DESC NULLS LAST, author, follower_count LIMIT 50`,
    },
  ],
  [
    'authors_of_two_tags',
    'ordered',
    `SELECT count(*) AS pairs, count(DISTINCT a.author_id) AS authors
     FROM videos a JOIN videos b ON a.author_id = b.author_id AND b.create_time > a.create_time
     WHERE list_contains(a.hashtags, ${text(p.hashtag.middle)}) AND list_contains(b.hashtags, ${text(p.hashtag.hot)})`,
    {
      clickhouse: `SELECT count(*) AS pairs, count(DISTINCT a.author_id) AS authors
        FROM videos a JOIN videos b ON a.author_id = b.author_id
        WHERE b.create_time > a.create_time
          AND has(a.hashtags, ${text(p.hashtag.middle)}) AND has(b.hashtags, ${text(p.hashtag.hot)})`,
      polars: `SELECT count(*) AS pairs, count(DISTINCT a.author_id) AS authors
        FROM videos AS a JOIN videos AS b ON a.author_id = b.author_id
        WHERE b.create_time > a.create_time AND list_contains(a.hashtags, ${text(p.hashtag.middle)})
          AND list_contains(b.hashtags, ${text(p.hashtag.hot)})`,
    },
  ],
  [
    'comments_of_author',
    'multiset',
    `SELECT v.video_id, count(*) AS comments, max(c.like_count) AS best
     FROM comments c JOIN videos v USING (video_id) WHERE v.author = ${text(p.commentedAuthor)} GROUP BY v.video_id`,
    {
      clickhouse: `SELECT v.video_id AS video_id, count(*) AS comments, max(c.like_count) AS best
        FROM comments c JOIN videos v ON c.video_id = v.video_id
        WHERE v.author = ${text(p.commentedAuthor)} GROUP BY v.video_id`,
      polars: `SELECT video_id, count(*) AS comments, max(liked) AS best FROM
          (SELECT v.video_id AS video_id, c.like_count AS liked FROM comments AS c
           JOIN videos AS v ON c.video_id = v.video_id WHERE v.author = ${text(p.commentedAuthor)}) AS commented
        GROUP BY video_id`,
    },
  ],
  [
    'authors_of_top100',
    'ordered',
    `WITH best AS (SELECT author_id, play_count FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100)
     SELECT a.author_id, a.follower_count, count(*) AS videos, sum(best.play_count) AS plays
     FROM best JOIN authors a ON a.author_id = best.author_id
     GROUP BY a.author_id, a.follower_count ORDER BY plays DESC NULLS LAST, a.author_id`,
    {
      clickhouse: `WITH best AS
          (SELECT author_id, play_count FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100)
        SELECT a.author_id AS author_id, a.follower_count AS follower_count, count(*) AS videos,
               sum(best.play_count) AS plays
        FROM best JOIN authors a ON a.author_id = best.author_id
        GROUP BY a.author_id, a.follower_count ORDER BY plays DESC NULLS LAST, author_id`,
      polars: `WITH best AS
          (SELECT author_id, play_count FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100)
        SELECT author_id, follower_count, count(*) AS videos, sum(play_count) AS plays FROM
          (SELECT a.author_id AS author_id, a.follower_count AS follower_count, best.play_count AS play_count
           FROM best JOIN authors AS a ON best.author_id = a.author_id) AS found
        GROUP BY author_id, follower_count ORDER BY plays DESC NULLS LAST, author_id`,
    },
  ],
  [
    'observations_of_author',
    'multiset',
    `WITH own AS (SELECT video_id, play_count FROM videos WHERE author = ${text(p.author.middle)})
     SELECT own.video_id, own.play_count, count(*) AS observations, max(s.play_count) AS most
     FROM own JOIN video_stats s ON s.video_id = own.video_id GROUP BY own.video_id, own.play_count`,
    {
      clickhouse: `WITH own AS (SELECT video_id, play_count FROM videos WHERE author = ${text(p.author.middle)})
        SELECT own.video_id AS video_id, own.play_count AS play_count, count(*) AS observations,
               max(s.play_count) AS most
        FROM own JOIN video_stats s ON s.video_id = own.video_id GROUP BY own.video_id, own.play_count`,
      polars: `WITH own AS (SELECT video_id, play_count FROM videos WHERE author = ${text(p.author.middle)})
        SELECT video_id, play_count, count(*) AS observations, max(observed) AS most FROM
          (SELECT own.video_id AS video_id, own.play_count AS play_count, s.play_count AS observed
           FROM own JOIN video_stats AS s ON own.video_id = s.video_id) AS found
        GROUP BY video_id, play_count`,
    },
  ],
]);
