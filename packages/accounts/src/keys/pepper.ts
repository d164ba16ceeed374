import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@sdq/contract';

const pepperBytes = 32;
/** Peppers that are accepted at once: the one that writes, former ones, and one that is about to write. */
export const peppersMax = 4;

/** A new pepper, in hex. */
export function makePepper(): string {
  return randomBytes(pepperBytes).toString('hex');
}

/**
 * Reads the peppers of a file, the oldest first, and creates it with one pepper on first use, mode 0600; when several
 * processes create it at once, one of them wins. Errors: `file_malformed` when the file does not contain peppers.
 */
export async function openPepperFile(path: string): Promise<string[]> {
  try {
    return await readPepperFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const temporary = await writeBeside(path, [makePepper()]);
  try {
    await link(temporary, path); // unlike a rename, it does not replace the file of another process
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return await readPepperFile(path);
}

export async function readPepperFile(path: string): Promise<string[]> {
  return readPeppers(await readFile(path, 'utf8'), path);
}

/** Replaces the peppers of a file; they are on the disk when it resolves. */
export async function writePepperFile(path: string, peppers: readonly string[]): Promise<void> {
  const temporary = await writeBeside(path, peppers);
  try {
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  const directory = await open(dirname(path));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function writeBeside(path: string, peppers: readonly string[]): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(peppers.map((pepper) => `${pepper}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/**
 * Parses peppers that white space or commas separate, the oldest first. Errors: `file_malformed`, with the source of
 * the text.
 */
export function readPeppers(text: string, source: string): string[] {
  const peppers = text.split(/[\s,]+/).filter((part) => part !== '');
  const isPepper = (part: string) => /^[0-9a-f]+$/i.test(part) && part.length === 2 * pepperBytes;
  if (peppers.length === 0 || peppers.length > peppersMax || !peppers.every(isPepper)) {
    throw new AppError(
      'file_malformed',
      `"${source}" does not contain 1 to ${peppersMax} peppers of ${pepperBytes} bytes in hex`,
      {
        hint: 'Restore it from a backup: without it no API key in the database is valid',
      },
    );
  }
  return peppers;
}
