import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, syncPath } from '@sdq/contract';
import type { ManifestFile } from '@sdq/index';
import { repeat, Transient } from '../repeat.ts';
import type { ObjectStore } from '../store/object-store.ts';

export interface Download {
  readonly store: ObjectStore;
  /** Directory of the mirror. */
  readonly root: string;
  readonly file: ManifestFile;
  readonly signal: AbortSignal;
  /** Called with the bytes of the file that are there now. */
  readonly onBytes: (bytes: number) => void;
}

/** A file that is not in the store any more: a newer snapshot has replaced the one that names it. */
export class MissingFile extends Error {}

/**
 * Brings one file of a snapshot to its place: complete, synced, and with the checksum of the manifest. An interrupted
 * download resumes after the bytes that are there. Errors: {@link MissingFile}, `store_unreachable`, `store_refused` if
 * the store's content has another checksum twice.
 */
export async function downloadFile({ store, root, file, signal, onBytes }: Download): Promise<void> {
  const part = join(root, 'staging', 'mirror', file.sha256);
  const path = join(root, file.path);
  await mkdir(dirname(part), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  let mismatches = 0;
  await repeat(
    store.address,
    async () => {
      const found = await fetchRest({ store, root, file, signal, onBytes }, part);
      if (found === file.sha256) return;
      await rm(part, { force: true });
      onBytes(0);
      if (++mismatches < 2) throw new Transient(`${file.path} has another checksum`);
      throw new AppError(
        'store_refused',
        `"${file.path}" in "${store.address}" has another checksum than its manifest says`,
        {
          hint: 'Delete the object, and publish the index again: sdq index publish',
        },
      );
    },
    signal,
  );
  await rename(part, path);
  await syncPath(dirname(path));
}

/** Deletes what an interrupted download left of other files than these: a newer snapshot does not name them any more. */
export async function dropParts(root: string, files: readonly ManifestFile[]): Promise<void> {
  const folder = join(root, 'staging', 'mirror');
  const wanted = new Set(files.map(({ sha256 }) => sha256));
  const parts = await readdir(folder).catch(() => []);
  for (const name of parts) if (!wanted.has(name)) await rm(join(folder, name), { force: true });
}

/** Appends what is missing; the checksum of the whole. */
async function fetchRest({ store, file, signal, onBytes }: Download, part: string): Promise<string> {
  const { hash, bytes } = await hashedSoFar(part, file.bytes);
  onBytes(bytes);
  const handle = await open(part, bytes === 0 ? 'w' : 'a');
  let at = bytes;
  try {
    if (at < file.bytes) {
      const found = await store.read(file.path, { offset: at, signal });
      if (found === undefined) throw new MissingFile(file.path);
      if (found.bytes !== file.bytes) throw new Transient(`${file.path} has ${found.bytes} bytes`);
      for await (const chunk of found.body) {
        signal.throwIfAborted();
        at += chunk.length;
        if (at > file.bytes) throw new Transient(`${file.path} has more than ${file.bytes} bytes`);
        hash.update(chunk);
        await handle.writeFile(chunk);
        onBytes(at);
      }
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (at < file.bytes) throw new Transient(`${file.path} ended after ${at} of ${file.bytes} bytes`);
  return hash.digest('hex');
}

async function hashedSoFar(part: string, bytesMax: number): Promise<{ hash: Hash; bytes: number }> {
  const hash = createHash('sha256');
  const bytes = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  if (bytes === 0 || bytes > bytesMax) {
    await rm(part, { force: true });
    return { hash, bytes: 0 };
  }
  for await (const chunk of createReadStream(part, { highWaterMark: 1024 ** 2 }))
    hash.update(chunk as Buffer);
  return { hash, bytes };
}
