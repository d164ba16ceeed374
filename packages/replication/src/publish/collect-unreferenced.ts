import { layout, type Manifest, manifestFiles } from '@sdq/index';
import { openTableFolder } from '../iceberg/table-place.ts';
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
  /** Called with each manifest that is kept. */
  readonly onKept?: ((manifest: Manifest) => void) | undefined;
}

/** What a store can do without. */
export interface Unreferenced {
  /** The snapshot for which this holds. */
  readonly current: string;
  /** Manifests that were superseded. */
  readonly manifests: readonly ListedObject[];
  /** Files that no manifest names which is kept. */
  readonly files: readonly ListedObject[];
  readonly probes: readonly ListedObject[];
  /** Objects of open tables that are as old; some of them may be needed. */
  readonly openFiles: readonly ListedObject[];
  readonly before: Date;
}

/** An upload in parts that is younger may go on. */
const unfinishedMsMin = 3_600_000;

/**
 * Finds what no snapshot names that a reader may still be at: manifests that were superseded before `keepMs`, and
 * files that none of the others names and that are as old. Undefined for a store that has no snapshot.
 */
export async function findUnreferenced({
  store,
  keepMs,
  now,
  signal,
  onKept,
}: Collection): Promise<Unreferenced | undefined> {
  const manifests = (await listed(store, manifestPrefix, signal)).sort(
    (a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime(),
  );
  const pointer = await readPointer(store, signal);
  if (pointer === undefined) return undefined;
  const isOld = (time: number) => now - time >= keepMs;
  // superseded when the next one was written
  const gone = manifests.filter(({ key }, at) => {
    const next = manifests[at + 1]?.modifiedAt.getTime();
    return key !== manifestKey(pointer.id) && next !== undefined && isOld(next);
  });
  const needed = new Set<string>();
  for (const { key } of manifests.filter((manifest) => !gone.includes(manifest))) {
    const id = key.slice(manifestPrefix.length, -'.json'.length);
    const manifest = await readStoredManifest(store, id, signal);
    if (manifest === undefined) continue;
    for (const { path } of manifestFiles(manifest)) needed.add(path);
    onKept?.(manifest);
  }
  const old = (objects: readonly ListedObject[]) =>
    objects.filter(({ modifiedAt }) => isOld(modifiedAt.getTime()));
  const data = old(await listed(store, 'data/', signal));
  return {
    current: pointer.id,
    manifests: gone,
    files: data.filter(({ key }) => layout.isDataFile(key) && !needed.has(key)),
    probes: old(await listed(store, probePrefix, signal)),
    openFiles: data.filter(({ key }) => openTableFolder(key) !== undefined),
    before: new Date(now - Math.max(keepMs, unfinishedMsMin)),
  };
}

/** Deletes it, and these keys besides, unless the store has another snapshot meanwhile. */
export async function deleteUnreferenced(
  store: ObjectStore,
  { current, manifests, files, probes, before }: Unreferenced,
  others: readonly string[],
  signal?: AbortSignal,
): Promise<Collected> {
  // a publisher that moved the pointer meanwhile may need what is unreferenced here
  if ((await readPointer(store, signal))?.id !== current) return nothingCollected;
  const keys = [...manifests, ...files, ...probes].map(({ key }) => key);
  await store.delete([...keys, ...others], signal);
  await store.dropUnfinished(before, signal);
  return {
    snapshots: manifests.length,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export const nothingCollected: Collected = { snapshots: 0, files: 0, bytes: 0 };

async function listed(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal | undefined,
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const object of store.list(prefix, signal)) found.push(object);
  return found;
}
