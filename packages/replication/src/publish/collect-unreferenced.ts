import { layout, manifestFiles } from '@sdq/index';
import type { ListedObject, ObjectStore } from '../store/object-store.ts';
import { manifestKey, manifestPrefix, readPointer, readStoredManifest } from '../store/stored-snapshot.ts';
import { probePrefix } from './probe-store.ts';

export interface Collected {
  readonly snapshots: number;
  readonly files: number;
  readonly bytes: number;
}

interface Collection {
  readonly store: ObjectStore;
  /** What was superseded, or uploaded, less than this many milliseconds ago is kept. */
  readonly keepMs: number;
  /** The store's time, in milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

/** An upload in parts that is younger may go on. */
const unfinishedMsMin = 3_600_000;

/**
 * Deletes what no snapshot names that a reader may still be at: manifests that were superseded before `keepMs`, then
 * files that none of the others names and that are as old.
 */
export async function collectUnreferenced({ store, keepMs, now, signal }: Collection): Promise<Collected> {
  const nothing = { snapshots: 0, files: 0, bytes: 0 };
  const manifests = (await listed(store, manifestPrefix, signal)).sort(
    (a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime(),
  );
  const pointer = await readPointer(store, signal);
  if (pointer === undefined) return nothing;
  const isOld = (time: number) => now - time >= keepMs;
  // superseded when the next one was written
  const gone = manifests.filter(({ key }, at) => {
    const next = manifests[at + 1]?.modifiedAt.getTime();
    return key !== manifestKey(pointer.id) && next !== undefined && isOld(next);
  });
  const kept = manifests.filter((manifest) => !gone.includes(manifest));
  const needed = new Set<string>();
  for (const { key } of kept) {
    const id = key.slice(manifestPrefix.length, -'.json'.length);
    const manifest = await readStoredManifest(store, id, signal);
    for (const { path } of manifest === undefined ? [] : manifestFiles(manifest)) needed.add(path);
  }
  const files = (await listed(store, 'data/', signal)).filter(
    ({ key, modifiedAt }) => layout.isDataFile(key) && !needed.has(key) && isOld(modifiedAt.getTime()),
  );
  const probes = (await listed(store, probePrefix, signal)).filter(({ modifiedAt }) =>
    isOld(modifiedAt.getTime()),
  );
  // a publisher that moved the pointer meanwhile may need what is unreferenced here
  if ((await readPointer(store, signal))?.id !== pointer.id) return nothing;
  await store.delete(
    [...gone, ...files, ...probes].map(({ key }) => key),
    signal,
  );
  await store.dropUnfinished(new Date(now - Math.max(keepMs, unfinishedMsMin)), signal);
  return {
    snapshots: gone.length,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

async function listed(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal | undefined,
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const object of store.list(prefix, signal)) found.push(object);
  return found;
}
