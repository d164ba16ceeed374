import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { type Catalog, type CatalogTable, withTables } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import {
  checkDescriptions,
  currentSnapshotId,
  layout,
  manifestFiles,
  missingIndex,
  pinSnapshot,
  readSnapshot,
  type Snapshot,
} from '@sdq/index';
import { FileMaker } from '../iceberg/file-maker.ts';
import {
  checkAllDescribed,
  dropTables,
  KeptContents,
  type PublishedTables,
  publishTables,
  readOpenTables,
  unneededKeys,
} from '../iceberg/publish-tables.ts';
import { attemptsMax, keepMsDefault } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { pointerKey, readPointer, readStoredManifest, type StoredPointer } from '../store/stored-snapshot.ts';
import { type UploadProgress, uploadFiles } from '../store/upload-files.ts';
import {
  type Collected,
  deleteUnreferenced,
  findUnreferenced,
  nothingCollected,
} from './collect-unreferenced.ts';
import { probeConditions, storeTime } from './probe-store.ts';
import { isPublishedFromHere, rememberPublication } from './publication-record.ts';

export interface PublishOptions {
  readonly index: string;
  readonly store: ObjectStore;
  /** No other process publishes to this store: conditions are not tried, and not needed. */
  readonly isSinglePublisher?: boolean | undefined;
  /** Replaces a snapshot that was published from another index. */
  readonly takesOver?: boolean | undefined;
  /** How long the store keeps what no longer belongs to the current snapshot, in milliseconds; default one day. */
  readonly keepMs?: number | undefined;
  /**
   * Keeps an Apache Iceberg table of each table beside the files, with the same rows (docs/scale.md#open-table). Default: if
   * the store has such tables. `false` deletes them.
   */
  readonly iceberg?: boolean | undefined;
  /** The address by which readers of these tables find the store; default: its own, or the one that was given before. */
  readonly icebergLocation?: string | undefined;
  /** Descriptions of tables that are not built in: open tables of these need them. */
  readonly tables?: readonly CatalogTable[] | undefined;
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
  /** Undefined where the store has no open tables. */
  readonly openTables?: PublishedTables | undefined;
}

/**
 * Makes the current snapshot of an index the current one of a store: missing files, then the manifest, then the pointer by a
 * conditional write. Readers of the store see the snapshot before or this one, never a mixture. Open tables follow, one after
 * another. What is not needed any more is deleted after `keepMs`. Errors: `index_missing`, `index_corrupt`, `store_unreachable`, `store_refused`,
 * `publication_conflict` when the store has a snapshot that this index did not publish.
 */
export async function publishSnapshot(options: PublishOptions, attempt = 1): Promise<Publication> {
  const { index, store, signal, keepMs = keepMsDefault } = options;
  const id = await currentSnapshotId(index);
  if (id === null) throw missingIndex(index);
  await using _pin = await pinSnapshot(index, id);
  const snapshot = await readSnapshot(index, id);
  const catalog = await catalogOfTables(options, snapshot);
  if (options.isSinglePublisher !== true) await probeConditions(store, signal);
  const pointer = await readOwnPointer(options, snapshot);
  const isUnchanged = pointer?.id === id;
  const now = await storeTime(store, signal);
  const oldestMs = now - keepMs / 2;
  const uploaded = isUnchanged ? { files: 0, bytes: 0 } : await upload(options, snapshot, pointer, oldestMs);
  await rememberPublication(index, store.address, id);
  if (!isUnchanged && !(await movePointer(options, snapshot, pointer))) {
    // what was read of the pointer was old
    if (attempt < attemptsMax) return await publishSnapshot(options, attempt + 1);
    throw conflict(store, 'was given other snapshots meanwhile');
  }
  if (options.iceberg === false) await dropTables(store, signal);
  // what this publication supersedes is older than no time at all only by a clock that is read now
  const collectedAt = keepMs < preciseMs ? await storeTime(store, signal) : now;
  const kept = catalog && new KeptContents(catalog);
  const unreferenced = await findUnreferenced({
    store,
    keepMs,
    now: collectedAt,
    signal,
    onKept: (manifest) => kept?.add(manifest),
  });
  const openTables =
    catalog && kept && (await publishOpenTables(options, { catalog, snapshot, kept, now, oldestMs }));
  if (openTables === 'superseded') {
    if (attempt < attemptsMax) return await publishSnapshot(options, attempt + 1);
    throw conflict(store, 'was given other snapshots meanwhile');
  }
  const others =
    openTables && unreferenced
      ? await unneededKeys(store, openTables.location, unreferenced.openFiles, signal)
      : [];
  const collected =
    unreferenced === undefined
      ? nothingCollected
      : await deleteUnreferenced(store, unreferenced, others, signal);
  return {
    snapshotId: id,
    isUnchanged,
    files: manifestFiles(snapshot.manifest).length,
    uploadedFiles: uploaded.files,
    uploadedBytes: uploaded.bytes,
    collected,
    openTables,
  };
}

/** Of shorter times to keep, the seconds count that a publication takes. */
const preciseMs = 3_600_000;

/** The catalogue of open tables; undefined where the store has none and is to have none. Errors: `catalog_invalid`. */
async function catalogOfTables(
  { store, iceberg, tables, signal }: PublishOptions,
  snapshot: Snapshot,
): Promise<Catalog | undefined> {
  if (iceberg === false) return undefined;
  if (iceberg === undefined && (await readOpenTables(store, signal)) === undefined) return undefined;
  const catalog = withTables(tables);
  checkDescriptions(catalog, snapshot.manifest);
  checkAllDescribed(catalog, snapshot);
  return catalog;
}

async function publishOpenTables(
  { store, icebergLocation, isSinglePublisher = false, signal }: PublishOptions,
  about: { catalog: Catalog; snapshot: Snapshot; kept: KeptContents; now: number; oldestMs: number },
): Promise<PublishedTables | 'superseded'> {
  const { snapshot, now, oldestMs } = about;
  const isCurrent = async () => (await readPointer(store, signal))?.id === snapshot.id;
  await using maker = new FileMaker();
  const location = icebergLocation?.replace(/\/+$/, '');
  const published = await publishTables(
    { store, location, maker, isSinglePublisher, now, oldestMs, isCurrent, signal },
    about,
  );
  return published !== undefined && (await isCurrent()) ? published : 'superseded';
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
