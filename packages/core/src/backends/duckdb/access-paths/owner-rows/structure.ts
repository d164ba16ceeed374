import { mainTimeOf } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import {
  carriedWithOrdinal,
  columnOf,
  type StructureMaker,
  sameRows,
  scanOf,
  scanWithOrdinal,
} from '../../candidates/structure.ts';

/** Names change, ids do not: rows with the same id may be far apart in the order of names, and vice versa. */
export const ownerStructure: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const owner = columnOf(instance);
  const time = mainTimeOf(table);
  const columns = carriedWithOrdinal(table, instance);
  const rows = scanWithOrdinal(table);
  return {
    name,
    description: `The rows of one ${owner} together${time === undefined ? '' : ', newest first'}.`,
    columns,
    sql: `SELECT ${sqlWords(columns.map((column) => column.name))} FROM ${rows}`,
    reads: [scanOf(table).structure],
    order: [owner, ...(time === undefined ? [] : [`${time} DESC`])],
    groupedBy: owner,
    checks: [sameRows(name, columns, rows)],
    slices: { sample: `SELECT ${sqlWord(owner)} FROM ${scanOf(table).structure}_sample`, rowBytes: 140 },
  };
};
