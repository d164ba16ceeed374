import { familyOf, instant, text } from './query.ts';

const noLists = { cannot: 'its SQL has no quantiles as a list' };

export const percentileQueries = familyOf('percentile', (p) => [
  [
    'engagement_90d',
    'multiset',
    `SELECT region, quantile_cont((like_count + comment_count + share_count) / greatest(play_count, 1)::DOUBLE,
            [0.5, 0.9, 0.99]) AS engagement
     FROM videos WHERE create_time >= ${instant(p.daysAgo90)} GROUP BY region`,
    {
      clickhouse: `SELECT region, quantilesExactInclusive(0.5, 0.9, 0.99)(
          (like_count + comment_count + share_count) / toFloat64(greatest(play_count, 1))) AS engagement
        FROM videos WHERE create_time >= ${instant(p.daysAgo90)} GROUP BY region`,
      polars: noLists,
    },
  ],
  [
    'median_duration',
    'multiset',
    'SELECT language, median(duration_ms) AS duration_ms FROM videos GROUP BY language',
    {
      clickhouse:
        'SELECT language, quantileExactInclusive(0.5)(videos.duration_ms) AS duration_ms FROM videos GROUP BY language',
    },
  ],
  [
    'plays_of_tag',
    'multiset',
    `SELECT quantile_cont(play_count, [0.1, 0.5, 0.9]) AS plays FROM videos
     WHERE list_contains(hashtags, ${text(p.hashtag.middle)})`,
    {
      clickhouse: `SELECT quantilesExactInclusive(0.1, 0.5, 0.9)(play_count) AS plays FROM videos
        WHERE has(hashtags, ${text(p.hashtag.middle)})`,
      polars: noLists,
    },
  ],
]);
