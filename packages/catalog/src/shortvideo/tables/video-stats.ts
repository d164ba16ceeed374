import type { CatalogTable } from '../../table.ts';

export const videoStats: CatalogTable = {
  platform: 'shortvideo',
  name: 'video_stats',
  description: 'Every observation of a video’s counts; append only.',
  key: ['video_id', 'observed_at'],
  partitionBy: 'observed_at',
  sortBy: ['video_id', 'observed_at'],
  zoneColumns: ['video_id', 'observed_at'],
  observedBy: 'observed_at',
  removedWith: { table: 'videos', column: 'video_id' },
  references: [{ column: 'video_id', table: 'videos', to: 'video_id' }],
  columns: [
    { name: 'video_id', role: 'owner', type: 'VARCHAR', nullable: false, description: 'The video.' },
    {
      name: 'observed_at',
      role: 'time',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the counts were read, UTC.',
    },
    { name: 'play_count', role: 'measure', type: 'BIGINT', nullable: true, description: 'Plays then.' },
    { name: 'like_count', role: 'measure', type: 'BIGINT', nullable: true, description: 'Likes then.' },
    { name: 'comment_count', role: 'measure', type: 'BIGINT', nullable: true, description: 'Comments then.' },
    { name: 'share_count', role: 'measure', type: 'BIGINT', nullable: true, description: 'Shares then.' },
    {
      name: 'collect_count',
      role: 'measure',
      type: 'BIGINT',
      nullable: true,
      description: 'Times put into a collection by then.',
    },
    {
      name: 'source',
      role: 'category',
      type: 'VARCHAR',
      nullable: true,
      description: 'Where the observation came from.',
    },
  ],
  examples: [
    'SELECT video_id, max(play_count) - min(play_count) AS gained FROM video_stats GROUP BY video_id HAVING count(*) > 1 ORDER BY gained DESC LIMIT 10',
  ],
};
