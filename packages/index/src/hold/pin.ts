import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layout } from '../files/layout.ts';
import { ownProcessName } from '../process-name.ts';

let pinsMade = 0;

/**
 * Pins a snapshot: while the pin exists and its process is alive, no writer deletes the files that the snapshot
 * names. A read-only index cannot be pinned; its files are then retained only while they belong to one of the last
 * snapshots.
 */
export async function pinSnapshot(root: string, snapshotId: string): Promise<AsyncDisposable> {
  const path = join(layout.pins(root), `${ownProcessName}-${snapshotId}-${pinsMade++}`);
  try {
    await mkdir(layout.pins(root), { recursive: true });
    await writeFile(path, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error;
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}
