import { familyOf, instant } from './query.ts';

export const percentileQueries = familyOf('percentile', (p) => [
  [
    'engagement_90d',
    'multiset',
    `SELECT region, quantile_cont((like_count + comment_count + share_count) / greatest(play_count, 1)::DOUBLE,
            [0.5, 0.9, 0.99]) AS engagement
     FROM videos WHERE create_time >= ${instant(p.daysAgo90)} GROUP BY region`,
  ],
  [
    'median_duration',
    'multiset',
    'SELECT language, median(duration_ms) AS duration_ms FROM videos GROUP BY language',
  ],
]);
