import type { DuckDBConnection } from '@duckdb/node-api';
import type { StagedSource } from './staged-source.ts';

/** So few records are merged by one thread. */
const fewRecords = 2_000;

/**
 * Lets one thread merge few records: more of them cost more CPU than they save time. The files that are written are the same,
 * since one row group has all rows of each.
 */
export async function limitThreads(
  connection: DuckDBConnection,
  staged: readonly StagedSource[],
): Promise<void> {
  const records = staged.reduce((sum, { state }) => sum + state.records, 0);
  if (records <= fewRecords) await connection.run('SET threads = 1');
}
