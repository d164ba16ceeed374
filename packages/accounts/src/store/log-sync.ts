import { type FileHandle, open } from 'node:fs/promises';

/**
 * Syncs the write-ahead log of a database to disk, in a thread of libuv: what was committed without waiting for the disk becomes
 * durable while the event loop goes on. Calls during a sync share the next one.
 */
export class LogSync implements AsyncDisposable {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** `path` is the log, which exists as long as a connection is open that has written. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when all that was in the log before the call is on disk. Errors: those of the file system. */
  sync(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#running.catch(() => {}).then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = this.#sync().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #sync(): Promise<void> {
    try {
      this.#file ??= open(this.#path, 'r');
      await (await this.#file).datasync();
    } catch (error) {
      // A descriptor tells of a failed write once: the next attempt takes another one.
      await this.#close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await (await file?.catch(() => undefined))?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    await this.#close();
  }
}
