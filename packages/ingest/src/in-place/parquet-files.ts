import { open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '@sdq/contract';

/** Files in one call. */
export const inPlaceFilesMax = 10_000;

const magic = 'PAR1';

/**
 * The Parquet files that are named, and those of the folders that are named, by path; hidden ones are left out. Errors: `file_missing`,
 * `usage_error` for a file that is not Parquet, for none, and for too many.
 */
export async function parquetFiles(
  named: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of named) {
    const state = await stat(path).catch(() => undefined);
    if (state === undefined) throw new AppError('file_missing', `There is no file "${path}"`);
    if (!state.isDirectory()) found.push(resolve(path));
    else found.push(...(await filesIn(path)));
    signal?.throwIfAborted();
    if (found.length > inPlaceFilesMax)
      throw new AppError('usage_error', `There are more than ${inPlaceFilesMax} files`, {
        hint: 'Name the folders one by one, in several calls.',
      });
  }
  const files = [...new Set(found)].sort();
  if (files.length === 0)
    throw new AppError(
      'usage_error',
      `There is no Parquet file in ${named.map((each) => `"${each}"`).join(', ')}`,
      {
        hint: 'Name files that end in .parquet, or folders of them.',
      },
    );
  const others: string[] = [];
  for (const path of files) if (!(await isParquet(path))) others.push(path);
  if (others.length === 0) return files;
  throw new AppError(
    'usage_error',
    `"${others[0]}" is not a Parquet file${others.length > 1 ? `, nor are ${others.length - 1} others` : ''}`,
    {
      hint: 'Only Parquet files can stay in place. Import others without --in-place.',
    },
  );
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[^._].*\.parquet$/i.test(entry.name))
    .map((entry) => resolve(join(entry.parentPath, entry.name)));
}

async function isParquet(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size < 12) return false;
  const ends = await Promise.all(
    [0, size - magic.length].map(async (position) => {
      const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, position);
      return buffer.toString('latin1');
    }),
  );
  return ends.every((end) => end === magic);
}
