import { familyOf, text } from './query.ts';

const noSample = { cannot: 'its SQL has no samples' };

export const sampleQueries = familyOf('sample', (p) => [
  [
    'sample_1000',
    'row count',
    'SELECT * FROM videos USING SAMPLE 1000 ROWS',
    { clickhouse: 'SELECT * FROM videos ORDER BY rand() LIMIT 1000', polars: noSample },
  ],
  [
    'sample_of_tag',
    'row count',
    `SELECT * FROM (SELECT video_id, author, play_count FROM videos
       WHERE list_contains(hashtags, ${text(p.hashtag.hot)})) USING SAMPLE 100 ROWS`,
    {
      clickhouse: `SELECT video_id, author, play_count FROM videos WHERE has(hashtags, ${text(p.hashtag.hot)})
        ORDER BY rand() LIMIT 100`,
      polars: noSample,
    },
  ],
]);
