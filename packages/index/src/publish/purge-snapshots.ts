import { readdir, readFile, rm } from 'node:fs/promises';
import { writeFileAtomically } from '../files/durable.ts';
import { layout } from '../files/layout.ts';
import { openSnapshot } from '../snapshot/snapshot.ts';
import { collectGarbage, type PinnedSnapshot, pinnedSnapshots } from './publish.ts';

/** Ids that are remembered as withdrawn; older ones are told as expired. */
const withdrawnMax = 1_000;

/**
 * Withdraws all snapshots but the published one: readers that hold one let it go once their running queries have ended, and
 * who names one gets `result_withdrawn`. Deletes their files, and what unfinished writers have left in `staging`. Returns those that
 * running processes still hold; their files stay until it is called again. Call while holding the write lock and the maintenance lock.
 */
export async function purgeSnapshots(root: string): Promise<PinnedSnapshot[]> {
  const { id, manifest } = await openSnapshot(root);
  const names = await readdir(layout.snapshots(root));
  const older = names.map((name) => name.replace(/\.json$/, '')).filter((name) => name !== id);
  const before = await withdrawnSnapshots(root);
  const added = older.filter((each) => !before.includes(each));
  if (added.length > 0) {
    const lines = [...before, ...added].slice(-withdrawnMax);
    await writeFileAtomically(layout.withdrawn(root), `${lines.join('\n')}\n`);
  }
  await rm(layout.staging(root), { recursive: true, force: true });
  await collectGarbage(root, manifest, { keeps: [], parents: 0, isMaintaining: true });
  return (await pinnedSnapshots(root)).filter(({ snapshotId }) => snapshotId !== id);
}

/** Ids of the snapshots that were withdrawn, oldest first. */
export async function withdrawnSnapshots(root: string): Promise<string[]> {
  const text = await readFile(layout.withdrawn(root), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
