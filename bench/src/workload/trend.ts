import { familyOf, instant } from './query.ts';

export const trendQueries = familyOf('trend', (p) => [
  [
    'top_tags_7d',
    'ordered',
    `SELECT tag, count(*) AS videos, sum(play_count) AS plays
     FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos WHERE create_time >= ${instant(p.daysAgo7)})
     GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
    {
      clickhouse: `SELECT arrayJoin(hashtags) AS tag, count(*) AS videos, sum(play_count) AS plays FROM videos
        WHERE create_time >= ${instant(p.daysAgo7)} GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
      polars: `SELECT tag, count(*) AS videos, sum(play_count) AS plays
        FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos WHERE create_time >= ${instant(p.daysAgo7)}) AS tags
        WHERE tag IS NOT NULL GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
    },
  ],
  [
    'top_tags_all',
    'ordered',
    `SELECT tag, count(*) AS videos, sum(play_count) AS plays
     FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos) GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
    {
      clickhouse: `SELECT arrayJoin(hashtags) AS tag, count(*) AS videos, sum(play_count) AS plays FROM videos
        GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
      polars: `SELECT tag, count(*) AS videos, sum(play_count) AS plays
        FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos) AS tags
        WHERE tag IS NOT NULL GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
    },
  ],
  [
    'top_authors_all',
    'ordered',
    `SELECT author_id, max(author) AS author, count(*) AS videos, sum(play_count) AS plays
     FROM videos GROUP BY author_id ORDER BY plays DESC NULLS LAST, author_id LIMIT 100`,
  ],
  [
    'rising_authors_30d',
    'ordered',
    `SELECT author_id, count(*) AS videos, sum(play_count) AS plays FROM videos
     WHERE create_time >= ${instant(p.daysAgo30)} AND author_id IS NOT NULL
     GROUP BY author_id HAVING count(*) >= 2 ORDER BY plays DESC NULLS LAST, author_id LIMIT 100`,
  ],
  [
    'top_music_30d',
    'ordered',
    `SELECT music_id, max(music_title) AS title, count(*) AS videos, sum(play_count) AS plays
     FROM videos WHERE create_time >= ${instant(p.daysAgo30)} AND music_id IS NOT NULL
     GROUP BY music_id ORDER BY videos DESC, music_id LIMIT 100`,
  ],
]);
