import { familyOf, instant } from './query.ts';

export const trendQueries = familyOf('trend', (p) => [
  [
    'top_tags_7d',
    'ordered',
    `SELECT tag, count(*) AS videos, sum(play_count) AS plays
     FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos WHERE create_time >= ${instant(p.daysAgo7)})
     GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
  ],
  [
    'top_authors_all',
    'ordered',
    `SELECT author_id, max(author) AS author, count(*) AS videos, sum(play_count) AS plays
     FROM videos GROUP BY author_id ORDER BY plays DESC NULLS LAST, author_id LIMIT 100`,
  ],
  [
    'top_music_30d',
    'ordered',
    `SELECT music_id, max(music_title) AS title, count(*) AS videos, sum(play_count) AS plays
     FROM videos WHERE create_time >= ${instant(p.daysAgo30)} AND music_id IS NOT NULL
     GROUP BY music_id ORDER BY videos DESC, music_id LIMIT 100`,
  ],
]);
