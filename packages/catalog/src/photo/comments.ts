import type { CatalogTable } from '../table.ts';

export const comments: CatalogTable = {
  platform: 'photo',
  name: 'comments',
  description: 'One row per comment.',
  key: ['id'],
  sortBy: ['media_id', 'created_at DESC', 'id'],
  zoneColumns: ['media_id'],
  observedBy: 'indexed_at',
  removedWith: { table: 'posts', column: 'media_id' },
  columns: [
    { name: 'id', type: 'VARCHAR', nullable: false, description: 'Id of the comment.' },
    { name: 'media_id', type: 'VARCHAR', nullable: false, description: 'The post it stands under.' },
    { name: 'text', type: 'VARCHAR', nullable: false, whenUnknown: "''", description: 'The comment.' },
    { name: 'user_pk', type: 'VARCHAR', nullable: true, description: 'Numeric id of its author.' },
    { name: 'username', type: 'VARCHAR', nullable: true, description: 'Username of its author.' },
    { name: 'full_name', type: 'VARCHAR', nullable: true, description: 'Display name of its author.' },
    { name: 'profile_pic_url', type: 'VARCHAR', nullable: true, description: 'Picture of its author.' },
    {
      name: 'created_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When it was written, UTC.',
    },
    { name: 'like_count', type: 'BIGINT', nullable: true, description: 'Likes.' },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: [
    'SELECT media_id, count(*) AS comments FROM comments GROUP BY ALL ORDER BY comments DESC LIMIT 10',
  ],
};
