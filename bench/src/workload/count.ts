import { familyOf, instant } from './query.ts';

export const countQueries = familyOf('count', (p) => [
  ['count_all', 'ordered', 'SELECT count(*) AS videos FROM videos'],
  [
    'count_30d',
    'ordered',
    `SELECT count(*) AS videos FROM videos WHERE create_time >= ${instant(p.daysAgo30)}`,
  ],
  [
    'count_viral_ads',
    'ordered',
    'SELECT count(*) AS videos FROM videos WHERE is_ad AND play_count >= 100000 AND duration_ms < 30000',
  ],
]);
