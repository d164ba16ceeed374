import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import { sqlStrings } from '@sdq/duckdb/sql';
import type { FileEntry, Manifest, MaskEntry } from '../manifest/manifest.ts';
import { layout } from './layout.ts';
import { tableFiles } from './table-files.ts';

/** The files of a table in one snapshot, and which of their rows were replaced or removed. */
export interface TableState {
  readonly files: readonly FileEntry[];
  /** Oldest first. */
  readonly masks: readonly MaskEntry[];
}

/** The tables of a manifest by ID, in a map that can be changed. */
export function tableStates(manifest: Pick<Manifest, 'tables'> | undefined): Map<string, TableState> {
  const entries = Object.entries(manifest?.tables ?? {});
  return new Map(entries.map(([id, { files, masks = [] }]) => [id, { files, masks }]));
}

/**
 * The rows of a table that no mask hides, as SQL for FROM: its stored columns by name, as {@link tableFiles} gives
 * them. `placed` adds `file_path`, the path of the row's file in the index, and `pos`, its row number there, from 0.
 * Files without masked rows are read without a join.
 */
export function livingRows(
  root: string,
  table: CatalogTable,
  { files, masks }: TableState,
  { placed = false, older = false } = {},
): string {
  const paths = new Set(masks.flatMap((mask) => Object.keys(mask.files)));
  const masked = files.filter(({ path }) => paths.has(path));
  const whole = files.filter(({ path }) => !paths.has(path));
  const parts = [
    ...(whole.length > 0 || masked.length === 0 ? [filesSql(root, table, whole, { placed, older })] : []),
    ...(masked.length > 0 ? [maskedSql(root, table, { files: masked, masks }, { placed, older })] : []),
  ];
  if (parts.length === 1) return parts[0] as string;
  return `(${parts.map((part) => `SELECT * FROM ${part}`).join(' UNION ALL BY NAME ')})`;
}

interface Columns {
  readonly placed: boolean;
  readonly older: boolean;
}

function filesSql(
  root: string,
  table: CatalogTable,
  files: readonly FileEntry[],
  { placed, older }: Columns,
): string {
  const relation = tableFiles(table, located(root, files), { older, numbered: placed && files.length > 0 });
  if (!placed) return relation;
  if (files.length === 0) {
    return `(SELECT *, NULL::VARCHAR AS file_path, NULL::BIGINT AS pos FROM ${relation})`;
  }
  return `(SELECT * EXCLUDE (file_index, file_row_number), ${placeSql(files)} FROM ${relation})`;
}

function maskedSql(
  root: string,
  table: CatalogTable,
  { files, masks }: TableState,
  { placed, older }: Columns,
): string {
  const place = placed ? `, ${placeSql(files)}` : '';
  // Numbers are compared in place of paths: the join looks at each row of these files.
  return `(SELECT * EXCLUDE (file_index, file_row_number)${place}
    FROM ${tableFiles(table, located(root, files), { older, numbered: true })}
    ANTI JOIN (SELECT (list_position(${sqlStrings(files.map(({ path }) => path))}, file_path) - 1)::UBIGINT AS file_index,
        pos AS file_row_number FROM ${maskRows(root, { files, masks })}) AS masked
      USING (file_index, file_row_number))`;
}

/** Whether a table has delta files or masks. */
export function isLayered({ files, masks }: TableState): boolean {
  return masks.length > 0 || files.some((file) => layout.isDelta(file));
}

/** Whether any row of these files is masked. */
export function isMasked({ files, masks }: TableState): boolean {
  return files.some(({ path }) => masks.some((mask) => mask.files[path] !== undefined));
}

/**
 * The masked rows of these files, as SQL for FROM: `file_path`, `pos` and the stored columns that each row had. What
 * masks say of files that the table no longer has is left out.
 */
export function maskRows(root: string, { files, masks }: TableState): string {
  const paths = new Set(files.map(({ path }) => path));
  const concerned = masks.filter((mask) => Object.keys(mask.files).some((path) => paths.has(path)));
  if (concerned.length === 0) throw new Error('No mask concerns these files');
  return `(SELECT * FROM read_parquet(${sqlStrings(concerned.map(({ path }) => join(root, path)))},
    hive_partitioning = false, union_by_name = true) WHERE file_path IN (${sqlStrings([...paths]).slice(1, -1)}))`;
}

function placeSql(files: readonly FileEntry[]): string {
  const paths = sqlStrings(files.map(({ path }) => path));
  return `${paths}[file_index::BIGINT + 1] AS file_path, file_row_number AS pos`;
}

function located(root: string, files: readonly FileEntry[]) {
  return files.map(({ path, schema }) => ({ path: join(root, path), schema }));
}
