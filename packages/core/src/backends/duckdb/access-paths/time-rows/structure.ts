import { sqlWords } from '@sdq/duckdb/sql';
import {
  carriedWithOrdinal,
  columnOf,
  type StructureMaker,
  sameRows,
  scanOf,
  scanWithOrdinal,
} from '../../candidates/structure.ts';

/** Rows of a table that is not stored in the order of time. */
export const timeRowsStructure: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const time = columnOf(instance);
  const columns = carriedWithOrdinal(table, instance);
  const rows = scanWithOrdinal(table);
  return {
    name,
    description: `All rows in the order of ${time}, the newest first.`,
    columns,
    sql: `SELECT ${sqlWords(columns.map((column) => column.name))} FROM ${rows}`,
    reads: [scanOf(table).structure],
    order: [`${time} DESC`],
    checks: [sameRows(name, columns, rows)],
  };
};
