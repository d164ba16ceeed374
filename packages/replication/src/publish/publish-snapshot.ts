import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { AppError } from '@sdq/contract';
import {
  currentSnapshotId,
  layout,
  manifestFiles,
  missingIndex,
  pinSnapshot,
  readSnapshot,
  type Snapshot,
} from '@sdq/index';
import { attemptsMax, keepMsDefault } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { pointerKey, readPointer, readStoredManifest, type StoredPointer } from '../store/stored-snapshot.ts';
import { type Collected, collectUnreferenced } from './collect-unreferenced.ts';
import { probeConditions, storeTime } from './probe-store.ts';
import { isPublishedFromHere, rememberPublication } from './publication-record.ts';
import { type UploadProgress, uploadFiles } from './upload-files.ts';

export interface PublishOptions {
  readonly index: string;
  readonly store: ObjectStore;
  /** No other process publishes to this store: conditions are not tried, and not needed. */
  readonly isSinglePublisher?: boolean | undefined;
  /** Replaces a snapshot that was published from another index. */
  readonly takesOver?: boolean | undefined;
  /** How long the store keeps what no longer belongs to the current snapshot, in milliseconds; default one day. */
  readonly keepMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface Publication {
  readonly snapshotId: string;
  /** The store had this snapshot already. */
  readonly isUnchanged: boolean;
  readonly files: number;
  readonly uploadedFiles: number;
  readonly uploadedBytes: number;
  readonly collected: Collected;
}

/**
 * Makes the current snapshot of an index the current one of a store: missing files, then the manifest, then the pointer by a
 * conditional write. Readers of the store see the snapshot before or this one, never a mixture. What is not needed any more
 * is deleted after `keepMs`. Errors: `index_missing`, `index_corrupt`, `store_unreachable`, `store_refused`,
 * `publication_conflict` when the store has a snapshot that this index did not publish.
 */
export async function publishSnapshot(options: PublishOptions, attempt = 1): Promise<Publication> {
  const { index, store, signal, keepMs = keepMsDefault } = options;
  const id = await currentSnapshotId(index);
  if (id === null) throw missingIndex(index);
  await using _pin = await pinSnapshot(index, id);
  const snapshot = await readSnapshot(index, id);
  if (options.isSinglePublisher !== true) await probeConditions(store, signal);
  const pointer = await readOwnPointer(options, snapshot);
  const isUnchanged = pointer?.id === id;
  const now = await storeTime(store, signal);
  const uploaded = isUnchanged
    ? { files: 0, bytes: 0 }
    : await upload(options, snapshot, pointer, now - keepMs / 2);
  await rememberPublication(index, store.address, id);
  if (!isUnchanged && !(await movePointer(options, snapshot, pointer))) {
    // what was read of the pointer was old
    if (attempt < attemptsMax) return await publishSnapshot(options, attempt + 1);
    throw conflict(store, 'was given other snapshots meanwhile');
  }
  const collected = await collectUnreferenced({ store, keepMs, now, signal });
  return {
    snapshotId: id,
    isUnchanged,
    files: manifestFiles(snapshot.manifest).length,
    uploadedFiles: uploaded.files,
    uploadedBytes: uploaded.bytes,
    collected,
  };
}

/**
 * The pointer, which must not be another index's: that is read twice, since a broken answer may hold an altered id. Errors:
 * `publication_conflict`.
 */
async function readOwnPointer(
  options: PublishOptions,
  snapshot: Snapshot,
): Promise<StoredPointer | undefined> {
  const { index, store, signal } = options;
  let pointer = await readPointer(store, signal);
  for (let attempt = 1; pointer !== undefined && !(await isOwn(options, snapshot, pointer)); attempt++) {
    const again = await readPointer(store, signal);
    if (again?.id === pointer.id || attempt === attemptsMax)
      throw conflict(store, `has snapshot ${pointer.id}, which was not published from "${index}"`);
    pointer = again;
  }
  return pointer;
}

/** Whether the snapshot of a pointer may be replaced. */
async function isOwn(
  { index, store, takesOver }: PublishOptions,
  snapshot: Snapshot,
  { id }: StoredPointer,
): Promise<boolean> {
  if (takesOver === true || id === snapshot.id) return true;
  return (await isPublishedFromHere(index, store.address, id)) || (await isAncestor(index, snapshot, id));
}

/** Whether the snapshots that are kept here lead back to this one. */
async function isAncestor(index: string, snapshot: Snapshot, id: string): Promise<boolean> {
  for (let parent = snapshot.manifest.parent; parent !== null; ) {
    if (parent === id) return true;
    const read = await readSnapshot(index, parent).catch(() => undefined);
    parent = read?.manifest.parent ?? null;
  }
  return false;
}

async function upload(
  { index, store, signal, onProgress }: PublishOptions,
  snapshot: Snapshot,
  pointer: StoredPointer | undefined,
  oldestMs: number,
): Promise<{ files: number; bytes: number }> {
  const before = pointer === undefined ? undefined : await readStoredManifest(store, pointer.id, signal);
  const present = new Set(before === undefined ? [] : manifestFiles(before).map(({ path }) => path));
  const uploaded = await uploadFiles({
    store,
    files: manifestFiles(snapshot.manifest)
      .filter(({ path }) => !present.has(path))
      .map((file) => ({ key: file.path, content: { ...file, path: snapshot.path(file) } })),
    oldestMs,
    signal,
    onProgress,
  });
  const path = layout.snapshot(index, snapshot.id);
  await store.write(relative(index, path).replaceAll(sep, '/'), await readFile(path), { signal });
  return uploaded;
}

/** False if the store has meanwhile another snapshot of this index than `before`. Errors: `publication_conflict`. */
async function movePointer(
  options: PublishOptions,
  snapshot: Snapshot,
  before: StoredPointer | undefined,
): Promise<boolean> {
  const { store, isSinglePublisher, signal } = options;
  const condition = before === undefined ? ({ absent: true } as const) : { etag: before.etag };
  const how = isSinglePublisher === true ? { signal } : { condition, signal };
  if ((await store.write(pointerKey, Buffer.from(`${snapshot.id}\n`), how)) !== undefined) return true;
  // an attempt whose answer was lost may have written it
  return (await readOwnPointer(options, snapshot))?.id === snapshot.id;
}

function conflict(store: ObjectStore, what: string): AppError {
  return new AppError('publication_conflict', `"${store.address}" ${what}`, {
    hint: 'Publish to another address, or replace that snapshot with --take-over',
  });
}
