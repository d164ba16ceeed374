import type { CatalogTable } from '@sdq/catalog';
import type { FileEntry } from '@sdq/index';

/**
 * The cost model: costs of candidates in microseconds of CPU time. It is rough on purpose: it only has to distinguish
 * plans that differ by factors. Measured on one core of the machine of the published figures. These constants
 * describe the machine; statistics describe the data (`estimates/`).
 */
export const cost = {
  /** Binding, planning and starting a query over a structure. */
  start: 1_500,
  /** A row of one column of a structure, and each byte of a text or list there. */
  nativeCell: 0.004,
  nativeByte: 0.0009,
  /** A byte of a text that is stored without compression. */
  plainByte: 0.00015,
  /** A byte of a text or list that a function tests: LIKE takes half of it, ILIKE (`caseless-search`) a little more. */
  testedByte: 0.0008,
  /** A total of one group. */
  totalsCell: 0.004,
  /** A row that a join looks up among a few. */
  probedRow: 0.012,
  /** An ordinal that is deduplicated. */
  countedOrdinal: 0.02,
  /** A word of the text index that is searched for a substring. */
  searchedWord: 0.03,
  /** A base file: its footer is cached, its row groups are listed. */
  file: 250,
  /** A row of one column of a base file, and of a column of long texts. */
  baseCell: 0.02,
  baseText: 0.35,
  /** A row of a base file that is added to totals as a group of one. */
  groupOfOne: 0.1,
  /** A key that is looked up in a key file. */
  searchedKey: 6,
  /** A full row fetched from a row file, alone in its block, and loaded. */
  fetchedRow: 80,
  /** Reading them as a table. */
  fetch: 500,
  /** Making a result of them without a statement. */
  answer: 100,
  /** Finding the rows of a look-up in any other way: a statement, the planning of all paths, and the same rows. As much as 50 of these. */
  otherStatement: 4_000,
} as const;

/** Reading these columns of whole base files. */
export function baseCost(
  table: CatalogTable,
  files: readonly FileEntry[],
  columns: readonly string[],
): number {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return 2 * cost.start + files.length * cost.file + rows * baseCellsCost(table, columns);
}

/** Reading these columns of one row of base files that are read whole. */
export function baseCellsCost(table: CatalogTable, columns: readonly string[]): number {
  const long = new Set(table.columns.filter(({ isLong }) => isLong === true).map(({ name }) => name));
  return columns.reduce<number>(
    (sum, name) => sum + (long.has(name) ? cost.baseText : cost.baseCell),
    cost.baseCell,
  );
}

/** Reading a number of rows of a structure, each at a cost in microseconds. */
export function nativeCost(rows: number, perRow: number): number {
  return cost.start + rows * perRow;
}
