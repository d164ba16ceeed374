import type { DuckDBConnection } from '@duckdb/node-api';
import { coresOfMachine } from '@sdq/duckdb';
import type { StagedSource } from './staged-source.ts';

const fewRecords = 2_000;

/**
 * Whether so few records are merged that one thread does each statement: more of them cost more CPU than they save time. The files
 * that are written are the same, since one row group has all rows of each.
 */
export function areFew(staged: readonly Pick<StagedSource, 'state'>[]): boolean {
  return staged.reduce((sum, { state }) => sum + state.records, 0) <= fewRecords;
}

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
