import { familyOf, instant, text } from './query.ts';

const noFrames = { cannot: 'its SQL has no row_number and no running sums over partitions' };

export const windowQueries = familyOf('window', (p) => [
  [
    'top3_per_region_30d',
    'multiset',
    `SELECT region, video_id, play_count, description FROM videos WHERE create_time >= ${instant(p.daysAgo30)}
     QUALIFY row_number() OVER (PARTITION BY region ORDER BY play_count DESC NULLS LAST, video_id) <= 3`,
    { polars: noFrames },
  ],
  [
    'month_over_month',
    'ordered',
    `WITH months AS (SELECT date_trunc('month', create_time) AS month, count(*) AS videos FROM videos GROUP BY month)
     SELECT month, videos, videos - lag(videos) OVER (ORDER BY month) AS more FROM months ORDER BY month`,
    {
      // Its lag returns 0 instead of NULL for the first row.
      clickhouse: `WITH months AS
          (SELECT date_trunc('month', create_time) AS month, count(*) AS videos FROM videos GROUP BY month)
        SELECT month, videos, videos - lag(toNullable(videos)) OVER (ORDER BY month) AS more FROM months ORDER BY month`,
      polars: `WITH months AS (SELECT date_trunc('month', create_time) AS month, CAST(count(*) AS BIGINT) AS videos
          FROM videos GROUP BY month)
        SELECT month, videos, videos - lag(videos) OVER (ORDER BY month) AS more FROM months ORDER BY month`,
    },
  ],
  [
    'running_plays_of_author',
    'ordered',
    `SELECT video_id, create_time, sum(play_count) OVER (ORDER BY create_time, video_id) AS plays FROM videos
     WHERE author = ${text(p.author.middle)} ORDER BY create_time, video_id`,
    { polars: noFrames },
  ],
]);
