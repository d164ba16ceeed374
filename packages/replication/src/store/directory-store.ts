import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, asDiskFull, syncPath } from '@sdq/contract';
import { sha256OfFile } from '@sdq/index';
import { Transient } from '../repeat.ts';
import { alteredFile } from './altered-file.ts';
import type {
  FileContent,
  ListedObject,
  ObjectContent,
  ObjectFacts,
  ObjectStore,
  ReadOptions,
  WriteOptions,
} from './object-store.ts';

/** A lock of a conditional write that is older belongs to a writer that was killed. */
const lockMsMax = 30_000;
const lockPauseMs = 20;

const temporary = '.part-';
const lockEnding = '.lock';

/** A directory as a store: a network file system, a disk that is carried, or a folder that a web server serves. */
export class DirectoryStore implements ObjectStore {
  readonly address: string;

  constructor(directory: string) {
    this.address = directory;
  }

  async head(key: string): Promise<ObjectFacts | undefined> {
    return await this.#failing(async () => await facts(this.#path(key)));
  }

  async read(
    key: string,
    { offset = 0, etag, signal }: ReadOptions = {},
  ): Promise<ObjectContent | undefined> {
    const path = this.#path(key);
    const found = await this.head(key);
    if (found === undefined || (etag !== undefined && etag !== found.etag)) return undefined;
    return { ...found, body: transient(createReadStream(path, { start: offset, signal })) };
  }

  async write(key: string, content: Uint8Array, options: WriteOptions = {}): Promise<string | undefined> {
    const { condition } = options;
    const write = async () => {
      await this.#put(key, (path) => writeFile(path, content));
      return (await facts(this.#path(key)))?.etag;
    };
    return await this.#failing(async () => {
      if (condition === undefined) return await write();
      await mkdir(dirname(this.#path(key)), { recursive: true });
      return await this.#locked(key, async () => {
        const found = await facts(this.#path(key));
        const holds = 'absent' in condition ? found === undefined : found?.etag === condition.etag;
        return holds ? await write() : undefined;
      });
    });
  }

  async upload(
    key: string,
    { path, bytes, sha256 }: FileContent,
    { onBytes }: WriteOptions = {},
  ): Promise<void> {
    await this.#failing(async () => {
      await this.#put(key, async (to) => {
        await copyFile(path, to);
        if ((await sha256OfFile(to)) !== sha256) throw alteredFile(path);
      });
    });
    onBytes?.(bytes);
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    const entries = await readdir(this.address, { recursive: true, withFileTypes: true }).catch(() => []);
    const keys = entries
      .filter((entry) => entry.isFile() && !isInternal(entry.name))
      .map((entry) => relative(this.address, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((key) => key.startsWith(prefix))
      .sort();
    for (const key of keys) {
      const found = await facts(this.#path(key));
      if (found !== undefined) yield { key, bytes: found.bytes, modifiedAt: found.modifiedAt };
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#failing(async () => {
      for (const key of keys) await rm(this.#path(key), { force: true });
    });
  }

  async dropUnfinished(before: Date): Promise<number> {
    let dropped = 0;
    const entries = await readdir(this.address, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.includes(temporary)) continue;
      const path = join(entry.parentPath, entry.name);
      if (((await facts(path))?.modifiedAt ?? new Date()) >= before) continue;
      await rm(path, { force: true });
      dropped++;
    }
    return dropped;
  }

  close(): void {}

  #path(key: string): string {
    return join(this.address, key);
  }

  /** Complete or absent, also after a power failure. */
  async #put(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}${temporary}${randomUUID()}`;
    try {
      await write(part);
      await syncPath(part);
      await rename(part, path);
      await syncPath(dirname(path));
    } finally {
      await rm(part, { force: true });
    }
  }

  /** One writer of a key at a time, on any machine that sees the directory. */
  async #locked<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const lock = `${this.#path(key)}${lockEnding}`;
    const own = `${lock}${temporary}${randomUUID()}`;
    await writeFile(own, '');
    try {
      while (!(await linked(own, lock))) {
        const found = await facts(lock);
        if (found !== undefined && Date.now() - found.modifiedAt.getTime() > lockMsMax)
          await rm(lock, { force: true });
        await pause(lockPauseMs);
      }
      try {
        return await work();
      } finally {
        await rm(lock, { force: true });
      }
    } finally {
      await rm(own, { force: true });
    }
  }

  async #failing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const full = asDiskFull(error, { path: this.address });
      if (full !== undefined) throw full;
      throw new AppError('store_refused', `"${this.address}" cannot be used: ${(error as Error).message}`, {
        cause: error,
        hint: 'Check that the directory exists and that this user may write to it',
      });
    }
  }
}

async function facts(path: string): Promise<ObjectFacts | undefined> {
  try {
    const { size, mtimeNs, mtime, ino } = await stat(path, { bigint: true });
    return { bytes: Number(size), etag: `${size}-${mtimeNs}-${ino}`, modifiedAt: mtime };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Failures of reading become ones that are repeated. */
async function* transient(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new Transient((error as Error).message, { cause: error });
  }
}

function isInternal(name: string): boolean {
  return name.includes(temporary) || name.endsWith(lockEnding);
}
