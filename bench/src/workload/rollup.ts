import { familyOf, instant, text } from './query.ts';

export const rollupQueries = familyOf('rollup', (p) => [
  [
    'growth_by_month',
    'ordered',
    `SELECT date_trunc('month', create_time) AS month, count(*) AS videos, sum(play_count) AS plays,
            sum(like_count) AS likes
     FROM videos GROUP BY month ORDER BY month`,
  ],
  [
    'region_language',
    'multiset',
    `SELECT region, language, count(*) AS videos, sum(play_count) AS plays, avg(like_count) AS likes
     FROM videos GROUP BY region, language`,
  ],
  [
    'ads_by_year',
    'ordered',
    `SELECT extract(year FROM create_time) AS year, is_ad, count(*) AS videos, max(play_count) AS best
     FROM videos GROUP BY year, is_ad ORDER BY year, is_ad NULLS FIRST`,
  ],
  [
    'days_of_region_90d',
    'ordered',
    `SELECT create_time::DATE AS day, count(*) AS videos, sum(like_count) AS likes, min(duration_ms) AS shortest
     FROM videos WHERE region = ${text(p.region.hot)} AND create_time >= ${instant(p.daysAgo90)}
     GROUP BY day ORDER BY day`,
  ],
]);
