import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withDiskFull } from './disk-full.ts';

export interface FileMode {
  /** Rights of the new file, from its first byte on; 0o666 less the umask by default. */
  mode?: number;
}

/**
 * Replaces a file, or creates it, as a whole and durably: after a failure, a crash or a power failure it has the former or
 * the new content. Its directory must exist. Errors: `disk_full`, those of Node.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  options: FileMode = {},
): Promise<void> {
  await throughTemporary(path, content, options, async (temporary) => await rename(temporary, path));
  await syncPath(dirname(path));
}

/**
 * Creates a file with its whole content; false when it exists, also when another process creates it at the same time.
 * Its directory must exist. Errors: `disk_full`, those of Node.
 */
export async function createFile(
  path: string,
  content: string | Uint8Array,
  options: FileMode = {},
): Promise<boolean> {
  return await throughTemporary(path, content, options, async (temporary) => {
    try {
      await link(temporary, path); // unlike a rename, it does not replace the file of another process
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    }
  });
}

/** Makes a file's content, or a directory's entries, durable (fsync). */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes the content to a file beside `path`, which no failure leaves behind. */
async function throughTemporary<Result>(
  path: string,
  content: string | Uint8Array,
  { mode = 0o666 }: FileMode,
  work: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  return await withDiskFull({ path }, async () => {
    try {
      const file = await open(temporary, 'wx', mode);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      return await work(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  });
}
