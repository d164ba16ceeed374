import { familyOf, instant, text } from './query.ts';

export const exportQueries = familyOf('export', (p) => [
  [
    'export_10k',
    'row count',
    `SELECT * FROM videos WHERE region = ${text(p.region.hot)} AND create_time >= ${instant(p.daysAgo90)} LIMIT 10000`,
  ],
  [
    'export_30d_narrow',
    'multiset',
    `SELECT video_id, create_time, author_id, play_count, like_count, description FROM videos
     WHERE create_time >= ${instant(p.daysAgo30)}`,
  ],
  [
    'export_500k_narrow',
    'row count',
    'SELECT video_id, author, play_count, like_count FROM videos LIMIT 500000',
  ],
]);
