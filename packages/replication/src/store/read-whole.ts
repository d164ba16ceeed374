import { AppError } from '@sdq/contract';
import { repeat, Transient } from '../repeat.ts';
import type { ObjectStore } from './object-store.ts';

/** A whole object; undefined if there is none. One that ends early is read again. Errors: `store_refused` if it is larger. */
export async function readWhole(
  store: ObjectStore,
  key: string,
  bytesMax: number,
  signal?: AbortSignal,
): Promise<{ content: Buffer; etag: string } | undefined> {
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
      return { content: Buffer.concat(chunks), etag: found.etag };
    },
    signal,
  );
}

function tooLarge(store: ObjectStore, key: string, bytesMax: number): AppError {
  return new AppError('store_refused', `"${key}" in "${store.address}" has more than ${bytesMax} bytes`, {
    hint: 'Check the address; a store for an index has nothing else below it',
  });
}
