import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { AppError } from '@sdq/contract';

const pepperBytes = 32;

/**
 * The secret that key digests are made with, kept beside the database and not in it: a copy of the database alone
 * says nothing about keys. Made on first use, mode 0600; of several processes that make it at once, one wins.
 * Errors: `file_malformed` when the file does not hold a pepper.
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
    await link(temporary, path); // unlike a rename, it does not replace what another process put there
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

/** A pepper from its text. Errors: `file_malformed`, naming where the text is from. */
export function readPepperText(text: string, source: string): Buffer {
  const pepper = Buffer.from(text.trim(), 'hex');
  if (pepper.length !== pepperBytes) {
    throw new AppError('file_malformed', `${source} does not hold a pepper of ${pepperBytes} bytes in hex`, {
      hint: 'restore it from a copy: without it no key in the database can be recognised',
    });
  }
  return pepper;
}
