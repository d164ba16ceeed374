import { join } from 'node:path';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { FileEntry } from '../manifest/manifest.ts';
import { layout } from './layout.ts';
import { isMasked, livingRows, maskRows, type TableState } from './living-rows.ts';
import { tableFiles } from './table-files.ts';

/**
 * The rows of a table that is derived from `source`, as SQL for FROM. Its own files follow from the base files of
 * `source`: their rows of keys that a mask of `source` hides in the same month are left out, and what follows from the
 * delta files of `source` is added.
 */
export function derivedRows(
  root: string,
  table: CatalogTable,
  state: TableState,
  source: CatalogTable,
  sourceState: TableState,
): string {
  const deltas = sourceState.files.filter(layout.isDelta);
  const hidden = state.files.filter((file) => hiddenOf(file, sourceState).length > 0);
  if (deltas.length === 0 && hidden.length === 0) return livingRows(root, table, state);
  const list = storedColumns(table)
    .map(({ name }) => sqlName(name))
    .join(', ');
  const parts: string[] = [];
  const whole = state.files.filter((file) => !hidden.includes(file));
  if (whole.length > 0 || hidden.length === 0)
    parts.push(`SELECT ${list} FROM ${livingRows(root, table, { files: whole, masks: state.masks })}`);
  if (hidden.length > 0)
    parts.push(`SELECT ${list} FROM ${unhidden(root, table, hidden, source, sourceState)}`);
  if (deltas.length > 0) {
    const added = livingRows(root, source, { files: deltas, masks: sourceState.masks });
    parts.push(`SELECT ${list} FROM (WITH source AS (FROM ${added}) ${table.derivedFrom?.sql ?? ''})`);
  }
  return `(${parts.join(' UNION ALL ')})`;
}

/** The base files of the source with masked rows from which a file follows: those of its month. */
function hiddenOf({ month }: FileEntry, { files, masks }: TableState): FileEntry[] {
  const paths = new Set(masks.flatMap((mask) => Object.keys(mask.files)));
  return files.filter((file) => paths.has(file.path) && !layout.isDelta(file) && file.month === month);
}

/** Rows of files without those of masked keys. A key that is masked in one month may live in another. */
function unhidden(
  root: string,
  table: CatalogTable,
  files: readonly FileEntry[],
  source: CatalogTable,
  sourceState: TableState,
): string {
  const own = files.map(({ path, schema }) => ({ path: join(root, path), schema }));
  const pairs = files.flatMap((file, at) =>
    hiddenOf(file, sourceState).map(({ path }) => `(${sqlString(path)}, ${at}::UBIGINT)`),
  );
  const paths = new Set(files.flatMap((file) => hiddenOf(file, sourceState).map(({ path }) => path)));
  const state = { files: sourceState.files.filter(({ path }) => paths.has(path)), masks: sourceState.masks };
  const key = source.key.map(sqlName);
  const masked = `(SELECT file_index, ${key.join(', ')} FROM ${maskRows(root, state)}
    JOIN (VALUES ${pairs.join(', ')}) AS own(file_path, file_index) USING (file_path))`;
  return `(SELECT * FROM ${tableFiles(table, own, { numbered: true })}
    ANTI JOIN ${masked} AS masked USING (${['file_index', ...key].join(', ')}))`;
}

/**
 * SQL for the number of those rows, without reading the table's own files: their number, less what follows from masked
 * base rows of `source`, and what follows from its delta files.
 */
export function derivedRowCount(
  root: string,
  table: CatalogTable,
  { files }: TableState,
  source: CatalogTable,
  sourceState: TableState,
): string {
  const base = sourceState.files.filter((file) => !layout.isDelta(file));
  const deltas = sourceState.files.filter(layout.isDelta);
  const hidden = { files: base, masks: sourceState.masks };
  const countOf = (rows: string) =>
    `(SELECT count(*) FROM (WITH source AS (FROM ${rows}) ${table.derivedFrom?.sql ?? ''}))`;
  const less = isMasked(hidden) ? ` - ${countOf(maskRows(root, hidden))}` : '';
  const added = { files: deltas, masks: sourceState.masks };
  const more = deltas.length === 0 ? '' : ` + ${countOf(livingRows(root, source, added))}`;
  return `(${files.reduce((sum, { rows }) => sum + rows, 0)}${less}${more})`;
}
