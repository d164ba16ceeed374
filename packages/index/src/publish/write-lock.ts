import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '@sdq/contract';
import { layout } from '../files/layout.ts';
import { makeFolder } from '../files/make-folder.ts';
import { isLivingProcess, ownProcessName } from '../process-name.ts';

/** Lock files held by this process: the process id alone would not distinguish two writers in it. */
const held = new Set<string>();

/**
 * The write lock of an index: one writer at a time. A lock whose process has ended is taken over, so that a killed
 * writer does not block the next one. Errors: `index_locked`.
 */
export async function takeWriteLock(root: string): Promise<AsyncDisposable> {
  await makeFolder(root);
  const path = resolve(layout.lock(root));
  const own = `${path}.${process.pid}`;
  if (held.has(path)) throw locked(root, ownProcessName);
  held.add(path);
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (await linkNew(own, path)) {
        return {
          [Symbol.asyncDispose]: async () => {
            await rm(path, { force: true });
            held.delete(path);
          },
        };
      }
      await removeStale(root, path, own);
    }
    throw new AppError('index_locked', `Another process took the write lock of "${root}"`);
  } catch (error) {
    held.delete(path);
    throw error;
  }
}

/** Creates the lock file with its content atomically; false when it exists. */
async function linkNew(own: string, path: string): Promise<boolean> {
  await writeFile(own, ownProcessName);
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

/** Removes a dead process's lock. If another writer did so in between, its lock is restored. */
async function removeStale(root: string, path: string, own: string): Promise<void> {
  const holder = await readFile(path, 'utf8').catch(() => undefined);
  if (holder === undefined) return;
  if (holder !== ownProcessName && isLivingProcess(holder)) throw locked(root, holder);
  const taken = `${own}.stale`;
  try {
    await rename(path, taken);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const content = await readFile(taken, 'utf8');
  if (content !== holder) await link(taken, path).catch(() => {});
  await rm(taken, { force: true });
  if (content !== holder) throw locked(root, content);
}

function locked(root: string, holder: string): AppError {
  const [pid] = holder.split('.');
  return new AppError('index_locked', `Process ${pid} is writing to "${root}"`, {
    hint: 'Wait until it has ended',
  });
}
