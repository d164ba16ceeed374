import { familyOf, instant } from './query.ts';

export const windowQueries = familyOf('window', (p) => [
  [
    'top3_per_region_30d',
    'multiset',
    `SELECT region, video_id, play_count, description FROM videos WHERE create_time >= ${instant(p.daysAgo30)}
     QUALIFY row_number() OVER (PARTITION BY region ORDER BY play_count DESC NULLS LAST, video_id) <= 3`,
  ],
  [
    'month_over_month',
    'ordered',
    `WITH months AS (SELECT date_trunc('month', create_time) AS month, count(*) AS videos FROM videos GROUP BY month)
     SELECT month, videos, videos - lag(videos) OVER (ORDER BY month) AS more FROM months ORDER BY month`,
  ],
]);
