import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** All files in the data folder of an index, as a manifest names them. */
export async function dataFiles(index: string): Promise<string[]> {
  const entries = await readdir(join(index, 'data'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(index, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}
