import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '@sdq/contract';

/** Writes a file of an index, as a whole and durably, in a folder that may be new. Errors: `disk_full`. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, text);
}
