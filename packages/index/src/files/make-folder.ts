import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own way to do so never ends where the system says of a
 * folder that is there that nothing can be made in it since it is not there: `/proc` does.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(resolve(path));
    if (code !== 'ENOENT' || parent === resolve(path)) throw error;
    await makeFolder(parent);
    await mkdir(path).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again; // somebody else made it meanwhile
    });
  }
}
