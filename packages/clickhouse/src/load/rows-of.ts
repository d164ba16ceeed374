import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { type FileEntry, layout, livingRows, type TableState } from '@sdq/index';
import { writtenColumns } from './stored-table.ts';

/** A table of an index, and that which it is derived from. */
export interface LoadedTable {
  readonly table: CatalogTable;
  readonly source: CatalogTable | undefined;
  /** Files and masks of the table, or of what it is derived from. */
  readonly state: TableState;
}

/** Living rows of some of its files, as SQL for FROM: the columns that are written to a cluster. */
export function rowsOf(
  root: string,
  { table, source, state }: LoadedTable,
  files: readonly FileEntry[],
  condition = 'true',
): string {
  const base = source ?? table;
  const names = storedColumns(base)
    .map(({ name }) => sqlName(name))
    .join(', ');
  const rows = `(SELECT ${names} FROM ${livingRows(root, base, { files, masks: state.masks })} WHERE ${condition})`;
  const own = source === undefined ? rows : `(WITH source AS (FROM ${rows}) ${table.derivedFrom?.sql ?? ''})`;
  const list = writtenColumns(table).map(
    ({ name, expression }) => `${expression ?? sqlName(name)} AS ${sqlName(name)}`,
  );
  return `(SELECT ${list.join(', ')} FROM ${own})`;
}

/** Months of base files, `YYYY-MM`; null is the only part of a table that is not split by months. */
export function monthsOf({ table, source, state }: LoadedTable): (string | null)[] {
  const base = source ?? table;
  const months = state.files.filter((file) => !layout.isDelta(file)).map(({ month }) => month);
  return base.partitionBy === undefined ? [null] : [...new Set(months)].sort();
}

/** Rows of one month: of its base files, and of any delta file. */
export function rowsOfMonth(root: string, loaded: LoadedTable, month: string | null): string {
  const { state } = loaded;
  const deltas = state.files.filter((file) => layout.isDelta(file));
  if (month === null) return rowsOf(root, loaded, state.files);
  const base = state.files.filter((file) => !layout.isDelta(file) && file.month === month);
  const own = rowsOf(root, loaded, base);
  if (deltas.length === 0) return own;
  const added = rowsOf(root, loaded, deltas, `${monthSql(loaded)} = ${sqlString(month)}`);
  return `(SELECT * FROM ${own} UNION ALL SELECT * FROM ${added})`;
}

/** The month of a row, as the index names months. */
export function monthSql({ table, source }: LoadedTable): string {
  const column = (source ?? table).partitionBy;
  return column === undefined ? 'NULL' : `strftime(${sqlName(column)}, '%Y-%m')`;
}
