import type { CatalogTable } from '../../table.ts';

export const hashtags: CatalogTable = {
  platform: 'shortvideo',
  name: 'hashtags',
  description: 'One row per hashtag.',
  key: ['name'],
  sortBy: ['name'],
  zoneColumns: ['name'],
  observedBy: 'indexed_at',
  columns: [
    { name: 'name', type: 'VARCHAR', nullable: false, description: 'The hashtag, lower case, without #.' },
    {
      name: 'hashtag_id',
      type: 'VARCHAR',
      nullable: true,
      description: 'The platform’s id of it, also called challenge id.',
    },
    { name: 'title', type: 'VARCHAR', nullable: true, description: 'As the platform writes it.' },
    {
      name: 'description',
      role: 'text',
      isLong: true,
      type: 'VARCHAR',
      nullable: true,
      description: 'Text of its page.',
    },
    {
      name: 'view_count',
      role: 'measure',
      type: 'BIGINT',
      nullable: true,
      description: 'Views of all its videos, as the platform reports them.',
    },
    {
      name: 'video_count',
      role: 'measure',
      type: 'BIGINT',
      nullable: true,
      description: 'Videos that carry it, as the platform reports them.',
    },
    {
      name: 'is_commerce',
      role: 'flag',
      type: 'BOOLEAN',
      nullable: true,
      description: 'Whether it belongs to a campaign.',
    },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: ['SELECT name, view_count FROM hashtags ORDER BY view_count DESC NULLS LAST LIMIT 10'],
};
