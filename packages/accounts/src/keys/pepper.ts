import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError, createFile, replaceFile } from '@sdq/contract';

const pepperBytes = 32;
const secretMode = { mode: 0o600 };
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
  await createFile(path, textOf([makePepper()]), secretMode);
  return await readPepperFile(path);
}

export async function readPepperFile(path: string): Promise<string[]> {
  return readPeppers(await readFile(path, 'utf8'), path);
}

/** Replaces the peppers of a file; they are on the disk when it resolves. */
export async function writePepperFile(path: string, peppers: readonly string[]): Promise<void> {
  await replaceFile(path, textOf(peppers), secretMode);
}

function textOf(peppers: readonly string[]): string {
  return peppers.map((pepper) => `${pepper}\n`).join('');
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
