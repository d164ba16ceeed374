import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Catalog, tableId } from '@sdq/catalog';
import { Database, interruptOnAbort } from '@sdq/duckdb';
import { checkFreeSpace } from '../files/free-space.ts';
import { layout } from '../files/layout.ts';
import { isLayered, tableStates } from '../files/living-rows.ts';
import { nextSnapshot } from '../snapshot/next-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { planCompaction } from './compaction-plan.ts';
import { foldWithDerived } from './fold-table.ts';
import { FoldedFiles } from './folded-files.ts';

export interface FoldLayersOptions {
  readonly catalog: Catalog;
  /** Ids of the tables to fold; default: all. */
  readonly only?: readonly string[] | undefined;
  /** DuckDB's memory limit, in bytes; default 1 GiB. */
  readonly memoryBytesMax?: number | undefined;
  /** DuckDB's threads, at least two; default: all cores. */
  readonly threads?: number | undefined;
  /** Called before each month of a table. */
  readonly onProgress?: ((progress: FoldProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoldProgress {
  /** Id of the table, `platform.name`. */
  readonly table: string;
  readonly monthsDone: number;
  readonly monthsTotal: number;
}

/**
 * Folds the delta files and masks of a snapshot into base files. Returns the snapshot with the new files, which is not
 * published: its parent is the given one, which is returned itself where there is nothing to fold. Months that an
 * interrupted run has written are taken over. Call while holding the maintenance lock. Errors: `disk_full`.
 */
export async function foldLayers(snapshot: Snapshot, options: FoldLayersOptions): Promise<Snapshot> {
  const { catalog, only, memoryBytesMax = 1024 ** 3, signal } = options;
  const { root, manifest } = snapshot;
  const states = tableStates(manifest);
  const stateOf = (table: Parameters<typeof tableId>[0]) =>
    states.get(tableId(table)) ?? { files: [], masks: [] };
  const layered = catalog.storedTables.filter(
    (table) => isLayered(stateOf(table)) && only?.includes(tableId(table)) !== false,
  );
  if (layered.length === 0) return snapshot;
  checkFreeSpace(root, planCompaction(snapshot, catalog, only).bytesWritten);
  const written = await FoldedFiles.open(snapshot);
  const spill = join(layout.staging(root), 'spill-fold');
  await rm(spill, { recursive: true, force: true });
  await mkdir(spill, { recursive: true });
  try {
    // With one thread, DuckDB uses different row groups, and the same rows would produce different files.
    await using database = await Database.open({
      threads: Math.max(2, options.threads ?? availableParallelism()),
      memoryBytesMax,
      temporaryDirectory: spill,
      cachesFiles: false,
    });
    const connection = await database.connect();
    try {
      using _interruption = interruptOnAbort(connection, signal);
      for (const table of layered) {
        const onMonth = (monthsDone: number, monthsTotal: number) => {
          signal?.throwIfAborted();
          options.onProgress?.({ table: tableId(table), monthsDone, monthsTotal });
        };
        const folded = await foldWithDerived({ catalog, connection, root }, table, stateOf, {
          written,
          onMonth,
        });
        for (const [id, state] of folded) states.set(id, state);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      connection.closeSync();
    }
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
  return nextSnapshot(snapshot, states);
}
