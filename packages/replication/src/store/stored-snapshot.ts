import { AppError } from '@sdq/contract';
import { type Manifest, parseManifest } from '@sdq/index';
import { manifestBytesMax } from '../limits.ts';
import { repeat, Transient } from '../repeat.ts';
import type { ObjectStore } from './object-store.ts';

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
  const found = await readText(store, pointerKey, 1_024, signal);
  if (found === undefined) return undefined;
  const id = found.text.trim();
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
  const found = await readText(store, manifestKey(id), manifestBytesMax, signal);
  if (found === undefined) return undefined;
  try {
    return parseManifest(found.text);
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

/** A whole object. One that ends early is read again. */
async function readText(
  store: ObjectStore,
  key: string,
  bytesMax: number,
  signal: AbortSignal | undefined,
): Promise<{ text: string; etag: string } | undefined> {
  return await repeat(
    store.address,
    async () => {
      const found = await store.read(key, { signal });
      if (found === undefined) return undefined;
      if (found.bytes > bytesMax) throw tooLarge(store, key, bytesMax);
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of found.body) {
        bytes += chunk.length;
        if (bytes > bytesMax) throw tooLarge(store, key, bytesMax);
        chunks.push(chunk);
      }
      if (bytes !== found.bytes) throw new Transient(`${key} ended after ${bytes} of ${found.bytes} bytes`);
      return { text: Buffer.concat(chunks).toString('utf8'), etag: found.etag };
    },
    signal,
  );
}

function tooLarge(store: ObjectStore, key: string, bytesMax: number): AppError {
  return new AppError('store_refused', `"${key}" in "${store.address}" has more than ${bytesMax} bytes`, {
    hint: 'Check the address; a store for an index has nothing else below it',
  });
}
