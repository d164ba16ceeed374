import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolOptions {
  directory: string;
  /** Bytes of all files and of what waits to be written; what comes above is dropped. Default 256 MiB. */
  bytesMax?: number;
  /** Bytes that wait for the disk. Default 8 MiB. */
  pendingBytesMax?: number;
  /** Told of the first of several writes in a row that fail. */
  onError?: (error: Error) => void;
}

export interface SpoolFigures {
  /** Bytes on the disk and on their way there. */
  bytes: number;
  pendingBytes: number;
  /** Lines since the start. */
  kept: number;
  dropped: number;
}

const bytesDefaultMax = 256 * 2 ** 20;
const pendingBytesDefaultMax = 8 * 2 ** 20;
/** A file is closed at this size, so that one merge takes bounded memory. */
const fileBytesMax = 16 * 2 ** 20;

/**
 * Lines that wait in files to be merged, bounded and durable: what `sync` has waited for survives a crash. A file is
 * `<time>-<pid>-<n>.open` while it is written, and `.ndjson` when it is ready to be taken.
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
  /** Writes and closings, one after the other; it never rejects. */
  #work: Promise<void> = Promise.resolve();
  /** The write that takes what is pending, once its turn has come. */
  #nextWrite: Promise<void> | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #filesMade = 0;
  /** Bytes by path of files on the disk. */
  readonly #sizes = new Map<string, number>();
  readonly #counts = { kept: 0, dropped: 0 };

  private constructor({ directory, bytesMax, pendingBytesMax, onError }: SpoolOptions) {
    this.#onError = onError;
    this.#directory = directory;
    this.#bytesMax = bytesMax ?? bytesDefaultMax;
    this.#pendingBytesMax = pendingBytesMax ?? pendingBytesDefaultMax;
  }

  /** Takes over what former processes left. */
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

  /** Takes lines without waiting; those that there is no room for are dropped and counted. */
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
   * Resolves when everything that was taken before is on the disk, or was dropped for a fault of the disk and counted.
   * Errors: those of the last write.
   */
  async sync(): Promise<void> {
    await this.#lastWrite;
  }

  /** Closes the file that is written; returns all that are ready to be merged, oldest first. */
  async seal(): Promise<string[]> {
    await this.#inTurn(() => this.#close());
    return [...this.#sizes.keys()].filter((path) => path.endsWith('.ndjson')).sort();
  }

  /** Deletes a file that was merged. */
  async forget(path: string): Promise<void> {
    await rm(path, { force: true });
    this.#sizes.delete(path);
  }

  /** Puts a file aside that cannot be merged; it still counts among the bytes. */
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

  /** A file is never closed under a write. */
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
      // a disk that is full takes nothing: waiting lines would only fill the memory
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

/** Whether another process of that number lives; this one has just started and cannot have left anything. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
