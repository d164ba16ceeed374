import { familyOf, instant, text } from './query.ts';

export const distinctQueries = familyOf('distinct', (p) => [
  ['distinct_authors', 'ordered', 'SELECT count(DISTINCT author_id) AS authors FROM videos'],
  [
    'distinct_authors_approx',
    'row count',
    'SELECT approx_count_distinct(author_id) AS authors FROM videos',
    {
      clickhouse: 'SELECT uniq(author_id) AS authors FROM videos',
      polars: { cannot: 'its SQL has no approximate count of distinct values' },
    },
  ],
  [
    'distinct_music_by_region_30d',
    'multiset',
    `SELECT region, count(DISTINCT music_id) AS sounds FROM videos
     WHERE create_time >= ${instant(p.daysAgo30)} GROUP BY region`,
  ],
  [
    'distinct_authors_of_tag',
    'ordered',
    `SELECT count(DISTINCT author) AS authors FROM videos WHERE list_contains(hashtags, ${text(p.hashtag.hot)})`,
  ],
]);
