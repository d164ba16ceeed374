import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, CatalogTable } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { mainColumn, observedAtColumn } from './columns/staged-table.ts';
import type { StagingState } from './journal.ts';
import { stagedFiles, stagedTableOf } from './read-staged.ts';

/** The number of accepted records that repeat another record of the same source with all its values. */
export async function countMerged(
  connection: DuckDBConnection,
  catalog: Catalog,
  folder: string,
  state: StagingState,
): Promise<number> {
  let distinct = 0;
  for (const [id, names] of Object.entries(state.files)) {
    if (names.length === 0) continue;
    const files = stagedFiles(names.map((name) => join(folder, name)));
    distinct += await countDistinct(connection, stagedTableOf(catalog, id), files);
  }
  return state.accepted - distinct;
}

/** The number of different rows of records. Rows with different keys differ: mostly, only keys have to be read. */
async function countDistinct(
  connection: DuckDBConnection,
  table: CatalogTable,
  files: string,
): Promise<number> {
  const key = table.key.filter((name) => name !== table.observedBy).map(sqlName);
  const keys = `hash(${[...key, observedAtColumn].join(', ')})`;
  const [byKey] = await count(
    connection,
    `count(*) AS count, count(DISTINCT ${keys}) AS distinct_count`,
    files,
  );
  if (byKey?.count === byKey?.distinct_count) return Number(byKey?.count ?? 0);
  const [byRow] = await count(
    connection,
    'count(*) AS count, count(DISTINCT hash(rows)) AS distinct_count',
    files,
  );
  return Number(byRow?.distinct_count ?? 0);
}

async function count(connection: DuckDBConnection, counts: string, files: string) {
  return await allRows<{ count: string; distinct_count: string }>(
    connection,
    `SELECT ${counts} FROM ${files} AS rows WHERE ${mainColumn}`,
  );
}
