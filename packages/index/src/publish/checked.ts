import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atOnce } from '@sdq/contract';
import { layout } from '../files/layout.ts';
import { sha256OfFile } from '../files/write-table-file.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type DamagedFile, damageOf, type ManifestFile, manifestFiles } from '../manifest/manifest-files.ts';

/** So many files are looked at at the same time: one after the other, each waits for a thread that queries may occupy. */
export const filesAtOnce = 128;

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

/** Hashes the files that were not checked in their current state (about 1 GB/s), and records the intact ones. */
export async function checkOnce(root: string, files: readonly ManifestFile[]): Promise<DamagedFile[]> {
  const found = await atOnce(files, filesAtOnce, async (file) => {
    const marked = readFile(join(layout.checked(root), file.sha256), 'utf8').catch(() => undefined);
    const state = await stateOf(join(root, file.path));
    return { file, state, isChecked: state !== undefined && state === (await marked) };
  });
  const damaged: DamagedFile[] = [];
  for (const { file, state, isChecked } of found) {
    if (isChecked) continue;
    const sha256 = state === undefined ? undefined : await sha256OfFile(join(root, file.path));
    if (sha256 === file.sha256) await markChecked(root, [file]);
    else
      damaged.push({
        path: file.path,
        reason: damageOf(file, 'its content was altered: the checksum differs'),
      });
  }
  return damaged;
}

/** Deletes the records of files that none of these manifests names. */
export async function forgetUnneeded(root: string, manifests: readonly Manifest[]): Promise<void> {
  const needed = new Set(manifests.flatMap(manifestFiles).map(({ sha256 }) => sha256));
  for (const name of await readdir(layout.checked(root)).catch(() => [])) {
    if (!needed.has(name)) await rm(join(layout.checked(root), name), { force: true });
  }
}

async function stateOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return `${size} ${mtimeNs} ${ino}`;
  } catch {
    return undefined;
  }
}
