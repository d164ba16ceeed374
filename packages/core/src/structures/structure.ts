import { storedColumns, videos } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';

export interface StructureColumn {
  readonly name: string;
  /** A DuckDB type, spelled as DuckDB prints it. */
  readonly type: string;
}

/**
 * One table of a segment, as data. Its SQL may name `source`, which is the covered rows of `shortvideo.videos` as
 * they stand in the base files (the stored columns and `ordinal` INTEGER), and every structure before it in the
 * list. The rowid of `scan` is the ordinal, so what needs only its columns reads it instead: that costs a tenth.
 */
export interface Structure {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly StructureColumn[];
  /** A SELECT that gives the columns by name, in any order of rows. `getvariable('source_rows')` counts the rows. */
  readonly sql: string;
  /** Order of the rows: column names, with ` DESC` where it falls; NULLs last. Empty: the order of ordinals. */
  readonly order: readonly string[];
  readonly checks: readonly StructureCheck[];
  /** Every row with at least the least value of this column in here is in here; that value is noted with the segment. */
  readonly floorOf?: string;
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

/** Columns of `shortvideo.videos` with their types. */
export function videoColumns(names: readonly string[]): StructureColumn[] {
  return names.map((name) => {
    const column = storedColumns(videos).find((stored) => stored.name === name);
    if (column === undefined) throw new Error(`shortvideo.videos stores no column ${name}`);
    return { name, type: column.type };
  });
}

export const ordinalColumn: StructureColumn = { name: 'ordinal', type: 'INTEGER' };

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

/** `scan` with the ordinal as a column. */
export const scanWithOrdinal = '(SELECT *, rowid::INTEGER AS ordinal FROM scan)';
