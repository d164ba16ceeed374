import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { AppError } from '@sdq/contract';

const pepperBytes = 32;

/**
 * The secret of the key digests, stored outside the database, so that a copy of the database alone reveals no keys.
 * Created on first use, mode 0600; when several processes create it at once, one of them wins.
 * Errors: `file_malformed` when the file does not contain a pepper.
 */
export async function openPepper(path: string): Promise<Buffer> {
  try {
    return await readPepper(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${randomBytes(pepperBytes).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(temporary, path); // unlike a rename, it does not replace the file of another process
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return await readPepper(path);
}

async function readPepper(path: string): Promise<Buffer> {
  return readPepperText(await readFile(path, 'utf8'), path);
}

/** Parses a pepper. Errors: `file_malformed`, with the source of the text. */
export function readPepperText(text: string, source: string): Buffer {
  const pepper = Buffer.from(text.trim(), 'hex');
  if (pepper.length !== pepperBytes) {
    throw new AppError(
      'file_malformed',
      `"${source}" does not contain a pepper of ${pepperBytes} bytes in hex`,
      {
        hint: 'Restore it from a backup: without it no API key in the database is valid',
      },
    );
  }
  return pepper;
}
