import type { CatalogTable } from '../table.ts';

export const comments: CatalogTable = {
  platform: 'shortvideo',
  name: 'comments',
  description: 'One row per comment.',
  key: ['comment_id'],
  sortBy: ['video_id', 'create_time DESC', 'comment_id'],
  zoneColumns: ['video_id'],
  observedBy: 'indexed_at',
  removedWith: { table: 'videos', column: 'video_id' },
  columns: [
    { name: 'comment_id', type: 'VARCHAR', nullable: false, description: 'Id of the comment.' },
    { name: 'video_id', type: 'VARCHAR', nullable: false, description: 'The video it stands under.' },
    {
      name: 'parent_comment_id',
      type: 'VARCHAR',
      nullable: true,
      description: 'The comment it answers; NULL at the top level.',
    },
    { name: 'author_id', type: 'VARCHAR', nullable: true, description: 'Id of its author.' },
    { name: 'author', type: 'VARCHAR', nullable: true, description: 'Username of its author.' },
    { name: 'author_nickname', type: 'VARCHAR', nullable: true, description: 'Display name of its author.' },
    {
      name: 'avatar_url',
      type: 'VARCHAR',
      nullable: true,
      description: 'Picture of its author, without signature.',
    },
    { name: 'text', type: 'VARCHAR', nullable: false, whenUnknown: "''", description: 'The comment.' },
    { name: 'language', type: 'VARCHAR', nullable: true, description: 'BCP 47 language.' },
    { name: 'like_count', type: 'BIGINT', nullable: true, description: 'Likes.' },
    { name: 'reply_count', type: 'BIGINT', nullable: true, description: 'Answers.' },
    {
      name: 'create_time',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: true,
      description: 'When it was written, UTC.',
    },
    { name: 'is_pinned', type: 'BOOLEAN', nullable: true, description: 'Whether the uploader pinned it.' },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: [
    'SELECT video_id, count(*) AS comments FROM comments GROUP BY ALL ORDER BY comments DESC LIMIT 10',
  ],
};
