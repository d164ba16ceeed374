import type { CatalogTable } from './table.ts';

export const removalsName = 'removals';

/**
 * The table of records that were removed from a platform. A merge deletes from every table the observations up to the
 * time of the removal: an older observation that is ingested later restores nothing, a newer one restores the record unless
 * it was removed for good.
 */
export function removalsOf(platform: string): CatalogTable {
  return {
    platform,
    name: removalsName,
    description: 'One row per record that was removed from the platform, and so from the tables here.',
    key: ['record_table', 'record_key'],
    sortBy: ['record_table', 'record_key'],
    zoneColumns: ['record_table'],
    observedBy: 'indexed_at',
    columns: [
      {
        name: 'record_table',
        role: 'category',
        type: 'VARCHAR',
        nullable: false,
        description: 'The table it stood in.',
      },
      { name: 'record_key', type: 'VARCHAR', nullable: false, description: 'Its key there.' },
      {
        name: 'removed_at',
        role: 'time',
        type: 'TIMESTAMP WITH TIME ZONE',
        nullable: false,
        description: 'When it was found to be gone, UTC.',
      },
      {
        name: 'reason',
        type: 'VARCHAR',
        nullable: true,
        description: 'Why it was removed, as the operator told.',
      },
      {
        name: 'for_good',
        role: 'flag',
        type: 'BOOLEAN',
        nullable: true,
        description: 'Whether it stays removed although it is observed again, as the operator told.',
      },
      {
        name: 'indexed_at',
        type: 'TIMESTAMP WITH TIME ZONE',
        nullable: false,
        description: 'When the newest observation of this row was made, UTC.',
      },
    ],
    examples: ['SELECT record_table, record_key, removed_at FROM removals ORDER BY removed_at DESC LIMIT 10'],
  };
}
