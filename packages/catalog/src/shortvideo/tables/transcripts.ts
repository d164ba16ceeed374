import type { CatalogTable } from '../../table.ts';
import { transcriptColumns } from '../../transcript-columns.ts';

export const transcripts: CatalogTable = {
  platform: 'shortvideo',
  name: 'transcripts',
  description: 'One row per video whose spoken words are known.',
  key: ['video_id'],
  sortBy: ['video_id'],
  zoneColumns: ['video_id'],
  observedBy: 'indexed_at',
  removedWith: { table: 'videos', column: 'video_id' },
  references: [{ column: 'video_id', table: 'videos', to: 'video_id' }],
  columns: [
    { name: 'video_id', type: 'VARCHAR', nullable: false, description: 'The video.' },
    ...transcriptColumns,
  ],
  examples: [
    'SELECT language, count(*) AS transcripts FROM transcripts GROUP BY ALL ORDER BY transcripts DESC',
  ],
};
