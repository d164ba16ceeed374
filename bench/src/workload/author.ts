import { familyOf, heats, instant, type QueryEntry, text, texts } from './query.ts';

export const authorQueries = familyOf('author', (p) => [
  ...heats.map(
    (heat): QueryEntry => [
      `author_latest50_${heat}`,
      'ordered',
      `SELECT * FROM videos WHERE author = ${text(p.author[heat])} ORDER BY create_time DESC, video_id LIMIT 50`,
    ],
  ),
  [
    'author_months',
    'ordered',
    `SELECT date_trunc('month', create_time) AS month, count(*) AS videos, sum(play_count) AS plays,
            avg(like_count) AS likes
     FROM videos WHERE author_id = ${text(p.authorId.hot)} GROUP BY month ORDER BY month`,
  ],
  [
    'author_top20_middle',
    'ordered',
    `SELECT video_id, create_time, description, like_count FROM videos WHERE author_id = ${text(p.authorId.middle)}
     ORDER BY like_count DESC NULLS LAST, video_id LIMIT 20`,
  ],
  [
    'authors_latest100',
    'ordered',
    `SELECT video_id, author, create_time, play_count, like_count FROM videos WHERE author IN (${texts(p.authors)})
     ORDER BY create_time DESC, video_id LIMIT 100`,
  ],
  [
    'authors_totals_90d',
    'multiset',
    `SELECT author, count(*) AS videos, sum(play_count) AS plays, max(like_count) AS best FROM videos
     WHERE author IN (${texts(p.authors)}) AND create_time >= ${instant(p.daysAgo90)} GROUP BY author`,
  ],
  [
    'author_tags_hot',
    'ordered',
    `SELECT tag, count(*) AS videos FROM
       (SELECT unnest(hashtags) AS tag FROM videos WHERE author = ${text(p.author.hot)}) AS tags
     GROUP BY tag ORDER BY videos DESC, tag LIMIT 20`,
    {
      clickhouse: `SELECT arrayJoin(hashtags) AS tag, count(*) AS videos FROM videos
        WHERE author = ${text(p.author.hot)} GROUP BY tag ORDER BY videos DESC, tag LIMIT 20`,
      polars: `SELECT tag, count(*) AS videos FROM
          (SELECT unnest(hashtags) AS tag FROM videos WHERE author = ${text(p.author.hot)}) AS tags
        WHERE tag IS NOT NULL GROUP BY tag ORDER BY videos DESC, tag LIMIT 20`,
    },
  ],
]);
