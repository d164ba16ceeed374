import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { layout } from '../files/layout.ts';
import { manifestFiles } from '../manifest/manifest-files.ts';
import { openSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import {
  collectGarbage,
  fileBytes,
  filesOfWriters,
  type PinnedSnapshot,
  pinnedSnapshots,
} from './publish.ts';
import { type LockOptions, takeMaintenanceLock, takeWriteLock } from './write-lock.ts';

/** Snapshots before the published one, and what they take on the disk. */
export interface OlderSnapshots {
  readonly count: number;
  /** Bytes of the files that the published one does not need. */
  readonly bytes: number;
}

export interface CleanReport {
  readonly snapshotId: string;
  readonly deleted: OlderSnapshots;
  /** What stays, because running processes hold it. */
  readonly left: OlderSnapshots;
  readonly held: readonly PinnedSnapshot[];
}

/** What is on the disk beside a published snapshot. While a writer works, its new files count too. */
export async function olderSnapshots({ root, id, manifest }: Snapshot): Promise<OlderSnapshots> {
  const needed = new Set(manifestFiles(manifest).map(({ path }) => path));
  let bytes = 0;
  for (const path of await filesOfWriters(root))
    if (!needed.has(path)) bytes += (await fileBytes(join(root, path))) ?? 0;
  const names = await readdir(layout.snapshots(root));
  return { count: names.filter((name) => name !== `${id}.json`).length, bytes };
}

/**
 * Deletes the snapshots before the published one that no running process holds, with the files that only they need; each
 * publication does that too, but keeps two for readers that cannot pin. Who names one afterwards gets
 * `result_expired`. Errors: `index_missing`, `index_locked`.
 */
export async function cleanIndex(root: string, options: LockOptions = {}): Promise<CleanReport> {
  await openSnapshot(root); // does not change a directory without an index
  await using _maintenance = await takeMaintenanceLock(root, options);
  await using _lock = await takeWriteLock(root, options);
  const snapshot = await openSnapshot(root);
  const before = await olderSnapshots(snapshot);
  await collectGarbage(root, snapshot.manifest, { keeps: [], parents: 0, isMaintaining: true });
  const left = await olderSnapshots(snapshot);
  return {
    snapshotId: snapshot.id,
    deleted: { count: before.count - left.count, bytes: before.bytes - left.bytes },
    left,
    held: (await pinnedSnapshots(root)).filter(({ snapshotId }) => snapshotId !== snapshot.id),
  };
}
