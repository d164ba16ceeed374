import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import { layout, writeFileAtomically } from '@sdq/index';
import { z } from 'zod';

/** A file of a collection, as it was when it was imported. */
const file = z.strictObject({
  /** Its path in the collection. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The folder with the keys of its records, below that of the collection. */
  keys: z.string().regex(/^[0-9a-z-]+$/),
});

const collection = z.strictObject({ format: z.literal(1), files: z.array(file) });

export type CollectionFile = z.infer<typeof file>;

const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The folder of a collection in an index. Errors: `usage_error` for a name that is none. */
export function collectionFolder(index: string, name: string): string {
  if (!namePattern.test(name))
    throw new AppError('usage_error', `${JSON.stringify(name.slice(0, 80))} is no name for a collection`, {
      hint: 'Use letters, digits, - and _, at most 64',
    });
  return join(layout.collections(index), name);
}

/** The files that a collection had after the last import; none before the first. Errors: `index_corrupt`. */
export async function readCollection(folder: string): Promise<readonly CollectionFile[]> {
  const path = join(folder, 'files.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return [];
  try {
    return collection.parse(JSON.parse(text)).files;
  } catch (error) {
    throw new AppError('index_corrupt', `The list of files "${path}" is damaged`, {
      cause: error,
      hint: 'Delete the folder of the collection and import it again: nothing that was withdrawn until then is noticed',
    });
  }
}

export async function writeCollection(folder: string, files: readonly CollectionFile[]): Promise<void> {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  await writeFileAtomically(
    join(folder, 'files.json'),
    `${JSON.stringify({ format: 1, files: sorted }, null, 1)}\n`,
  );
}
