import type { CatalogTable } from '../table.ts';

export const posts: CatalogTable = {
  platform: 'photo',
  name: 'posts',
  description: 'One row per post.',
  key: ['id'],
  sortBy: ['username', 'created_at DESC', 'id'],
  zoneColumns: ['username', 'created_at'],
  observedBy: 'indexed_at',
  removedWith: { table: 'profiles', column: 'username' },
  columns: [
    { name: 'id', type: 'VARCHAR', nullable: false, description: 'Shortcode.' },
    { name: 'media_id', type: 'VARCHAR', nullable: false, description: 'Numeric id of the post.' },
    {
      name: 'username',
      type: 'VARCHAR',
      nullable: true,
      description: 'Account that posted it; NULL where only the page of a hashtag told of it.',
    },
    { name: 'caption', type: 'VARCHAR', nullable: false, whenUnknown: "''", description: 'Caption.' },
    { name: 'like_count', type: 'BIGINT', nullable: true, description: 'Likes.' },
    { name: 'comment_count', type: 'BIGINT', nullable: true, description: 'Comments.' },
    {
      name: 'created_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When it was published, UTC.',
    },
    { name: 'media_type', type: 'VARCHAR', nullable: true, description: 'image, video, reel or carousel.' },
    { name: 'media_url', type: 'VARCHAR', nullable: true, description: 'Address of the picture.' },
    {
      name: 'video_url',
      type: 'VARCHAR',
      nullable: true,
      description: 'Address of the video; NULL for pictures.',
    },
    {
      name: 'hashtags',
      type: 'VARCHAR[]',
      nullable: false,
      whenUnknown: '[]::VARCHAR[]',
      description: 'Hashtags, lower case, without #.',
    },
    { name: 'location', type: 'VARCHAR', nullable: true, description: 'Place.' },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: ['SELECT username, count(*) AS posts FROM posts GROUP BY ALL ORDER BY posts DESC LIMIT 10'],
};
