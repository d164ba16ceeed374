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
  /**
   * A type that is stored instead where it holds all values of the structure: DuckDB reads compressed BIGINT at a seventieth of the
   * time of HUGEINT.
   */
  readonly narrow?: string;
}

/**
 * One table of a segment, as data. Its SQL may name `source`, the covered rows of the catalogue table as they are in
 * the base files (the stored columns and `ordinal` INTEGER), and every structure before it in the list. The rowid of
 * the native scan is the ordinal, so SQL that needs only its columns reads it instead, at a tenth of the cost.
 */
export interface Structure {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly StructureColumn[];
  /**
   * A SELECT that returns the columns by name, in any order of rows. `getvariable('source_rows')` is the number of
   * rows.
   */
  readonly sql: string;
  /**
   * A condition on the columns: rows that meet it are left out, because no query reads them here. A structure that was built
   * with them is right too, so that this is no part of how it is built today.
   */
  readonly omits?: string;
  /** The structures before it that `sql` and the draft name. */
  readonly reads: readonly string[];
  /** Sort order of the rows: column names, with ` DESC` for descending; NULLs last. Empty: by ordinal. */
  readonly order: readonly string[];
  /** Whether no two rows have the same values of the columns of the order, as groups have. */
  readonly isOrderUnique?: true;
  readonly checks: readonly StructureCheck[];
  /**
   * Marks a top-k partition by this column: it contains every row that reaches its least value, the threshold, which
   * is recorded in the manifest.
   */
  readonly thresholdOf?: string;
  /** The column by which rows are looked up: its group sizes are recorded in the manifest. */
  readonly groupedBy?: string;
  /** How a large structure is sorted or aggregated in parts, to limit spilling. Absent: in one statement. */
  readonly slices?: StructureSlices;
  /** What is computed first, into a temporary file; `sql` and the checks may name it. */
  readonly draft?: { readonly name: string; readonly sql: string };
}

/** Ranges of the first column of the sort order, processed one after the other. */
export interface StructureSlices {
  /** A SELECT of one column: a sample of the values of the slicing column, in proportion to their rows. */
  readonly sample: string;
  /** Estimated bytes per row of `source` while the structure is sorted or aggregated. */
  readonly rowBytes: number;
  /** Whether it is only sorted: what memory does not hold is spilled, which costs less than to read the source once more. */
  readonly isSorted?: true;
}

/** Two SELECTs of one row each that must be equal: over the source of the structure, and over the structure. */
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

/** The structure that contains every row with all stored columns; empty for a table without one. */
export function scanOf(table: CatalogTable): PathInstance {
  return instancesOf(table, 'native-scan')[0] ?? { path: 'native-scan', structure: 'scan' };
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

/** The columns of an instance, the ordinal after the main time. */
export function carriedWithOrdinal(table: CatalogTable, { carries = [] }: PathInstance): StructureColumn[] {
  const columns = typedColumns(table, carries);
  const main = mainTimeOf(table);
  const time = columns.findIndex(({ name }) => name === main);
  return [...columns.slice(0, time + 1), ordinalColumn, ...columns.slice(time + 1)];
}

/** The column whose role an instance serves. */
export function columnOf({ column, structure }: PathInstance): string {
  if (column === undefined) throw new Error(`The structure "${structure}" has no column`);
  return column;
}

/** Columns by whose values structures may be built in parts. */
export function slicingColumns(table: CatalogTable, structures: readonly Structure[]): string[] {
  const sliced = pathsOf(table).filter(({ structure }) =>
    structures.some(({ name, slices }) => name === structure && slices !== undefined),
  );
  const columns = new Set(sliced.map(columnOf));
  return storedColumns(table).flatMap(({ name }) => (columns.has(name) ? [name] : []));
}

/** Row count, and a checksum of these expressions that does not depend on row order. */
export function checksum(expressions: readonly string[], from: string): string {
  return `SELECT count(*), coalesce(sum(hash(${expressions.join(', ')})), 0) FROM ${from}`;
}

/**
 * A column in the type that it is described with: one that is stored in a narrower type has other hashes, as negative numbers do.
 */
export function inOwnType({ name, type, narrow }: StructureColumn): string {
  return narrow === undefined ? sqlName(name) : `${sqlName(name)}::${type}`;
}

/** A check that compares all these columns over the base (SQL for FROM) and over the structure. */
export function sameRows(
  structure: string,
  columns: readonly StructureColumn[],
  base: string,
): StructureCheck {
  const names = columns.map(inOwnType);
  return {
    name: 'rows and checksum',
    base: checksum(names, base),
    structure: checksum(names, structure),
  };
}
