import { type FileHandle, open, rm } from 'node:fs/promises';

/** Creates a file, which is synced when this returns, and deleted when `write` fails. Throws where the file exists. */
export async function createFile<Written>(
  path: string,
  write: (file: FileHandle) => Promise<Written>,
): Promise<Written> {
  const file = await open(path, 'wx');
  try {
    const written = await write(file);
    await file.sync();
    await file.close();
    return written;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
