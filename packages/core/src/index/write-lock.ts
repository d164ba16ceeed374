import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { layout } from './layout.ts';

/**
 * The right to write to an index: one process at a time. A lock whose process is gone is taken over, so that a
 * killed writer does not block the next one. Errors: `index_locked`.
 */
export async function takeWriteLock(root: string): Promise<AsyncDisposable> {
  await mkdir(root, { recursive: true });
  const path = layout.lock(root);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(await readFile(path, 'utf8').catch(() => ''));
      if (holder !== process.pid && isAlive(holder)) {
        throw new AppError('index_locked', `process ${holder} is writing to ${root}`, {
          hint: 'wait until it has ended',
        });
      }
      await rm(path, { force: true });
    }
  }
  throw new AppError('index_locked', `another process took the lock of ${root}`);
}

/** Whether a process of this machine exists. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
