import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '@sdq/contract';
import type { Input } from './input.ts';
import { leftOut } from './left-out.ts';
import { failedInput, fileInput, unreadable } from './local-inputs.ts';
import type { Skips } from './skipped.ts';
import type { SourceLimits } from './source-limits.ts';

/** Folders inside each other. */
const folderDepthMax = 64;

export interface Walk {
  readonly limits: SourceLimits;
  readonly skips: Skips;
  readonly signal: AbortSignal | undefined;
}

/** The files in a folder and its folders, by name. Errors: `source_limit`, `file_missing` for the folder itself. */
export async function filesIn(folder: string, walk: Walk): Promise<Input[]> {
  const root = folder.replace(/(?<=.)\/+$/, '');
  const visit: Visit = { root, label: basename(resolve(root)), origin: folder, walk, found: [] };
  await enter(visit, '', 0);
  return visit.found;
}

interface Visit {
  readonly root: string;
  readonly label: string;
  readonly origin: string;
  readonly walk: Walk;
  readonly found: Input[];
}

async function enter(visit: Visit, folder: string, depth: number): Promise<void> {
  const { root, label, origin, walk, found } = visit;
  walk.signal?.throwIfAborted();
  const at = join(root, folder);
  const entries = await readdir(at, { withFileTypes: true }).catch((cause) => {
    const error = unreadable(at, cause);
    if (depth === 0) throw error;
    found.push(failedInput(at, error, origin));
    return [];
  });
  if (isIndex(entries)) {
    walk.skips.add({ name: `${at}/`, reason: 'an index of sdq' });
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const full = join(root, path);
    if (!entry.isDirectory()) {
      const input = await takeFile(full, path, entry, { label: `${label}/${path}`, origin, walk });
      if (input !== undefined) found.push(input);
      if (found.length > walk.limits.entriesMax) throw tooMany(origin, walk.limits.entriesMax);
      continue;
    }
    const isDeep = depth >= folderDepthMax;
    const reason = isDeep ? `more than ${folderDepthMax} folders inside each other` : leftOut(path);
    if (reason === undefined) await enter(visit, path, depth + 1);
    else walk.skips.add({ name: `${full}/`, reason });
  }
}

function isIndex(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return names.has('CURRENT') && names.has('snapshots');
}

/** The input of a file of a folder or a pattern; undefined if it is left out, which is added to the skips. */
export async function takeFile(
  full: string,
  path: string,
  entry: Pick<Stats, 'isSymbolicLink' | 'isFile'>,
  { label, origin, walk }: { label: string; origin: string; walk: Walk },
): Promise<Input | undefined> {
  const info = await lstat(full).catch(() => undefined);
  const reason = entry.isSymbolicLink()
    ? 'a symbolic link'
    : !entry.isFile()
      ? 'a pipe or a device'
      : (leftOut(path) ?? (info?.size === 0 ? 'an empty file' : undefined));
  if (reason === undefined && info !== undefined) {
    return fileInput(full, { label, origin, isNamed: false, bytes: info.size });
  }
  walk.skips.add({ name: full, reason: reason ?? 'a file that was removed meanwhile' });
  return undefined;
}

export function tooMany(name: string, entriesMax: number): AppError {
  return new AppError('source_limit', `"${name}" has more than ${entriesMax.toLocaleString('en-US')} files`, {
    hint: 'Import its parts one after the other.',
  });
}
