import { type CatalogTable, mainTimeOf, type PathInstance } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import {
  carriedWithOrdinal,
  columnOf,
  ordinalColumn,
  type Structure,
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
  const owned = (from: string) => `(FROM ${from} WHERE ${sqlWord(owner)} IS NOT NULL)`;
  return {
    name,
    description: `The rows of one ${owner} together${time === undefined ? '' : ', newest first'}.`,
    columns,
    sql: `SELECT ${sqlWords(columns.map((column) => column.name))} FROM ${rows}`,
    reads: [scanOf(table).structure],
    order: [owner, ...(time === undefined ? [] : [`${time} DESC`])],
    groupedBy: owner,
    // Rows without an owner are never looked up by it: where no row has one, the structure is empty.
    omits: `${sqlWord(owner)} IS NULL`,
    checks: [sameRows(owned(name), columns, owned(rows))],
    slices: {
      sample: `SELECT ${sqlWord(owner)} FROM ${scanOf(table).structure}_sample`,
      rowBytes: 140,
      isSorted: true,
    },
  };
};

/** The same with the ordinals of the rows only; none for the column by which base files are sorted, where rows are as quickly found. */
export function ownerOrdinals(table: CatalogTable, instance: PathInstance): Structure | undefined {
  const owner = columnOf(instance);
  if (table.sortBy[0] === owner) return undefined;
  return {
    ...ownerStructure(table, { ...instance, carries: [owner] }),
    description: `The ordinals of the rows of one ${owner}.`,
    order: [owner, ordinalColumn.name],
  };
}
