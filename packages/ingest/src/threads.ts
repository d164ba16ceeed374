import type { DuckDBConnection } from '@duckdb/node-api';
import { coresOfMachine } from '@sdq/duckdb';

/**
 * Runs statements by all threads of a database that has one, unless they are about few rows. With one thread, DuckDB uses different
 * row groups, and the same rows of more than one would produce different files.
 */
export async function withThreads<Result>(
  connection: DuckDBConnection,
  isFew: boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  if (isFew) return await run();
  await connection.run(`SET threads = ${Math.max(2, coresOfMachine())}`);
  try {
    return await run();
  } finally {
    await connection.run('SET threads = 1');
  }
}
