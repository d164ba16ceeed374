import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError, withDiskFull } from '@sdq/contract';
import { layout } from '../files/layout.ts';
import { makeFolder } from '../files/make-folder.ts';
import { isLivingProcess, ownProcessName } from '../process-name.ts';

/** Lock files held by this process: the process id alone would not distinguish two writers in it. */
const held = new Set<string>();

/** Pause between two attempts to take the lock. */
const pauseMs = 100;

export interface LockOptions {
  /** How long to wait for another writer, in milliseconds; default 0. */
  readonly waitMs?: number | undefined;
  /** Ends the wait; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The writer is the mirror of a store; in the directory of a mirror nothing else writes. */
  readonly isMirror?: boolean | undefined;
}

/**
 * The write lock of an index: one writer at a time. A lock whose process has ended is taken over, so that a killed
 * writer does not block the next one. Errors: `index_locked`, which says who holds it, and since when; `index_mirrored`.
 */
export async function takeWriteLock(
  root: string,
  { waitMs = 0, signal, isMirror = false }: LockOptions = {},
): Promise<AsyncDisposable> {
  await makeFolder(root);
  if (!isMirror) await refuseMirror(root);
  const path = resolve(layout.lock(root));
  const end = performance.now() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const holder = await take(path);
    if (holder === undefined) {
      return {
        [Symbol.asyncDispose]: async () => {
          await rm(path, { force: true });
          held.delete(path);
        },
      };
    }
    const left = end - performance.now();
    if (left <= 0) throw await locked(root, path, holder, waitMs);
    await setTimeout(Math.min(pauseMs, left), undefined, signal === undefined ? {} : { signal }).catch(
      () => {}, // thrown at the top
    );
  }
}

async function refuseMirror(root: string): Promise<void> {
  const text = await readFile(layout.mirror(root), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  throw new AppError('index_mirrored', `"${root}" is a mirror of ${text.split('\n')[0]}`, {
    hint: 'Write to the index that is published there; to make an index of its own of this directory, delete its file MIRROR',
  });
}

/** Takes the lock; the name of the process that holds it if that is another writer, empty if it is not known. */
async function take(path: string): Promise<string | undefined> {
  if (held.has(path)) return ownProcessName;
  held.add(path);
  let isTaken = false;
  try {
    const own = `${path}.${process.pid}`;
    for (let attempt = 0; attempt < 2; attempt++) {
      isTaken = await linkNew(own, path);
      if (isTaken) return undefined;
      const holder = await removeStale(path, own);
      if (holder !== undefined) return holder;
    }
    return '';
  } finally {
    if (!isTaken) held.delete(path);
  }
}

/** Creates the lock file with its content atomically; false when it exists. */
async function linkNew(own: string, path: string): Promise<boolean> {
  try {
    await withDiskFull({ path }, async () => await writeFile(own, ownProcessName));
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Removes a dead process's lock; the name of the living process that holds it otherwise. If another writer took the lock
 * in between, its lock is restored.
 */
async function removeStale(path: string, own: string): Promise<string | undefined> {
  const holder = await readFile(path, 'utf8').catch(() => undefined);
  if (holder === undefined) return undefined;
  if (holder !== ownProcessName && isLivingProcess(holder)) return holder;
  const taken = `${own}.stale`;
  try {
    await rename(path, taken);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const content = await readFile(taken, 'utf8');
  if (content !== holder) await link(taken, path).catch(() => {});
  await rm(taken, { force: true });
  return content === holder ? undefined : content;
}

async function locked(root: string, path: string, holder: string, waitMs: number): Promise<AppError> {
  const since = await stat(path).then(
    ({ mtime }) => ` since ${mtime.toISOString().slice(0, 19)}Z`,
    () => '',
  );
  const [pid = ''] = holder.split('.');
  const who =
    pid === '' ? 'Another process' : pid === String(process.pid) ? `This process (${pid})` : `Process ${pid}`;
  const waited = waitMs > 0 ? `; waited ${(waitMs / 1000).toFixed(1)} s` : '';
  return new AppError('index_locked', `${who} is writing to "${root}"${since}${waited}`, {
    hint: 'Try again when it has ended, or wait for it with --wait SECONDS (in the library: waitMs)',
  });
}
