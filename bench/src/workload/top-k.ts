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
  [
    'top50_comments_language_90d',
    'ordered',
    `SELECT video_id, author, comment_count FROM videos
     WHERE language = ${text(p.language.middle)} AND create_time >= ${instant(p.daysAgo90)}
     ORDER BY comment_count DESC NULLS LAST, video_id LIMIT 50`,
  ],
  [
    'top50_shares_ads',
    'ordered',
    `SELECT video_id, author, region, share_count, play_count FROM videos WHERE is_ad
     ORDER BY share_count DESC NULLS LAST, video_id LIMIT 50`,
  ],
  [
    'top20_collects_short',
    'ordered',
    `SELECT * FROM videos WHERE duration_ms < 15000 AND play_count >= 1000
     ORDER BY collect_count DESC NULLS LAST, video_id LIMIT 20`,
  ],
]);
