import {
  carriedWithOrdinal,
  columnOf,
  type StructureMaker,
  sameRows,
  scanOf,
  scanWithOrdinal,
} from '../../candidates/structure.ts';

/** Names come and go, ids stay: rows of one lie apart in the order of the other. */
export const ownerStructure: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const owner = columnOf(instance);
  const columns = carriedWithOrdinal(table, instance);
  const rows = scanWithOrdinal(table);
  return {
    name,
    description: `The rows of one ${owner} together, newest first.`,
    columns,
    sql: `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${rows}`,
    reads: [scanOf(table).structure],
    groupedBy: owner,
    order: [owner, `${table.partitionBy} DESC`],
    checks: [sameRows(name, columns, rows)],
    slices: { sample: `SELECT ${owner} FROM ${scanOf(table).structure}_sample`, rowBytes: 140 },
  };
};
