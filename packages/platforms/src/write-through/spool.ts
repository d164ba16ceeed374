import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolOptions {
  directory: string;
  /** Maximum bytes of all files and the write buffer; further lines are dropped. Default 256 MiB. */
  bytesMax?: number;
  /** Maximum bytes of the write buffer. Default 8 MiB. */
  pendingBytesMax?: number;
  /** Receives the first of several consecutive write errors. */
  onError?: (error: Error) => void;
}

export interface SpoolFigures {
  /** Bytes on disk and in the write buffer. */
  bytes: number;
  pendingBytes: number;
  /** Number of lines since the start. */
  kept: number;
  dropped: number;
}

const bytesDefaultMax = 256 * 2 ** 20;
const pendingBytesDefaultMax = 8 * 2 ** 20;
/** A file is closed at this size, which bounds the memory of a merge. */
const fileBytesMax = 16 * 2 ** 20;

/**
 * A bounded, durable spool of lines in files: after `sync` they survive a crash. A file is `<time>-<pid>-<n>.open` while
 * it is written, and `.ndjson` when it is ready to be merged.
 */
export class Spool {
  readonly #directory: string;
  readonly #bytesMax: number;
  readonly #pendingBytesMax: number;
  readonly #onError: SpoolOptions['onError'];
  #isFailing = false;
  #pending: string[] = [];
  #pendingBytes = 0;
  #file: { handle: FileHandle; path: string; bytes: number } | undefined;
  /** The chain of writes and closes; never rejects. */
  #work: Promise<void> = Promise.resolve();
  /** The next write of the buffer. */
  #nextWrite: Promise<void> | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #filesMade = 0;
  /** Bytes of the files on disk by path. */
  readonly #sizes = new Map<string, number>();
  readonly #counts = { kept: 0, dropped: 0 };

  private constructor({ directory, bytesMax, pendingBytesMax, onError }: SpoolOptions) {
    this.#onError = onError;
    this.#directory = directory;
    this.#bytesMax = bytesMax ?? bytesDefaultMax;
    this.#pendingBytesMax = pendingBytesMax ?? pendingBytesDefaultMax;
  }

  /** Adopts the files of former processes. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(options);
    await mkdir(options.directory, { recursive: true });
    for (const name of await readdir(options.directory)) {
      const path = join(options.directory, name);
      const match = /^\d+-(\d+)-\d+\.(open|ndjson)$/.exec(name);
      if (match === null) continue;
      const [, pid, ending] = match;
      if (ending === 'open' && isAlive(Number(pid))) continue; // another service writes there
      const sealed = path.replace(/\.open$/, '.ndjson');
      if (ending === 'open') await rename(path, sealed);
      spool.#sizes.set(sealed, (await stat(sealed)).size);
    }
    return spool;
  }

  get figures(): SpoolFigures {
    return { bytes: this.#bytes, pendingBytes: this.#pendingBytes, ...this.#counts };
  }

  get #bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, this.#pendingBytes);
  }

  /** Buffers lines without waiting; when the spool is full, lines are dropped and counted. */
  add(lines: readonly string[]): void {
    let bytes = this.#bytes;
    for (const line of lines) {
      const size = Buffer.byteLength(line) + 1;
      if (bytes + size > this.#bytesMax || this.#pendingBytes + size > this.#pendingBytesMax) {
        this.#counts.dropped++;
        continue;
      }
      bytes += size;
      this.#pendingBytes += size;
      this.#counts.kept++;
      this.#pending.push(line);
    }
    this.#scheduleWrite();
  }

  /**
   * Resolves when all earlier lines are on disk, or were dropped because of a disk error and counted.
   * Errors: those of the last write.
   */
  async sync(): Promise<void> {
    await this.#lastWrite;
  }

  /** Closes the current file; returns all files that are ready to be merged, oldest first. */
  async seal(): Promise<string[]> {
    await this.#inTurn(() => this.#close());
    return [...this.#sizes.keys()].filter((path) => path.endsWith('.ndjson')).sort();
  }

  /** Deletes a merged file. */
  async forget(path: string): Promise<void> {
    await rm(path, { force: true });
    this.#sizes.delete(path);
  }

  /** Quarantines a file that cannot be merged; it still counts toward the size. */
  async putAside(path: string): Promise<void> {
    const aside = path.replace(/\.ndjson$/, '.refused');
    await rename(path, aside);
    this.#sizes.set(aside, this.#sizes.get(path) ?? 0);
    this.#sizes.delete(path);
  }

  async close(): Promise<void> {
    await this.seal();
  }

  #scheduleWrite(): void {
    if (this.#nextWrite !== undefined || this.#pending.length === 0) return;
    this.#nextWrite = this.#inTurn(() => {
      this.#nextWrite = undefined;
      return this.#write();
    });
    this.#lastWrite = this.#nextWrite;
    this.#lastWrite.then(
      () => {
        this.#isFailing = false;
      },
      (error: Error) => {
        if (!this.#isFailing) this.#onError?.(error);
        this.#isFailing = true;
      },
    );
  }

  /** Closes the current file after pending writes. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }

  async #write(): Promise<void> {
    const [lines, bytes] = [this.#pending, this.#pendingBytes];
    this.#pending = [];
    try {
      const file = await this.#current();
      await file.handle.appendFile(`${lines.join('\n')}\n`);
      await file.handle.datasync();
      file.bytes += bytes;
      this.#sizes.set(file.path, file.bytes);
      if (file.bytes >= fileBytesMax) await this.#close();
    } catch (error) {
      // on a full disk, buffered lines would only fill the memory
      this.#counts.kept -= lines.length;
      this.#counts.dropped += lines.length;
      throw error;
    } finally {
      this.#pendingBytes -= bytes;
    }
  }

  async #current(): Promise<{ handle: FileHandle; path: string; bytes: number }> {
    if (this.#file !== undefined) return this.#file;
    const name = `${Date.now()}-${process.pid}-${this.#filesMade++}.open`;
    const path = join(this.#directory, name);
    const handle = await open(path, 'ax', 0o600);
    const folder = await open(this.#directory, 'r');
    await folder.sync().finally(() => folder.close());
    this.#file = { handle, path, bytes: 0 };
    return this.#file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    await file.handle.close();
    const sealed = file.path.replace(/\.open$/, '.ndjson');
    await rename(file.path, sealed);
    this.#sizes.delete(file.path);
    this.#sizes.set(sealed, file.bytes);
  }
}

/** Whether another process with this ID is alive; this process has just started and has no files yet. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
