import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { StagedSource } from '../staged-source.ts';
import { stagedTableOf } from '../staging/read-staged.ts';
import { stagedParts } from '../staging/staged-observations.ts';

/** The column of files of keys. */
export const keyColumn = 'record_key';

/**
 * Writes the keys of the records of a staged file, one Parquet file a table, into a new folder. Rows that a record
 * brings along, such as its author and its sound, are not its own: other records have them too.
 */
export async function writeKeys(
  connection: DuckDBConnection,
  catalog: Catalog,
  staged: StagedSource,
  folder: string,
): Promise<void> {
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const { source, state } = staged;
  const ids = [...new Set([...Object.keys(state.files), ...Object.keys(state.sorted)])];
  const { plan } = source;
  for (const id of plan === undefined ? ids : ids.filter((each) => each === tableId(plan.table))) {
    const table = stagedTableOf(catalog, id);
    const key = keyOf(table);
    if (key === undefined) continue;
    const parts = stagedParts(table, staged, {
      known: new Set(table.key),
      otherwise: 'make_timestamptz(0)',
      isMain: plan === undefined,
    });
    const selects = [parts.mapped, parts.converted].filter((each) => each !== undefined);
    const from = selects.map((each) => `SELECT ${sqlName(key)} AS ${keyColumn} FROM (${each})`);
    await connection.run(
      `COPY (SELECT DISTINCT ${keyColumn} FROM (${from.join(' UNION ALL ')}) ORDER BY ALL)
       TO ${sqlString(join(draft, `${id}.parquet`))} (FORMAT parquet, COMPRESSION zstd)`,
    );
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

export function hasKeys(folder: string): boolean {
  return existsSync(folder);
}

/** The column by which records of a table can be removed; undefined for tables that are computed, or with keys of several columns. */
function keyOf({ key, derivedFrom }: CatalogTable): string | undefined {
  return key.length === 1 && derivedFrom === undefined ? key[0] : undefined;
}

/** The paths of files of keys, by table. */
export async function keyFilesOf(
  folders: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const id = name.replace(/\.parquet$/, '');
      found.set(id, [...(found.get(id) ?? []), join(folder, name)]);
    }
  }
  return found;
}

/** SELECT of the keys in some files that no other files have. */
export function keysOnlyIn(files: readonly string[], others: readonly string[]): string {
  const read = (paths: readonly string[]) => `read_parquet(${sqlStrings(paths)})`;
  const own = `SELECT DISTINCT ${keyColumn} FROM ${read(files)}`;
  if (others.length === 0) return own;
  // the smaller side is held: keys of a few files are looked for in all others
  return `WITH own AS MATERIALIZED (${own}),
      kept AS MATERIALIZED (SELECT ${keyColumn} FROM ${read(others)} SEMI JOIN own USING (${keyColumn}))
    SELECT ${keyColumn} FROM own ANTI JOIN kept USING (${keyColumn})`;
}
