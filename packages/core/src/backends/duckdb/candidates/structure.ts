import {
  type CatalogColumn,
  type CatalogTable,
  mainTimeOf,
  type PathInstance,
  pathsOf,
  storedColumns,
} from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';

export interface StructureColumn {
  readonly name: string;
  /** A DuckDB type, spelled as DuckDB prints it. */
  readonly type: string;
}

/**
 * One table of a segment, as data. Its SQL may name `source`, which is the covered rows of the catalogue table as
 * they stand in the base files (the stored columns and `ordinal` INTEGER), and every structure before it in the
 * list. The rowid of the native scan is the ordinal, so what needs only its columns reads it instead: that costs a tenth.
 */
export interface Structure {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly StructureColumn[];
  /** A SELECT that gives the columns by name, in any order of rows. `getvariable('source_rows')` counts the rows. */
  readonly sql: string;
  /** The structures before it that `sql` and the draft name. */
  readonly reads: readonly string[];
  /** Order of the rows: column names, with ` DESC` where it falls; NULLs last. Empty: the order of ordinals. */
  readonly order: readonly string[];
  readonly checks: readonly StructureCheck[];
  /** Every row with at least the least value of this column in here is in here; that value is noted with the segment. */
  readonly thresholdOf?: string;
  /** The column by whose values rows are asked for: how many rows a value has is noted with the segment. */
  readonly groupedBy?: string;
  /** How a large one is sorted or aggregated in parts, so that little spills. Absent: in one go. */
  readonly slices?: StructureSlices;
  /** What is computed first, into a file that is deleted afterwards; `sql` and the checks may name it. */
  readonly draft?: { readonly name: string; readonly sql: string };
}

/** Ranges of the first column of the order, one after the other. */
export interface StructureSlices {
  /** A SELECT of one column: values of the slicing column, about as often as rows have them. */
  readonly sample: string;
  /** Bytes that one row of `source` costs while the structure is sorted or aggregated, roughly. */
  readonly rowBytes: number;
}

/** Two SELECTs of one row each that must be equal: over what the structure was made from, and over it. */
export interface StructureCheck {
  readonly name: string;
  readonly base: string;
  readonly structure: string;
}

/** The structures that one instance of an access path needs. `table` has the instance among its `paths`. */
export type StructureMaker = (table: CatalogTable, instance: PathInstance) => Structure;

export const ordinalColumn: StructureColumn = { name: 'ordinal', type: 'INTEGER' };

/** The instances of one access path over a table, in their order. */
export function instancesOf(table: CatalogTable, path: string): PathInstance[] {
  return pathsOf(table).filter((instance) => instance.path === path);
}

/** The structure that holds every row with its narrow columns; empty for a table without one. */
export function scanOf(table: CatalogTable): PathInstance {
  return instancesOf(table, 'native-scan')[0] ?? { path: 'native-scan', structure: 'scan', carries: [] };
}

/** The native scan with the ordinal as a column. */
export function scanWithOrdinal(table: CatalogTable): string {
  return `(SELECT *, rowid::INTEGER AS ordinal FROM ${scanOf(table).structure})`;
}

/** A column that the table stores. */
export function storedColumn(table: CatalogTable, name: string): CatalogColumn {
  const column = storedColumns(table).find((stored) => stored.name === name);
  if (column === undefined) throw new Error(`${table.platform}.${table.name} stores no column ${name}`);
  return column;
}

/** Columns that the table stores, with their types. */
export function typedColumns(table: CatalogTable, names: readonly string[]): StructureColumn[] {
  return names.map((name) => ({ name, type: storedColumn(table, name).type }));
}

/** The columns that an instance carries, the ordinal after the main time. */
export function carriedWithOrdinal(table: CatalogTable, { carries = [] }: PathInstance): StructureColumn[] {
  const columns = typedColumns(table, carries);
  const main = mainTimeOf(table);
  const time = columns.findIndex(({ name }) => name === main);
  return [...columns.slice(0, time + 1), ordinalColumn, ...columns.slice(time + 1)];
}

/** The column whose role an instance serves. */
export function columnOf({ column, structure }: PathInstance): string {
  if (column === undefined) throw new Error(`the structure ${structure} names no column`);
  return column;
}

/** Columns of the native scan by whose values structures may be built in parts. */
export function slicingColumns(table: CatalogTable, structures: readonly Structure[]): string[] {
  const sliced = pathsOf(table).filter(({ structure }) =>
    structures.some(({ name, slices }) => name === structure && slices !== undefined),
  );
  const columns = new Set(sliced.map(columnOf));
  return (scanOf(table).carries ?? []).filter((name) => columns.has(name));
}

/** Rows, and a checksum of these expressions that does not depend on the order of rows. */
export function checksum(expressions: readonly string[], from: string): string {
  return `SELECT count(*), coalesce(sum(hash(${expressions.join(', ')})), 0) FROM ${from}`;
}

/** The same columns, all of them, over the base (SQL that can stand after FROM) and over the structure. */
export function sameRows(
  structure: string,
  columns: readonly StructureColumn[],
  base: string,
): StructureCheck {
  const names = columns.map((column) => sqlName(column.name));
  return {
    name: 'rows and checksum',
    base: checksum(names, base),
    structure: checksum(names, structure),
  };
}
