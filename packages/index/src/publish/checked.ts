import { type BigIntStats, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { atOnce } from '@sdq/contract';
import { layout } from '../files/layout.ts';
import { sha256OfFile } from '../files/write-table-file.ts';
import type { Manifest } from '../manifest/manifest.ts';
import {
  type DamagedFile,
  damageOf,
  type ManifestFile,
  manifestFiles,
  sizeDamage,
} from '../manifest/manifest-files.ts';

/** So many files are looked at at the same time: one after the other, each waits for a thread that queries may occupy. */
export const filesAtOnce = 128;

/** Files are looked at in this thread for so long before others have their turn, where each takes no longer than this. */
const turnMs = 2;
const quickMsMax = 0.5;

/**
 * Records which files of an index had the right content when they were written or first read here: `checked/<sha256>`
 * contains the file's size, time and inode at that time. A file that was copied, restored or touched since is checked
 * again before it is read: DuckDB would read a damaged Parquet file without noticing.
 */
export async function markChecked(root: string, files: readonly ManifestFile[]): Promise<void> {
  try {
    await mkdir(layout.checked(root), { recursive: true });
    for (const file of files) {
      const state = await stateOf(join(root, file.path));
      if (state !== undefined) await writeFile(join(layout.checked(root), file.sha256), state);
    }
  } catch (error) {
    // An index on a read-only or full disk is checked each time it is opened.
    if (
      !['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      throw error;
  }
}

/**
 * Checks the size of each file, and hashes those that were not checked in their current state (about 1 GB/s). Records the intact
 * ones, in the index and in `states`: their state by hash, which saves reading the record at the next call.
 */
export async function checkOnce(
  root: string,
  files: readonly ManifestFile[],
  states = new Map<string, string>(),
): Promise<DamagedFile[]> {
  const seen = await statesOf(files.map(({ path }) => join(root, path)));
  const found = await atOnce(files, filesAtOnce, async (file) => {
    const state = seen.get(join(root, file.path));
    const isChecked =
      state !== undefined && (states.get(file.sha256) === state || (await recordOf(root, file)) === state);
    return { file, state, isChecked };
  });
  const damaged: DamagedFile[] = [];
  for (const { file, state, isChecked } of found) {
    const reason = isChecked ? undefined : await damageAt(join(root, file.path), file, state);
    if (reason !== undefined) {
      damaged.push({ path: file.path, reason: damageOf(file, reason) });
      continue;
    }
    if (!isChecked) await markChecked(root, [file]);
    if (state !== undefined) states.set(file.sha256, state);
  }
  return damaged;
}

async function damageAt(
  path: string,
  file: ManifestFile,
  state: string | undefined,
): Promise<string | undefined> {
  const bySize = sizeDamage(file, state === undefined ? undefined : sizeIn(state));
  if (bySize !== undefined) return bySize;
  return (await sha256OfFile(path)) === file.sha256
    ? undefined
    : 'its content was altered: the checksum differs';
}

async function recordOf(root: string, { sha256 }: ManifestFile): Promise<string | undefined> {
  return await readFile(join(layout.checked(root), sha256), 'utf8').catch(() => undefined);
}

/** Deletes the records of files that none of these manifests names. */
export async function forgetUnneeded(root: string, manifests: readonly Manifest[]): Promise<void> {
  const needed = new Set(manifests.flatMap(manifestFiles).map(({ sha256 }) => sha256));
  for (const name of await readdir(layout.checked(root)).catch(() => [])) {
    if (!needed.has(name)) await rm(join(layout.checked(root), name), { force: true });
  }
}

/**
 * The states of files, by path; undefined for one that is missing. A local disk tells them at once, for a third of the CPU time that the
 * thread pool takes, whose threads queries may occupy; a slow one is asked by the pool.
 */
async function statesOf(paths: readonly string[]): Promise<Map<string, string | undefined>> {
  const states = new Map<string, string | undefined>();
  let beganAt = performance.now();
  let asked = 0;
  for (const path of paths) {
    const tookMs = performance.now() - beganAt;
    if (tookMs > turnMs) {
      if (tookMs / asked > quickMsMax) break;
      await setImmediate();
      beganAt = performance.now();
      asked = 0;
    }
    states.set(path, stateAtOnce(path));
    asked++;
  }
  const left = paths.filter((path) => !states.has(path));
  await atOnce(left, filesAtOnce, async (path) => states.set(path, await stateOf(path)));
  return states;
}

function stateAtOnce(path: string): string | undefined {
  try {
    return textOf(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

async function stateOf(path: string): Promise<string | undefined> {
  try {
    return textOf(await stat(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Size in bytes, time and inode of a file, as text. */
function textOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ino}`;
}

function sizeIn(state: string): number {
  return Number(state.split(' ')[0]);
}
