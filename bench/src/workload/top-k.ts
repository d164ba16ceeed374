import { familyOf, instant, text } from './query.ts';

export const topKQueries = familyOf('top-k', (p) => [
  ['top100_all', 'ordered', 'SELECT * FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100'],
  [
    'top100_30d',
    'ordered',
    `SELECT * FROM videos WHERE create_time >= ${instant(p.daysAgo30)}
     ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100`,
  ],
  [
    'top100_region_likes',
    'ordered',
    `SELECT video_id, author, description, like_count FROM videos WHERE region = ${text(p.region.middle)}
     ORDER BY like_count DESC NULLS LAST, video_id LIMIT 100`,
  ],
]);
