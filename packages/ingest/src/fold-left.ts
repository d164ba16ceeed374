import type { Catalog } from '@sdq/catalog';
import type { AppError } from '@sdq/contract';
import {
  beginMaintenance,
  dropFolded,
  foldLayers,
  leftToFold,
  readSnapshot,
  type Snapshot,
} from '@sdq/index';
import type { AddReport } from './add-report.ts';
import { orLater } from './or-later.ts';

export interface FoldLeftOptions {
  readonly catalog: Catalog;
  readonly deltaShareMax: number;
  readonly memoryBytesMax: number;
  readonly signal?: AbortSignal | undefined;
  readonly onDiskFull: (error: AppError) => void;
}

/**
 * Rewrites the months of large tables of which an add has changed more than a share, after it was published, and publishes them;
 * others can add meanwhile. `before`: the snapshot that it changed. Returns the id of the current snapshot. Where the disk has no room
 * for that, of which `onDiskFull` is told, or another process writes or compacts, it is left to the next add or compaction.
 */
export async function foldLeft(
  before: Snapshot | null,
  { snapshotId, changed }: AddReport,
  { catalog, deltaShareMax, memoryBytesMax, signal, onDiskFull }: FoldLeftOptions,
): Promise<string> {
  if (before === null || !changed) return snapshotId;
  const index = before.root;
  const after = await readSnapshot(index, snapshotId);
  const only = leftToFold(before.manifest, after.manifest, deltaShareMax);
  if (only.length === 0) return snapshotId;
  return await orLater(index, snapshotId, onDiskFull, async () => {
    await using work = await beginMaintenance({ index, catalog, memoryBytesMax, signal, folds: () => only });
    const folded = await foldLayers(work.before, { catalog, only, memoryBytesMax, signal });
    const id = folded === work.before ? work.before.id : await work.publish(folded);
    await dropFolded(index);
    return id;
  });
}
