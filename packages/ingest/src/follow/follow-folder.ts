import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { addFiles } from '../add-files.ts';
import type { AddReport } from '../add-report.ts';
import { filesIn } from '../sources/folder.ts';
import { Skips } from '../sources/skipped.ts';
import { sourceLimits } from '../sources/source-limits.ts';
import { type FollowOptions, waitMsDefault } from './follow-lines.ts';

/** Pause between two looks at the folder. */
const pauseMs = 500;
/** A file is complete when its size and time have not changed for this long. */
const settledMs = 1_000;
const filesMax = 1_000;
const bytesMaxDefault = 64 * 2 ** 20;

/**
 * Imports the files of a folder and its folders as they come, in small batches, and publishes each; yields the report of
 * each batch. A file is taken when it has not changed for a second, and again when its content has changed after that.
 * Files that the index has, by their content, are skipped: so a killed run loses nothing and repeats nothing. Ends with
 * the signal.
 *
 * Errors: those of {@link addFiles}, `file_missing` for the folder.
 */
export async function* followFolder(
  folder: string,
  { batch = {}, ...options }: FollowOptions,
): AsyncGenerator<AddReport> {
  const bytesMax = batch.bytesMax ?? bytesMaxDefault;
  const seen = new Map<string, string>();
  const { signal } = options;
  while (signal?.aborted !== true) {
    const ready = await readyFiles(folder, options, seen);
    for (const files of batchesOf(ready, bytesMax)) {
      const paths = files.map(({ path }) => path);
      const report = await addFiles({ waitMs: waitMsDefault, ...options, files: paths });
      for (const { path, state } of files) seen.set(path, state);
      yield report;
    }
    await setTimeout(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

interface ReadyFile {
  readonly path: string;
  readonly bytes: number;
  readonly state: string;
}

/** Complete files that were not taken in their present state. Files that are gone are forgotten. */
async function readyFiles(
  folder: string,
  { limits = {}, signal }: Pick<FollowOptions, 'limits' | 'signal'>,
  seen: Map<string, string>,
): Promise<ReadyFile[]> {
  const walk = { limits: { ...sourceLimits, ...limits }, skips: new Skips(), signal };
  const files = await filesIn(folder, walk);
  const present = new Set(files.map(({ name }) => name));
  for (const path of seen.keys()) if (!present.has(path)) seen.delete(path);
  const ready: ReadyFile[] = [];
  for (const { name: path } of files) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < settledMs) continue;
    const state = `${found.size} ${found.mtimeMs} ${found.ino}`;
    if (seen.get(path) !== state) ready.push({ path, bytes: found.size, state });
  }
  return ready;
}

function* batchesOf(files: readonly ReadyFile[], bytesMax: number): Generator<ReadyFile[]> {
  let batch: ReadyFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length >= filesMax || bytes + file.bytes > bytesMax)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}
