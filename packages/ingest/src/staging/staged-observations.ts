import { join } from 'node:path';
import { type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import { observedColumn, type SortedFile } from '@sdq/index';
import { stagedColumnsOf } from './columns/staged-table.ts';
import type { StagingState } from './journal.ts';
import { stagedFiles, stagedRows } from './read-staged.ts';

/** The staged observations of a table. */
export interface StagedRelation {
  /** A FROM clause with the key, the known columns, and `_observed`. */
  readonly from: string;
  /** Columns with a value in any row. */
  readonly known: ReadonlySet<string>;
  /** Sorted files with some of these rows, which can become base files. */
  readonly sorted: readonly (SortedFile & { readonly path: string })[];
  /** A FROM clause with all other rows; undefined if there are none. */
  readonly mapped: string | undefined;
}

/** A source's staged rows of a table. */
export interface StagedParts {
  /** SELECT of the rows that were mapped one by one; undefined if there are none. */
  readonly mapped: string | undefined;
  /** SELECT of the rows that SQL converted; undefined if there are none. */
  readonly converted: string | undefined;
  /** The files of the latter, which can become base files. */
  readonly sorted: readonly (SortedFile & { readonly path: string })[];
}

/** The observations of a table in the staging of a source: their key, known columns, and `_observed`. */
export function stagedParts(
  table: CatalogTable,
  { folder, state }: { readonly folder: string; readonly state: StagingState },
  { known, otherwise, isMain }: { known: ReadonlySet<string>; otherwise: string; isMain?: boolean },
): StagedParts {
  const id = tableId(table);
  const names = (state.files[id] ?? []).map((name) => join(folder, name));
  const sorted = (state.sorted[id] ?? []).map((file) => ({ ...file, path: join(folder, file.name) }));
  const where = isMain === true ? ' WHERE _main' : '';
  const mapped = stagedRows(table, names, { known, observedAs: observedColumn, otherwise });
  return {
    mapped: names.length === 0 ? undefined : `${mapped}${where}`,
    converted: sorted.length === 0 ? undefined : convertedRows(table, sorted, known),
    sorted,
  };
}

/** The rows of sorted files in the same shape. */
function convertedRows(
  table: CatalogTable,
  files: readonly { readonly path: string }[],
  known: ReadonlySet<string>,
): string {
  const list = stagedColumnsOf(table)
    .filter(({ name }) => known.has(name) || table.key.includes(name))
    .map(({ name }) => sqlName(name));
  const from = stagedFiles(files.map(({ path }) => path));
  return `SELECT ${list.join(', ')}, ${sqlName(table.observedBy)} AS ${observedColumn} FROM ${from}`;
}

/** Columns of a table that take part in the order of its files. */
export function placingColumns(table: CatalogTable): string[] {
  return [
    ...table.key,
    ...table.zoneColumns,
    ...table.sortBy.map((term) => term.split(' ')[0] ?? ''),
    ...(table.partitionBy === undefined ? [] : [table.partitionBy]),
  ];
}

/** The values of rows by which repeated ones are told: what is stored for unknown values counts as unknown. */
export function comparedValues(table: CatalogTable, known: ReadonlySet<string>): string {
  return storedColumns(table)
    .filter(({ name }) => name !== table.observedBy && (known.has(name) || table.key.includes(name)))
    .map(({ name, whenUnknown }) =>
      whenUnknown === undefined ? sqlName(name) : `coalesce(${sqlName(name)}, ${whenUnknown})`,
    )
    .join(', ');
}
