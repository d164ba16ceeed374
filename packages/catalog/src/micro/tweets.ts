import type { CatalogTable } from '../table.ts';

export const tweets: CatalogTable = {
  platform: 'micro',
  name: 'tweets',
  description: 'One row per post.',
  key: ['id'],
  sortBy: ['id'],
  zoneColumns: ['id', 'created_at'],
  observedBy: 'indexed_at',
  removedWith: { table: 'profiles', column: 'username' },
  columns: [
    { name: 'id', type: 'VARCHAR', nullable: false, description: 'Id of the post.' },
    { name: 'username', type: 'VARCHAR', nullable: false, description: 'Account that wrote it.' },
    { name: 'content', type: 'VARCHAR', nullable: false, whenUnknown: "''", description: 'Text.' },
    {
      name: 'created_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When it was published, UTC.',
    },
    { name: 'like_count', type: 'BIGINT', nullable: true, description: 'Likes.' },
    { name: 'retweet_count', type: 'BIGINT', nullable: true, description: 'Reposts.' },
    { name: 'reply_count', type: 'BIGINT', nullable: true, description: 'Answers.' },
    { name: 'quote_count', type: 'BIGINT', nullable: true, description: 'Quotes.' },
    { name: 'view_count', type: 'BIGINT', nullable: true, description: 'Views.' },
    { name: 'in_reply_to_id', type: 'VARCHAR', nullable: true, description: 'The post it answers.' },
    {
      name: 'conversation_id',
      type: 'VARCHAR',
      nullable: true,
      description: 'The post that began the thread.',
    },
    { name: 'language', type: 'VARCHAR', nullable: true, description: 'BCP 47 language.' },
    {
      name: 'hashtags',
      type: 'VARCHAR[]',
      nullable: false,
      whenUnknown: '[]::VARCHAR[]',
      description: 'Hashtags, lower case, without #.',
    },
    {
      name: 'media',
      type: 'STRUCT("type" VARCHAR, url VARCHAR, preview_url VARCHAR, width INTEGER, height INTEGER, duration_ms INTEGER)[]',
      nullable: false,
      whenUnknown: '[]',
      description: 'Pictures, videos and GIFs.',
    },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: [
    'SELECT username, sum(view_count) AS views FROM tweets GROUP BY ALL ORDER BY views DESC LIMIT 10',
  ],
};
