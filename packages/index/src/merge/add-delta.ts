import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, keepsOlder, olderColumn, storedColumns } from '@sdq/catalog';
import { createTemporary, dropTables } from '@sdq/duckdb';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import { layout } from '../files/layout.ts';
import { isMasked, livingRows, maskRows, type TableState } from '../files/living-rows.ts';
import { writeDeltaFile, writeMaskFile, writtenList } from '../files/write-table-file.ts';
import type { MaskEntry } from '../manifest/manifest.ts';
import { findHolders, type StoredFile } from './holders.ts';
import type { FindRows, MergeContext, MergeTarget } from './merge-context.ts';
import { freshTable, mergeRows } from './merge-rows.ts';
import { observedKeys } from './observed-keys.ts';
import { keyList, storedList } from './registers.ts';

/**
 * The temporary tables of few observations, of the stored rows of the observed keys, of merged rows as they are written, and of the
 * keys that stay as they are.
 */
const fewTable = 'few_observations';
const heldTable = 'held_rows';
const mergedTable = 'merged_rows';
const unchangedTable = 'unchanged_keys';
const deltaKeysTable = 'delta_keys';

/** In delta files of so many rows, keys are looked for first. */
const searchedRowsMin = 10_000;

/** Observations of so many keys are held in memory: they are read five times. */
const fewKeys = 10_000;

/**
 * Merges observations into a table as `rewriteMonths` does, but leaves its files as they are: the merged rows are
 * written as one delta file, and one mask says which rows of older files they replace or remove. Rows that the merge
 * does not change are in neither. The files are written, but no snapshot names them yet. {@link observedKeys} must be
 * filled; `observed` is the number of its rows.
 *
 * The cost follows the number of observed keys where `find` finds their rows; otherwise the key columns of all files
 * that may contain them are read. Tables that are derived from this one stay as they are.
 */
export async function addDelta(
  target: MergeTarget,
  table: CatalogTable,
  state: TableState,
  observations: string,
  { observed, removals, links, marks = [], known, find }: MergeContext & { readonly observed: number },
): Promise<TableState> {
  const { connection, root } = target;
  try {
    const isHeld = (await holdRows(target, table, state, find)) > 0;
    const held = isHeld ? heldTable : undefined;
    const areFew = observed <= fewKeys;
    if (areFew) await createTemporary(connection, fewTable, `FROM ${observations}`);
    const lacking = await mergeRows(connection, table, {
      observations: areFew ? fewTable : observations,
      ...{ held, removals, links, marks, known, areFew },
    });
    let fresh = `(SELECT ${storedList(table, lacking)} FROM ${freshTable})`;
    let mask: MaskEntry | null = null;
    if (isHeld) {
      await findUnchanged(connection, table);
      const isChanged = `ANTI JOIN ${unchangedTable} USING (${keyList(table)})`;
      fresh = `(FROM ${mergedTable} ${isChanged})`;
      mask = await writeMaskFile(connection, root, table, `${heldTable} ${isChanged}`);
    }
    const delta = await writeDeltaFile(connection, root, table, fresh, lacking);
    return {
      files: delta === null ? state.files : [...state.files, delta],
      masks: mask === null ? state.masks : [...state.masks, mask],
    };
  } finally {
    const names = [fewTable, freshTable, heldTable, mergedTable, unchangedTable, deltaKeysTable];
    await dropTables(connection, names);
  }
}

/** Fills the temporary table of the stored rows of the observed keys, with the place of each. Returns their number. */
async function holdRows(
  { connection, root }: MergeTarget,
  table: CatalogTable,
  state: TableState,
  find: FindRows | undefined,
): Promise<number> {
  using found = await find?.(table, state, observedKeys);
  const others = state.files
    .filter(({ path }) => found?.files.has(path) !== true)
    .map((entry) => ({ entry, path: join(root, entry.path) }));
  const deltas = others.filter(({ entry }) => layout.isDelta(entry));
  const base = others.filter(({ entry }) => !layout.isDelta(entry));
  const list = ['file_path', 'pos', ...heldColumns(table)].join(', ');
  const rowsIn = (files: readonly StoredFile[], keys: string) => {
    const read = { files: files.map(({ entry }) => entry), masks: state.masks };
    return `SELECT ${list} FROM ${livingRows(root, table, read, { placed: true, older: true })}
       SEMI JOIN ${keys} USING (${keyList(table)})`;
  };
  const parts = [rowsIn(await findHolders(connection, table, observedKeys, base), observedKeys)];
  const keysInDeltas = await findInDeltas(connection, table, deltas);
  if (keysInDeltas !== undefined) parts.push(rowsIn(deltas, keysInDeltas));
  if (found !== undefined) {
    const searched = { files: state.files.filter(({ path }) => found.files.has(path)), masks: state.masks };
    parts.push(`SELECT ${list} FROM ${found.relation} ${withoutMasked(root, searched)}`);
  }
  return await createTemporary(connection, heldTable, parts.join(' UNION ALL BY NAME '));
}

/**
 * The observed keys of which delta files may have rows, as SQL for FROM; undefined if there is none. Of many rows, the key columns are
 * read first: most keys are in none of them, and few keys are a filter of the reader, so that it decodes the other columns of few rows.
 */
async function findInDeltas(
  connection: DuckDBConnection,
  table: CatalogTable,
  deltas: readonly StoredFile[],
): Promise<string | undefined> {
  if (deltas.reduce((sum, { entry }) => sum + entry.rows, 0) < searchedRowsMin)
    return deltas.length === 0 ? undefined : observedKeys;
  const found = await createTemporary(
    connection,
    deltaKeysTable,
    `SELECT DISTINCT ${keyList(table)} FROM read_parquet(${sqlStrings(deltas.map(({ path }) => path))}, hive_partitioning = false)
     SEMI JOIN ${observedKeys} USING (${keyList(table)})`,
  );
  return found === 0 ? undefined : deltaKeysTable;
}

function withoutMasked(root: string, state: TableState): string {
  return isMasked(state) ? `ANTI JOIN ${maskRows(root, state)} USING (file_path, pos)` : '';
}

function heldColumns(table: CatalogTable): string[] {
  return [
    ...storedColumns(table).map(({ name }) => sqlName(name)),
    ...(keepsOlder(table) ? [olderColumn.name] : []),
  ];
}

/** Fills the temporary tables of merged rows, as they would be written, and of the keys whose row stays the same. */
async function findUnchanged(connection: DuckDBConnection, table: CatalogTable): Promise<void> {
  await createTemporary(
    connection,
    mergedTable,
    `SELECT ${writtenList(table)} FROM (SELECT ${storedList(table)} FROM ${freshTable})`,
  );
  const isSame = heldColumns(table).map((name) => `merged.${name} IS NOT DISTINCT FROM held.${name}`);
  await createTemporary(
    connection,
    unchangedTable,
    `SELECT ${table.key.map((name) => `merged.${sqlName(name)}`).join(', ')}
     FROM ${mergedTable} AS merged JOIN ${heldTable} AS held ON ${isSame.join(' AND ')}`,
  );
}
