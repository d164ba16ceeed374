import { diskFull, withDiskFull } from '@sdq/contract';
import {
  checkFreeSpace,
  checkOnce,
  currentSnapshotId,
  layout,
  type Manifest,
  type ManifestFile,
  manifestFiles,
  publish,
  readSnapshot,
  takeWriteLock,
} from '@sdq/index';
import { inParallel } from '../in-parallel.ts';
import { transfersMax } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { readPointer, readStoredManifest } from '../store/stored-snapshot.ts';
import { downloadFile, dropParts, MissingFile } from './download-file.ts';
import { type LaterFiles, readLater, writeLater } from './later-files.ts';
import { notOfThisStore, readMirrorRecord, writeMirrorRecord } from './mirror-record.ts';

export interface MirrorProgress {
  readonly snapshotId: string;
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

export interface MirrorOptions {
  readonly store: ObjectStore;
  /** Directory of the mirror; it is made. */
  readonly root: string;
  /** Bytes of one snapshot that the mirror takes at most. */
  readonly bytesMax?: number | undefined;
  /** Takes an older snapshot than the one that is here: its publisher went back on purpose. */
  readonly goesBack?: boolean | undefined;
  /** Takes up base files of a first snapshot later, while others read the snapshot already; default: none. */
  readonly later?: LaterFiles | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MirrorProgress) => void) | undefined;
}

export type Mirrored =
  | { readonly state: 'empty' }
  | { readonly state: 'current'; readonly snapshotId: string }
  /** The store names a snapshot that was current here before: an old answer, or a publisher that went back. */
  | { readonly state: 'stale'; readonly snapshotId: string }
  | {
      readonly state: 'updated';
      readonly snapshotId: string;
      readonly files: number;
      readonly bytes: number;
    };

/** Attempts to follow a store whose publisher deletes files while they are fetched. */
const overtakenMax = 3;

/**
 * Brings the current snapshot of a store to a directory: missing files, each checked, then the manifest and the local
 * pointer. Readers see the snapshot before or the new one. Only this writes to the directory. Errors:
 * `store_unreachable`, `store_refused`, `index_too_new`, `disk_full`, `index_locked`, `usage_error` for a directory that
 * is an index of its own or mirrors another store.
 */
export async function mirrorSnapshot(options: MirrorOptions): Promise<Mirrored> {
  const { store, root, signal } = options;
  const record = await readMirrorRecord(root);
  const local = await currentSnapshotId(root);
  if (record === undefined ? local !== null : record.address !== store.address)
    throw notOfThisStore(root, store.address, record?.address);
  for (let attempt = 1; ; attempt++) {
    const pointer = await readPointer(store, signal);
    if (pointer === undefined) return { state: 'empty' };
    const { id } = pointer;
    const isWhole = options.later !== undefined || (await readLater(root)).size === 0;
    if (id === local && isWhole) return { state: 'current', snapshotId: id };
    if (id !== local && record?.snapshots.includes(id) === true && options.goesBack !== true)
      return { state: 'stale', snapshotId: id };
    const manifest = await readStoredManifest(store, id, signal);
    try {
      if (manifest === undefined) throw new MissingFile(id);
      return await withDiskFull({ path: root }, () => fetchSnapshot(options, manifest, local));
    } catch (error) {
      // a newer snapshot was published, and files of this one were deleted
      if (!(error instanceof MissingFile)) throw error;
      if (attempt === overtakenMax) return { state: 'stale', snapshotId: id };
    }
  }
}

async function fetchSnapshot(
  options: MirrorOptions,
  manifest: Manifest,
  local: string | null,
): Promise<Mirrored> {
  const { store, root, bytesMax, signal } = options;
  await using _lock = await takeWriteLock(root, { signal, isMirror: true });
  const record = (await readMirrorRecord(root)) ?? { address: store.address, snapshots: [] };
  await writeMirrorRecord(root, record);
  const all = manifestFiles(manifest);
  const total = sumOf(all);
  if (bytesMax !== undefined && total > bytesMax) throw diskFull({ path: root, neededBytes: total });
  const absent = await missingFiles(root, all);
  await dropParts(root, [...absent, ...(await laterFilesOf(root))]);
  if (absent.length > 0) checkFreeSpace(root, sumOf(absent));
  const { later } = options;
  const deferred = later === undefined ? [] : deferrable(manifest, absent, local === null || later.paths);
  const missing = absent.filter((file) => !deferred.includes(file));
  const bytes = sumOf(missing);
  await fetchFiles(options, manifest.snapshot_id, missing, bytes);
  // before the pointer moves, so that no reader takes them for damaged
  later?.expect(deferred);
  await writeLater(
    root,
    deferred.map(({ path }) => path),
  );
  await publish(root, manifest, { keeps: local === null ? [] : [local] });
  await writeMirrorRecord(root, { ...record, snapshots: [...record.snapshots, manifest.snapshot_id] });
  return { state: 'updated', snapshotId: manifest.snapshot_id, files: missing.length, bytes };
}

async function fetchFiles(
  { store, root, signal, onProgress }: MirrorOptions,
  snapshotId: string,
  files: readonly ManifestFile[],
  bytes: number,
): Promise<void> {
  let [filesDone, bytesDone] = [0, 0];
  const report = () => onProgress?.({ snapshotId, files: files.length, filesDone, bytes, bytesDone });
  report();
  await inParallel(files, transfersMax, signal, async (file, abort) => {
    let before = 0;
    const onBytes = (now: number) => {
      bytesDone += now - before;
      before = now;
      report();
    };
    await downloadFile({ store, root, file, signal: abort, onBytes });
    filesDone++;
    report();
  });
}

/** Base files, which structures stand in for: all of a first snapshot, later those that were not here before either. */
function deferrable(
  manifest: Manifest,
  absent: readonly ManifestFile[],
  before: true | ReadonlySet<string>,
): ManifestFile[] {
  const base = new Set(
    Object.values(manifest.tables).flatMap(({ files }) =>
      files.filter((file) => !layout.isDelta(file)).map(({ path }) => path),
    ),
  );
  return absent.filter(({ path }) => base.has(path) && (before === true || before.has(path)));
}

/** Files of the snapshot that is here, and which come later. */
export async function laterFilesOf(root: string): Promise<ManifestFile[]> {
  const paths = await readLater(root);
  const id = await currentSnapshotId(root);
  if (paths.size === 0 || id === null) return [];
  const { manifest } = await readSnapshot(root, id);
  return await missingFiles(
    root,
    manifestFiles(manifest).filter(({ path }) => paths.has(path)),
  );
}

/** Files that are not here with their content. */
async function missingFiles(root: string, files: readonly ManifestFile[]): Promise<ManifestFile[]> {
  const damaged = new Set((await checkOnce(root, files)).map(({ path }) => path));
  return files.filter(({ path }) => damaged.has(path));
}

function sumOf(files: readonly ManifestFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
