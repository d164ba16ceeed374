import { familyOf, instant } from './query.ts';

export const distinctQueries = familyOf('distinct', (p) => [
  ['distinct_authors', 'ordered', 'SELECT count(DISTINCT author_id) AS authors FROM videos'],
  ['distinct_authors_approx', 'row count', 'SELECT approx_count_distinct(author_id) AS authors FROM videos'],
  [
    'distinct_music_by_region_30d',
    'multiset',
    `SELECT region, count(DISTINCT music_id) AS sounds FROM videos
     WHERE create_time >= ${instant(p.daysAgo30)} GROUP BY region`,
  ],
]);
