import { inParallel } from '../in-parallel.ts';
import { attemptsMax, partBytes, transfersMax } from '../limits.ts';
import { repeat, Transient } from '../repeat.ts';
import type { FileContent, ObjectStore } from './object-store.ts';

export interface UploadProgress {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

interface Uploads {
  readonly store: ObjectStore;
  readonly files: readonly { readonly key: string; readonly content: FileContent }[];
  /** A file that is older, by the store's clock in milliseconds since 1970, may be deleted soon if nothing refers to it. */
  readonly oldestMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/**
 * Uploads the files that the store does not have, several at a time. A file that is there but unreferenced, from an
 * interrupted publication, is uploaded again if it is so old that it may be deleted meanwhile.
 */
export async function uploadFiles({
  store,
  files,
  oldestMs,
  signal,
  onProgress,
}: Uploads): Promise<{ files: number; bytes: number }> {
  const done = { files: 0, bytes: 0 };
  const uploaded = { files: 0, bytes: 0 };
  const bytes = files.reduce((sum, { content }) => sum + content.bytes, 0);
  const report = () =>
    onProgress?.({ files: files.length, filesDone: done.files, bytes, bytesDone: done.bytes });
  report();
  await inParallel(files, transfersMax, signal, async ({ key, content }, abort) => {
    const before = done.bytes;
    if (await isPresent(store, key, content, oldestMs, abort)) done.bytes += content.bytes;
    else {
      await uploadWhole(store, key, content, abort, (part) => {
        done.bytes += part;
        report();
      });
      uploaded.files++;
      uploaded.bytes += content.bytes;
    }
    done.files++;
    if (done.bytes > before || content.bytes === 0) report();
  });
  return uploaded;
}

async function isPresent(
  store: ObjectStore,
  key: string,
  { bytes }: FileContent,
  oldestMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await store.head(key, signal);
  return found?.bytes === bytes && found.modifiedAt.getTime() > oldestMs;
}

/** A large file is looked up afterwards: the answer to its completion may have been lost. */
async function uploadWhole(
  store: ObjectStore,
  key: string,
  content: FileContent,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  await repeat(
    store.address,
    async () => {
      await store.upload(key, content, { signal, onBytes });
      if (content.bytes <= partBytes) return;
      if ((await store.head(key, signal))?.bytes !== content.bytes)
        throw new Transient(`${key} is incomplete after ${attemptsMax} attempts`);
    },
    signal,
  );
}
