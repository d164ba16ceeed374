import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { writeFileAtomically } from '../files/durable.ts';
import { layout } from '../files/layout.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { manifestFiles } from '../manifest/manifest-files.ts';
import { parseOnce, printRemembered } from '../manifest/parse-once.ts';
import { isLivingProcess } from '../process-name.ts';
import { forgetUnneeded, markChecked } from './checked.ts';
import { isMaintained } from './write-lock.ts';

/** Temporary names of data files, as `writeTableFile` writes them. */
const temporaryFile =
  /^data\/[a-z_][a-z0-9_]*\/[a-z_][a-z0-9_]*\/(month=\d{4}-\d{2}\/|delta\/|masks\/)?\.\d+-\d+\.tmp$/;

/** Snapshots retained besides the current one for readers that are about to open one or cannot pin. */
const snapshotsKept = 2;

export interface PublishOptions {
  /** Snapshots to retain besides the manifest's parents. */
  readonly keeps?: readonly string[];
  /** Whether the caller has the maintenance lock too; default false. */
  readonly isMaintaining?: boolean;
}

/**
 * Makes a manifest the index's current one: writes the manifest, then the pointer. Its files must be in place and
 * synced. Call while holding the write lock. Files that no retained or pinned snapshot names are then deleted.
 */
export async function publish(
  root: string,
  manifest: Manifest,
  { keeps = [], isMaintaining = false }: PublishOptions = {},
): Promise<void> {
  const parent = manifest.parent === null ? undefined : await readManifest(root, manifest.parent);
  const known = new Set(parent === undefined ? [] : manifestFiles(parent).map(({ sha256 }) => sha256));
  // Its writer has already hashed the new files.
  await markChecked(
    root,
    manifestFiles(manifest).filter(({ sha256 }) => !known.has(sha256)),
  );
  await writeFileAtomically(layout.snapshot(root, manifest.snapshot_id), printRemembered(manifest));
  await writeFileAtomically(layout.pointer(root), `${manifest.snapshot_id}\n`);
  await collectGarbage(root, manifest, { keeps, parents: snapshotsKept, isMaintaining });
}

/**
 * Deletes snapshots and data files that neither the current one with so many parents nor an active pin needs. While another one has
 * the maintenance lock, all data files stay: some are its own, which no snapshot names yet. Its publication deletes the others.
 */
export async function collectGarbage(
  root: string,
  current: Manifest,
  { keeps, parents, isMaintaining }: Required<PublishOptions> & { readonly parents: number },
): Promise<void> {
  const kept = new Map<string, Manifest>([[current.snapshot_id, current]]);
  let parent = current.parent;
  for (let i = 0; i < parents && parent !== null; i++) {
    const manifest = await readManifest(root, parent);
    if (manifest === undefined) break;
    kept.set(manifest.snapshot_id, manifest);
    parent = manifest.parent;
  }
  for (const id of [...keeps, ...(await pinnedSnapshots(root)).map(({ snapshotId }) => snapshotId)]) {
    const manifest = await readManifest(root, id);
    if (manifest !== undefined) kept.set(id, manifest);
  }
  await forgetUnneeded(root, [...kept.values()]);
  const needed = new Set([...kept.values()].flatMap(manifestFiles).map((file) => file.path));
  for (const name of await readdir(layout.snapshots(root))) {
    if (!kept.has(name.replace(/\.json$/, ''))) await rm(join(layout.snapshots(root), name), { force: true });
  }
  if (!isMaintaining && (await isMaintained(root))) return;
  for (const path of await filesOfWriters(root))
    if (!needed.has(path)) await rm(join(root, path), { force: true });
}

/** Paths in an index of the data files that writers made: its folder may contain other things too. */
export async function filesOfWriters(root: string): Promise<string[]> {
  const data = join(root, 'data');
  const entries = await readdir(data, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => layout.isDataFile(path) || temporaryFile.test(path));
}

async function readManifest(root: string, id: string): Promise<Manifest | undefined> {
  try {
    return parseOnce(await readFile(layout.snapshot(root, id), 'utf8'));
  } catch {
    return undefined; // deleted earlier, or unreadable
  }
}

/** A snapshot that a running process holds. */
export interface PinnedSnapshot {
  readonly snapshotId: string;
  readonly processId: number;
}

/** What running processes pin; pins of dead ones are removed. */
export async function pinnedSnapshots(root: string): Promise<PinnedSnapshot[]> {
  const pinned: PinnedSnapshot[] = [];
  for (const name of await readdir(layout.pins(root)).catch(() => [])) {
    const [holder = '', id] = name.split('-');
    if (id !== undefined && isLivingProcess(holder))
      pinned.push({ snapshotId: id, processId: Number(holder.split('.')[0]) });
    else await rm(join(layout.pins(root), name), { force: true });
  }
  return pinned;
}

/** Size of a file in bytes; undefined when it does not exist. */
export async function fileBytes(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
