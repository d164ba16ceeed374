import { setTimeout } from 'node:timers/promises';
import {
  openSnapshot,
  type PinnedSnapshot,
  purgeSnapshots,
  takeMaintenanceLock,
  takeWriteLock,
} from '@sdq/index';
import { type BuildIndexOptions, buildIndex } from './build-index.ts';

export interface PurgeIndexOptions
  extends Omit<BuildIndexOptions, 'mode' | 'only' | 'smallTables' | 'isExclusive'> {
  /** Ids of the tables from which records were removed, `platform.name`, with the tables that depend on them. */
  readonly only: readonly string[];
  /** How long to wait until running processes let go of older snapshots, in milliseconds; default 15 s. */
  readonly heldMs?: number | undefined;
}

export interface PurgeIndexReport {
  /** The snapshot without the records. */
  readonly snapshotId: string;
  /** Older snapshots that running processes still hold: their files stay until another purge. */
  readonly held: readonly PinnedSnapshot[];
}

const heldDefaultMs = 15_000;
const lookEveryMs = 250;

/**
 * Makes the bytes of removed records disappear from an index: the months that had them are written anew, segments of these
 * tables are built anew from them, and all older snapshots are withdrawn and deleted. A call that was killed is repeated.
 *
 * Errors: those of {@link buildIndex}.
 */
export async function purgeIndex(options: PurgeIndexOptions): Promise<PurgeIndexReport> {
  const { heldMs = heldDefaultMs, ...building } = options;
  await buildIndex({ ...building, mode: 'rebuild', isExclusive: true });
  await using _maintenance = await takeMaintenanceLock(options.index, options);
  await using _lock = await takeWriteLock(options.index, options);
  const end = performance.now() + heldMs;
  let held = await purgeSnapshots(options.index);
  while (held.length > 0 && performance.now() < end) {
    await setTimeout(lookEveryMs, undefined, { signal: options.signal });
    held = await purgeSnapshots(options.index);
  }
  return { snapshotId: (await openSnapshot(options.index)).id, held };
}
