import type { Catalog } from '@sdq/catalog';
import { AppError, withDiskFull } from '@sdq/contract';
import { dropFolded, foldLayers, leftToFold, publish, readSnapshot, type Snapshot } from '@sdq/index';
import type { AddReport } from './add-report.ts';

export interface FoldLeftOptions {
  readonly catalog: Catalog;
  readonly deltaShareMax: number;
  readonly memoryBytesMax: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Rewrites the months of large tables of which an add has changed more than a share, after it was published, and publishes them.
 * `before`: the snapshot that it changed. Returns the id of the current snapshot. Where the disk has no room for that, it is left to the next add or compaction. Call while
 * holding the write lock, and while no database spills to the index.
 */
export async function foldLeft(
  before: Snapshot | null,
  { snapshotId, changed }: AddReport,
  { catalog, deltaShareMax, memoryBytesMax, signal }: FoldLeftOptions,
): Promise<string> {
  if (before === null || !changed) return snapshotId;
  const index = before.root;
  const snapshot = await readSnapshot(index, snapshotId);
  const only = leftToFold(before.manifest, snapshot.manifest, deltaShareMax);
  if (only.length === 0) return snapshotId;
  try {
    return await withDiskFull({ path: index }, async () => {
      const { id, manifest } = await foldLayers(snapshot, { catalog, only, memoryBytesMax, signal });
      if (id !== snapshotId) await publish(index, manifest);
      await dropFolded(index);
      return id;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'disk_full') return snapshotId;
    throw error;
  }
}
