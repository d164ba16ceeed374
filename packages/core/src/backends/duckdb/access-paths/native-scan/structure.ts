import { storedColumns } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import { checksum, type StructureMaker, typedColumns } from '../../candidates/structure.ts';

export const scanStructure: StructureMaker = (table, { structure: name }) => {
  const columns = storedColumns(table).map((column) => column.name);
  return {
    name,
    description: 'Every row with all stored columns, in order of ordinals: the rowid is the ordinal.',
    columns: typedColumns(table, columns),
    sql: `SELECT ${sqlWords(columns)} FROM source`,
    reads: [],
    order: [],
    checks: [
      {
        name: 'rows, ordinals and checksum',
        base: checksum([...columns.map(sqlWord), 'ordinal'], 'source'),
        structure: checksum([...columns.map(sqlWord), 'rowid::INTEGER'], name),
      },
    ],
  };
};
