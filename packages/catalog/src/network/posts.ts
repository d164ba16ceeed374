import type { CatalogTable } from '../table.ts';

export const posts: CatalogTable = {
  platform: 'network',
  name: 'posts',
  description: 'One row per post of a person or a company.',
  key: ['post_id'],
  sortBy: ['author', 'created_at DESC', 'post_id'],
  zoneColumns: ['author', 'created_at'],
  observedBy: 'indexed_at',
  columns: [
    { name: 'post_id', type: 'VARCHAR', nullable: false, description: 'Id of the post.' },
    { name: 'author_kind', type: 'VARCHAR', nullable: false, description: 'person or company.' },
    { name: 'author', type: 'VARCHAR', nullable: false, description: 'Username or company slug.' },
    { name: 'url', type: 'VARCHAR', nullable: true, description: 'Address of the post.' },
    { name: 'text', type: 'VARCHAR', nullable: false, whenUnknown: "''", description: 'Text.' },
    {
      name: 'created_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When it was published, UTC.',
    },
    {
      name: 'post_type',
      type: 'VARCHAR',
      nullable: true,
      description: 'text, image, video, article or document.',
    },
    { name: 'like_count', type: 'BIGINT', nullable: true, description: 'Reactions.' },
    { name: 'comment_count', type: 'BIGINT', nullable: true, description: 'Comments.' },
    { name: 'share_count', type: 'BIGINT', nullable: true, description: 'Shares.' },
    {
      name: 'media',
      type: 'STRUCT("type" VARCHAR, url VARCHAR)[]',
      nullable: false,
      whenUnknown: '[]',
      description: 'Pictures, videos and documents.',
    },
    {
      name: 'hashtags',
      type: 'VARCHAR[]',
      nullable: false,
      whenUnknown: '[]::VARCHAR[]',
      description: 'Hashtags, lower case, without #.',
    },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: ['SELECT author, sum(like_count) AS likes FROM posts GROUP BY ALL ORDER BY likes DESC LIMIT 10'],
};
