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
export async function takeWriteLock(root: string, options: LockOptions = {}): Promise<AsyncDisposable> {
  return await takeLock(root, layout.lock(root), 'writing to', options);
}

/**
 * The maintenance lock of an index: one process at a time writes existing rows anew, or builds segments. It does most of that
 * without the write lock, so that records are added meanwhile. Take it before the write lock, or do not wait for it. Errors: those of
 * {@link takeWriteLock}.
 */
export async function takeMaintenanceLock(root: string, options: LockOptions = {}): Promise<AsyncDisposable> {
  return await takeLock(root, layout.maintenanceLock(root), 'compacting or building', options);
}

/** Whether a process that is alive, this one too, has the maintenance lock. */
export async function isMaintained(root: string): Promise<boolean> {
  const path = resolve(layout.maintenanceLock(root));
  if (held.has(path)) return true;
  const holder = await readFile(path, 'utf8').catch(() => undefined);
  return holder !== undefined && holder !== ownProcessName && isLivingProcess(holder);
}

async function takeLock(
  root: string,
  lock: string,
  doing: string,
  { waitMs = 0, signal, isMirror = false }: LockOptions,
): Promise<AsyncDisposable> {
  await makeFolder(root);
  if (!isMirror) await refuseMirror(root);
  const path = resolve(lock);
  const end = performance.now() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const holder = await take(path);
    if (holder === undefined) return release(path);
    const left = end - performance.now();
    if (left <= 0) throw await locked(root, { path, holder, doing, waitMs });
    await setTimeout(Math.min(pauseMs, left), undefined, signal === undefined ? {} : { signal }).catch(
      () => {}, // thrown at the top
    );
  }
}

function release(path: string): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      await rm(path, { force: true });
      held.delete(path);
    },
  };
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

async function locked(
  root: string,
  { path, holder, doing, waitMs }: { path: string; holder: string; doing: string; waitMs: number },
): Promise<AppError> {
  const since = await stat(path).then(
    ({ mtime }) => ` since ${mtime.toISOString().slice(0, 19)}Z`,
    () => '',
  );
  const [pid = ''] = holder.split('.');
  const who =
    pid === '' ? 'Another process' : pid === String(process.pid) ? `This process (${pid})` : `Process ${pid}`;
  const waited = waitMs > 0 ? `; waited ${(waitMs / 1000).toFixed(1)} s` : '';
  return new AppError('index_locked', `${who} is ${doing} "${root}"${since}${waited}`, {
    hint: 'Try again when it has ended, or wait for it with --wait SECONDS (in the library: waitMs)',
  });
}
