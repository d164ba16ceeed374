import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Database, interruptOnAbort } from '@sdq/duckdb';
import { layout } from '@sdq/index';

export interface MergeDatabaseOptions {
  readonly index: string;
  readonly memoryBytesMax: number;
  /**
   * Whether a statement uses all cores; else one. Sources are staged, and few records are merged, by one thread for each statement: see
   * `withThreads`.
   */
  readonly isParallel?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` with a database whose temporary files are in the staging of an index, after what a killed run has left there was
 * deleted. When the signal aborts, it rejects with the signal's reason. Call while holding the write lock.
 */
export async function withMergeDatabase<Result>(
  { index, memoryBytesMax, isParallel = false, signal }: MergeDatabaseOptions,
  work: (database: Database, connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const spill = join(layout.staging(index), 'spill');
  await rm(spill, { recursive: true, force: true });
  await rm(join(layout.staging(index), 'columns'), { recursive: true, force: true });
  await mkdir(spill, { recursive: true });
  await using database = await Database.open({
    ...(isParallel ? {} : { threads: 1 }),
    memoryBytesMax,
    temporaryDirectory: spill,
    cachesFiles: false,
  });
  const connection = await database.connect();
  try {
    using _interruption = interruptOnAbort(connection, signal);
    return await work(database, connection);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    connection.closeSync();
    await rm(spill, { recursive: true, force: true });
  }
}
