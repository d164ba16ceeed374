import type { AppError } from '@sdq/contract';
import { joinLayers, type Manifest, type MergeTarget, publish, Snapshot } from '@sdq/index';
import { orLater } from './or-later.ts';

/**
 * Joins delta files of like size after what was added is visible, since that takes longer the more was added before, and publishes
 * them. Returns the current manifest. Where the disk has no room for that, `onDiskFull` is told, and it is left to the next add. Call while
 * holding the write lock.
 */
export async function joinLeft(
  { root, ...target }: MergeTarget,
  manifest: Manifest,
  onDiskFull: (error: AppError) => void,
): Promise<Manifest> {
  return await orLater(root, manifest, onDiskFull, async () => {
    const joined = await joinLayers(target, new Snapshot(root, manifest));
    if (joined.manifest !== manifest) await publish(root, joined.manifest);
    return joined.manifest;
  });
}
