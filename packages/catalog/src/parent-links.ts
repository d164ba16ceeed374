import type { CatalogTable } from './table.ts';

export const parentLinksName = 'parent_links';

/**
 * Whether the records of a table can be observed with different parents, or with none: those that are removed with the
 * record that a column other than their key names.
 */
export function hasParentLinks({ key, removedWith }: Pick<CatalogTable, 'key' | 'removedWith'>): boolean {
  return removedWith !== undefined && key.length === 1 && key[0] !== removedWith.column;
}

/**
 * The internal table of a platform that records which parents a record was ever observed with. Without it, a row that
 * was removed with its parent would return as soon as an older observation comes that names no parent. It has the
 * links of all records that were removed, alone or with a parent, and of those that were observed with several parents:
 * the parent of every other record is in its own row. SQL cannot read it.
 */
export function parentLinksOf(platform: string): CatalogTable {
  return {
    platform,
    name: parentLinksName,
    description: 'One row per removed record and parent that it was ever observed with.',
    key: ['record_table', 'record_key', 'parent_key'],
    sortBy: ['record_table', 'record_key', 'parent_key'],
    zoneColumns: ['record_table'],
    observedBy: 'indexed_at',
    columns: [
      { name: 'record_table', type: 'VARCHAR', nullable: false, description: 'The table of the record.' },
      { name: 'record_key', type: 'VARCHAR', nullable: false, description: 'Its key there.' },
      {
        name: 'parent_key',
        type: 'VARCHAR',
        nullable: false,
        description: 'The key of the record that it is removed with.',
      },
      {
        name: 'indexed_at',
        type: 'TIMESTAMP WITH TIME ZONE',
        nullable: false,
        description: 'When it was last observed with this parent, UTC.',
      },
    ],
    examples: [],
  };
}
