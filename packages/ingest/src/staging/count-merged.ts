import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, CatalogTable } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { countRows, observedColumn } from '@sdq/index';
import { mainColumn, observedAtColumn } from './columns/staged-table.ts';
import { countDistinct, findRepeated } from './distinct.ts';
import type { StagingState } from './journal.ts';
import { stagedFiles, stagedTableOf } from './read-staged.ts';
import { comparedValues, stagedParts } from './staged-observations.ts';

interface Staged {
  readonly folder: string;
  readonly state: StagingState;
  /** The table of the rows that SQL converted; undefined if there are none. */
  readonly bulkTable: string | undefined;
}

/** The number of accepted records that repeat another record of the same source with all its values. */
export async function countMerged(
  connection: DuckDBConnection,
  catalog: Catalog,
  { folder, state, bulkTable }: Staged,
): Promise<number> {
  if (state.accepted === 0) return 0;
  let distinct = 0;
  if (bulkTable !== undefined)
    distinct += await countBulk(connection, stagedTableOf(catalog, bulkTable), folder, state);
  for (const [id, names] of Object.entries(state.files)) {
    if (names.length === 0 || id === bulkTable) continue;
    const files = stagedFiles(names.map((name) => join(folder, name)));
    distinct += await countRecords(connection, stagedTableOf(catalog, id), files);
  }
  return state.accepted - distinct;
}

/** The number of different rows of records in a table: those that were mapped one by one, and those that SQL converted. */
async function countBulk(
  connection: DuckDBConnection,
  table: CatalogTable,
  folder: string,
  state: StagingState,
): Promise<number> {
  const known = new Set(storedNames(table));
  const otherwise = `make_timestamptz(${state.latest ?? '0'})`;
  const { mapped, converted } = stagedParts(table, { folder, state }, { known, otherwise, isMain: true });
  const parts = [mapped, converted].filter((part) => part !== undefined);
  if (parts.length === 0) return 0;
  const from = `(${parts.join(' UNION ALL BY NAME ')})`;
  const rows = await countRows(connection, from);
  const key = [...table.key.map(sqlName), observedColumn].join(', ');
  await using repeated = await findRepeated(connection, from, rows, key);
  if (repeated.count === 0) return rows;
  // Rows with different keys differ: all values are read of the others only.
  const values = `${comparedValues(table, known)}, ${observedColumn}`;
  return rows - repeated.count + (await countDistinct(connection, repeated.from, repeated.count, values));
}

function storedNames({ columns }: CatalogTable): string[] {
  return columns.map(({ name }) => name);
}

/** The number of different rows of records. Rows with different keys differ: mostly, only keys have to be read. */
async function countRecords(
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
