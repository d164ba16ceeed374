import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '@sdq/duckdb';
import { sqlStrings } from '@sdq/duckdb/sql';
import { mainColumn } from './batch.ts';
import type { StagingState } from './journal.ts';

/** The number of accepted records that repeat another record of the same source with all its values. */
export async function countMerged(
  connection: DuckDBConnection,
  folder: string,
  state: StagingState,
): Promise<number> {
  let distinct = 0;
  for (const names of Object.values(state.files)) {
    if (names.length === 0) continue;
    const paths = sqlStrings(names.map((name) => join(folder, name)));
    const [row] = await allRows<{ count: string }>(
      connection,
      `SELECT count(DISTINCT hash(rows)) AS count FROM read_parquet(${paths}, hive_partitioning = false) AS rows WHERE ${mainColumn}`,
    );
    distinct += Number(row?.count ?? 0);
  }
  return state.accepted - distinct;
}
