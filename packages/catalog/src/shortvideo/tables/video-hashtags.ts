import type { CatalogTable } from '../../table.ts';

export const videoHashtags: CatalogTable = {
  platform: 'shortvideo',
  name: 'video_hashtags',
  description: 'One row per hashtag and video, for finding the videos of a hashtag without reading lists.',
  key: ['hashtag', 'video_id'],
  partitionBy: 'create_time',
  sortBy: ['hashtag', 'create_time DESC', 'video_id'],
  zoneColumns: ['hashtag', 'create_time'],
  observedBy: 'create_time',
  derivedFrom: {
    table: 'videos',
    sql: `SELECT DISTINCT unnest(hashtags) AS hashtag, create_time, video_id FROM source`,
    unnests: 'hashtags',
  },
  references: [
    { column: 'video_id', table: 'videos', to: 'video_id' },
    { column: 'hashtag', table: 'hashtags', to: 'name' },
  ],
  columns: [
    {
      name: 'hashtag',
      role: 'owner',
      type: 'VARCHAR',
      nullable: false,
      description: 'The hashtag, lower case, without #.',
    },
    {
      name: 'create_time',
      role: 'time',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the video was published, UTC.',
    },
    { name: 'video_id', role: 'owner', type: 'VARCHAR', nullable: false, description: 'The video.' },
  ],
  examples: [
    'SELECT hashtag, count(*) AS videos FROM video_hashtags GROUP BY ALL ORDER BY videos DESC LIMIT 10',
  ],
};
