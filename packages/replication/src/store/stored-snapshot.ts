import { AppError } from '@sdq/contract';
import { type Manifest, parseManifest } from '@sdq/index';
import { manifestBytesMax } from '../limits.ts';
import type { ObjectStore } from './object-store.ts';
import { readWhole } from './read-whole.ts';

/** Key of the pointer to the current snapshot. A store has the layout of an index. */
export const pointerKey = 'CURRENT';

export const manifestPrefix = 'snapshots/';

export const manifestKey = (id: string) => `${manifestPrefix}${id}.json`;

export interface StoredPointer {
  readonly id: string;
  readonly etag: string;
}

/** The snapshot that a store has published; undefined if none. Errors: `store_refused` if the pointer is no id. */
export async function readPointer(
  store: ObjectStore,
  signal?: AbortSignal,
): Promise<StoredPointer | undefined> {
  const found = await readWhole(store, pointerKey, 1_024, signal);
  if (found === undefined) return undefined;
  const id = found.content.toString('utf8').trim();
  if (/^[0-9a-f]{32}$/.test(id)) return { id, etag: found.etag };
  throw new AppError('store_refused', `"${store.address}/${pointerKey}" is not the pointer of an index`, {
    hint: 'Check the address; a store for an index has nothing else below it',
  });
}

/** The manifest of a snapshot of a store; undefined if it is gone. Errors: `index_too_new`, `store_refused`. */
export async function readStoredManifest(
  store: ObjectStore,
  id: string,
  signal?: AbortSignal,
): Promise<Manifest | undefined> {
  const found = await readWhole(store, manifestKey(id), manifestBytesMax, signal);
  if (found === undefined) return undefined;
  try {
    return parseManifest(found.content.toString('utf8'));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'store_refused',
      `The manifest "${manifestKey(id)}" in "${store.address}" is corrupt`,
      {
        cause: error,
        hint: 'Publish the index again: sdq index publish',
      },
    );
  }
}
