import type { CatalogTable } from '../../table.ts';

export const music: CatalogTable = {
  platform: 'shortvideo',
  name: 'music',
  description: 'One row per sound.',
  key: ['music_id'],
  sortBy: ['music_id'],
  zoneColumns: ['music_id'],
  observedBy: 'indexed_at',
  columns: [
    { name: 'music_id', type: 'VARCHAR', nullable: false, description: 'Id of the sound.' },
    { name: 'title', role: 'text', isLong: true, type: 'VARCHAR', nullable: true, description: 'Title.' },
    { name: 'author', role: 'owner', type: 'VARCHAR', nullable: true, description: 'Author.' },
    { name: 'album', isLong: true, type: 'VARCHAR', nullable: true, description: 'Album.' },
    {
      name: 'duration_ms',
      role: 'measure',
      type: 'INTEGER',
      nullable: true,
      description: 'Length in milliseconds.',
    },
    {
      name: 'is_original',
      role: 'flag',
      type: 'BOOLEAN',
      nullable: true,
      description: 'Whether it was made for a video.',
    },
    {
      name: 'video_count',
      role: 'measure',
      type: 'BIGINT',
      nullable: true,
      description: 'Videos that use it, as the platform reports them.',
    },
    {
      name: 'cover_url',
      isLong: true,
      type: 'VARCHAR',
      nullable: true,
      description: 'Address of the cover, without signature.',
    },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: ['SELECT title, author FROM music WHERE is_original LIMIT 10'],
};
