import { randomUUID } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { ObjectStore } from '../store/object-store.ts';

export const probePrefix = 'probe/';

/** Times of objects are whole seconds in some answers. */
const resolutionMs = 1_000;

/** What the clock of a store says, in milliseconds since 1970: ages of objects are compared with it. */
export async function storeTime(store: ObjectStore, signal?: AbortSignal): Promise<number> {
  const key = `${probePrefix}${randomUUID()}`;
  try {
    await store.write(key, Buffer.from('sdq\n'), { signal });
    const written = (await store.head(key, signal))?.modifiedAt.getTime();
    return written === undefined ? Date.now() : written + resolutionMs;
  } finally {
    await store.delete([key], signal);
  }
}

/**
 * Tries whether a store heeds conditions of writes: without them two publishers could overwrite each other's pointer
 * unnoticed. Leaves nothing behind. Errors: `store_refused` if it does not.
 */
export async function probeConditions(store: ObjectStore, signal?: AbortSignal): Promise<void> {
  const key = `${probePrefix}${randomUUID()}`;
  const content = Buffer.from('sdq\n');
  try {
    const first = await store.write(key, content, { condition: { absent: true }, signal });
    const again = await store.write(key, content, { condition: { absent: true }, signal });
    const other = await store.write(key, Buffer.from('other\n'), { condition: { etag: '"none"' }, signal });
    const same =
      first === undefined
        ? undefined
        : await store.write(key, content, { condition: { etag: first }, signal });
    if (first !== undefined && again === undefined && other === undefined && same !== undefined) return;
  } finally {
    await store.delete([key], signal);
  }
  throw new AppError(
    'store_refused',
    `"${store.address}" ignores conditions of writes (If-Match, If-None-Match)`,
    {
      hint: 'Use another store, or --single-publisher if no other process ever publishes to this address',
    },
  );
}
