import type { CatalogColumn } from './table.ts';

/** The columns of a transcript, after the key of its record. */
export const transcriptColumns: readonly CatalogColumn[] = [
  {
    name: 'language',
    role: 'category',
    type: 'VARCHAR',
    nullable: true,
    description: 'BCP 47 language of the words.',
  },
  { name: 'source', role: 'category', type: 'VARCHAR', nullable: true, description: 'Who wrote it down.' },
  {
    name: 'text',
    role: 'text',
    isLong: true,
    type: 'VARCHAR',
    nullable: false,
    whenUnknown: "''",
    description: 'All words.',
  },
  {
    name: 'segments',
    isLong: true,
    type: 'STRUCT(start_ms INTEGER, end_ms INTEGER, "text" VARCHAR)[]',
    nullable: false,
    whenUnknown: '[]',
    description: 'The words with their times, where those are known.',
  },
  {
    name: 'indexed_at',
    type: 'TIMESTAMP WITH TIME ZONE',
    nullable: false,
    description: 'When the newest observation of this row was made, UTC.',
  },
];
