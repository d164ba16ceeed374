import type { CatalogTable } from '../../table.ts';
import { transcriptColumns } from '../../transcript-columns.ts';

export const transcripts: CatalogTable = {
  platform: 'photo',
  name: 'transcripts',
  description: 'One row per post whose spoken words are known.',
  key: ['id'],
  sortBy: ['id'],
  zoneColumns: ['id'],
  observedBy: 'indexed_at',
  removedWith: { table: 'posts', column: 'id' },
  references: [{ column: 'id', table: 'posts', to: 'id' }],
  columns: [
    { name: 'id', type: 'VARCHAR', nullable: false, description: 'Shortcode of the post.' },
    ...transcriptColumns,
  ],
  examples: ['SELECT id, text FROM transcripts LIMIT 10'],
};
