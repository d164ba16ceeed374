import { checksum, type StructureMaker, typedColumns } from '../../candidates/structure.ts';

export const scanStructure: StructureMaker = (table, { structure: name, carries = [] }) => ({
  name,
  description: 'Every row with its narrow columns, in order of ordinals: the rowid is the ordinal.',
  columns: typedColumns(table, carries),
  sql: `SELECT ${carries.join(', ')} FROM source`,
  reads: [],
  order: [],
  checks: [
    {
      name: 'rows, ordinals and checksum',
      base: checksum([...carries, 'ordinal'], 'source'),
      structure: checksum([...carries, 'rowid::INTEGER'], name),
    },
  ],
});
