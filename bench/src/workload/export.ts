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
     WHERE create_time >= ${instant(p.exportFrom)}`,
  ],
  [
    'export_500k_narrow',
    'row count',
    'SELECT video_id, author, play_count, like_count FROM videos LIMIT 500000',
  ],
  ['export_author', 'multiset', `SELECT * FROM videos WHERE author = ${text(p.author.hot)}`],
  [
    'export_tag_narrow',
    'multiset',
    `SELECT video_id, create_time, author, hashtags, play_count FROM videos
     WHERE list_contains(hashtags, ${text(p.hashtag.middle)})`,
  ],
]);
