import { join } from 'node:path';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { FileEntry } from '../manifest/manifest.ts';
import { livingMasks } from '../manifest/masks.ts';
import { layout } from './layout.ts';
import { livingRows, maskRows, type TableState } from './living-rows.ts';
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
  const added = addedRows(root, table, source, sourceState);
  if (added !== undefined) parts.push(`SELECT ${list} FROM ${added}`);
  return `(${parts.join(' UNION ALL ')})`;
}

/**
 * The rows that follow from delta files of `source`, as SQL for FROM; undefined where there are none of these. No file of
 * the table has them.
 */
export function addedRows(
  root: string,
  table: CatalogTable,
  source: CatalogTable,
  { files, masks }: TableState,
): string | undefined {
  const deltas = files.filter(layout.isDelta);
  if (deltas.length === 0) return undefined;
  const rows = livingRows(root, source, { files: deltas, masks });
  return `(WITH source AS (FROM ${rows}) ${table.derivedFrom?.sql ?? ''})`;
}

/** A file of a derived table with hidden rows, and the files of its source whose masked rows hide them. */
interface HiddenFile {
  readonly file: FileEntry;
  readonly by: readonly FileEntry[];
}

/**
 * Rows of a derived table's own files that masks of `source` hide, as SQL for FROM: `file_path`, the path of the file in the
 * index, and `pos`, the row number there, from 0; and the files that may have some. Undefined where there are none of these.
 */
export function hiddenRows(
  root: string,
  table: CatalogTable,
  state: TableState,
  source: CatalogTable,
  sourceState: TableState,
): { readonly sql: string; readonly files: readonly HiddenFile[] } | undefined {
  const hidden = state.files
    .map((file) => ({ file, by: hiddenOf(file, sourceState) }))
    .filter(({ by }) => by.length > 0);
  if (hidden.length === 0) return undefined;
  const files = hidden.map(({ file }) => file);
  const { numbered, masked, key } = joinedToMasked(root, table, files, source, sourceState);
  const paths = sqlStrings(files.map(({ path }) => path));
  const sql = `(SELECT ${paths}[file_index::BIGINT + 1] AS file_path, file_row_number AS pos FROM ${numbered}
    SEMI JOIN ${masked} AS masked USING (${key}))`;
  return { sql, files: hidden };
}

/** The base files of the source with masked rows from which a file follows: those of its month. */
function hiddenOf({ month }: FileEntry, { files, masks }: TableState): FileEntry[] {
  const paths = new Set(masks.flatMap((mask) => Object.keys(mask.files)));
  return files.filter((file) => paths.has(file.path) && !layout.isDelta(file) && file.month === month);
}

/** Rows of files without those of masked keys. */
function unhidden(
  root: string,
  table: CatalogTable,
  files: readonly FileEntry[],
  source: CatalogTable,
  sourceState: TableState,
): string {
  const { numbered, masked, key } = joinedToMasked(root, table, files, source, sourceState);
  return `(SELECT * FROM ${numbered} ANTI JOIN ${masked} AS masked USING (${key}))`;
}

/** Numbered rows of files, and the masked keys of each: a key that is masked in one month may live in another. */
function joinedToMasked(
  root: string,
  table: CatalogTable,
  files: readonly FileEntry[],
  source: CatalogTable,
  sourceState: TableState,
): { numbered: string; masked: string; key: string } {
  const own = files.map(({ path, schema }) => ({ path: join(root, path), schema }));
  const pairs = files.flatMap((file, at) =>
    hiddenOf(file, sourceState).map(({ path }) => `(${sqlString(path)}, ${at}::UBIGINT)`),
  );
  const paths = new Set(files.flatMap((file) => hiddenOf(file, sourceState).map(({ path }) => path)));
  const state = { files: sourceState.files.filter(({ path }) => paths.has(path)), masks: sourceState.masks };
  const key = source.key.map(sqlName);
  const masked = `(SELECT file_index, ${key.join(', ')} FROM ${maskRows(root, state)}
    JOIN (VALUES ${pairs.join(', ')}) AS own(file_path, file_index) USING (file_path))`;
  return {
    numbered: tableFiles(table, own, { numbered: true }),
    masked,
    key: ['file_index', ...key].join(', '),
  };
}

/** Rows that follow from one file, which never changes. */
export interface CountedPart {
  /** The same for the same rows of the same file. */
  readonly name: string;
  /** Whether these rows were added to the table, or are no longer among its rows. */
  readonly sign: 1 | -1;
  /** SELECT of one column, `rows`: how many they are. */
  readonly sql: string;
}

/**
 * What the number of those rows is the sum of, without reading the table's own files: their number, and parts: what follows from
 * each delta file of `source`, less what follows from the rows of each of its masks.
 */
export function derivedRowParts(
  root: string,
  table: CatalogTable,
  { files: own }: TableState,
  source: CatalogTable,
  { files, masks }: TableState,
): { readonly ownRows: number; readonly parts: CountedPart[] } {
  const derived = table.derivedFrom?.sql ?? '';
  const countOf = (rows: string) => `SELECT count(*) AS rows FROM (WITH source AS (FROM ${rows}) ${derived})`;
  const added = files.filter(layout.isDelta).map(
    (file): CountedPart => ({
      name: file.path,
      sign: 1,
      sql: countOf(livingRows(root, source, { files: [file], masks: [] })),
    }),
  );
  const gone = livingMasks(masks, files).map((mask): CountedPart => {
    const paths = Object.keys(mask.files);
    const hidden = { files: files.filter(({ path }) => paths.includes(path)), masks: [mask] };
    return {
      name: [mask.path, ...paths].join(' '),
      sign: -1,
      sql: countOf(maskRows(root, hidden)),
    };
  });
  return { ownRows: own.reduce((sum, { rows }) => sum + rows, 0), parts: [...added, ...gone] };
}
