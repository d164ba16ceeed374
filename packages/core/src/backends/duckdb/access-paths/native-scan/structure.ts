import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import { checksum, type StructureMaker, typedColumns } from '../../candidates/structure.ts';

export const scanStructure: StructureMaker = (table, { structure: name, carries = [] }) => ({
  name,
  description: 'Every row with its narrow columns, in order of ordinals: the rowid is the ordinal.',
  columns: typedColumns(table, carries),
  sql: `SELECT ${sqlWords(carries)} FROM source`,
  reads: [],
  order: [],
  checks: [
    {
      name: 'rows, ordinals and checksum',
      base: checksum([...carries.map(sqlWord), 'ordinal'], 'source'),
      structure: checksum([...carries.map(sqlWord), 'rowid::INTEGER'], name),
    },
  ],
});
