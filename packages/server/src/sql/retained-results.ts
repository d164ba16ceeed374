import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ResultFormat } from '@sdq/contract';
import {
  type Engine,
  makeSpillFolder,
  type QueryResult,
  type ResultSummary,
  type SpoolOptions,
} from '@sdq/core';
import { LRUCache } from 'lru-cache';
import { type EncodedFile, writeEncoded } from './encoded-file.ts';
import type { RetentionLimits } from './retention-limits.ts';

/** A spooled result: its rows can be read repeatedly until it expires. */
export interface RetainedResult {
  readonly columns: QueryResult['columns'];
  readonly snapshotId: string;
  readonly summary: ResultSummary;
  /** Reads a range of rows. Errors: `result_expired`. */
  read(
    part: { first: number; count: number; without: readonly number[] },
    options?: ReadLimits,
  ): Promise<QueryResult>;
  /** The file itself, which `restore` takes. Errors: `result_expired`. */
  contents(): Promise<Buffer>;
  /** The result as a file in a format, written when it is asked for first. Errors: `result_expired`, `result_too_large`. */
  encoded(format: ResultFormat, options?: { csvSafe?: boolean }): Promise<EncodedFile>;
  /** Deletes its files, after its current readers have finished. */
  drop(): void;
}

/** A retained result that was restored: its columns are those of what is read. */
export type RestoredResult = Pick<RetainedResult, 'summary' | 'read'>;

export interface ReadLimits {
  bytesMax?: number;
  signal?: AbortSignal;
}

interface File {
  path: string;
  /** The account whose quota it counts against. */
  accountId: string;
  bytes: number;
  readers: number;
  /** Whether it was read before records were purged. */
  isWithdrawn?: boolean;
}

/**
 * An LRU cache of spooled results, bounded in number and bytes. The files are in a temporary directory, which is deleted
 * when the service closes, or after a crash by the next engine that uses the same parent directory.
 */
export class RetainedResults implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #directory: Promise<string>;
  /** By path. An evicted file is deleted after its readers have finished. */
  readonly #files: LRUCache<string, File>;
  readonly #quota: Pick<RetentionLimits, 'accountBytesMax' | 'accountResultsMax'>;
  readonly #resultBytesMax: number;
  #count = 0;

  /** `directory`: the parent directory; default: the system's temporary directory. */
  constructor(
    engine: Engine,
    { resultsMax, bytesMax, resultBytesMax, ...quota }: RetentionLimits,
    directory?: string,
  ) {
    this.#engine = engine;
    this.#quota = quota;
    this.#resultBytesMax = resultBytesMax;
    this.#files = new LRUCache({
      max: resultsMax,
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }) => Math.min(Math.max(1, bytes), bytesMax),
      dispose: (file) => {
        if (file.readers === 0) void remove(file);
      },
    });
    this.#directory = makeSpillFolder(directory);
    this.#directory.catch(() => {}); // `keep` reports the error
  }

  /** Bytes and number of retained results. */
  get size(): { bytes: number; results: number } {
    return { bytes: this.#files.calculatedSize, results: this.#files.size };
  }

  /** The same of one account. */
  sizeOf(accountId: string): { bytes: number; results: number } {
    const files = this.#filesOf(accountId);
    return { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), results: files.length };
  }

  /**
   * Spools a result of an account; its query should have `bytesMax` of the limits. When the account exceeds its quota, its
   * least recently used results are deleted, and no other account's. Errors: those of the query.
   */
  async keep(
    result: QueryResult,
    { accountId, ...options }: SpoolOptions & { accountId: string },
  ): Promise<RetainedResult> {
    const path = join(await this.#directory, `${++this.#count}.rows`);
    const summary = await result.spool(path, options);
    const file = { path, accountId, bytes: summary.bytes, readers: 0 };
    this.#files.set(path, file);
    this.#enforceQuota(file);
    const { columns, snapshotId } = result;
    const files = new Map<string, Promise<EncodedFile>>();
    const encode = async (format: ResultFormat, csvSafe: boolean) => {
      const rows = { first: 0, count: summary.rowCount, without: [] };
      await using read = await this.#read(file, snapshotId, rows);
      const target = join(await this.#directory, `${++this.#count}.${format}`);
      const options = { format, csvSafe, bytesMax: this.#resultBytesMax };
      const encoded = await writeEncoded(read, target, options);
      const kept = { path: target, accountId, bytes: encoded.bytes, readers: 0 };
      this.#files.set(target, kept);
      this.#enforceQuota(kept);
      return encoded;
    };
    return {
      columns,
      snapshotId,
      summary,
      read: async (part, options) => await this.#read(file, snapshotId, part, options),
      contents: async () => {
        if (this.#files.get(path) === undefined) throw gone(file);
        return await readFile(path);
      },
      encoded: async (format, { csvSafe = false } = {}) => {
        if (this.#files.get(path) === undefined) throw gone(file);
        const name = `${format} ${csvSafe}`;
        const before = files.get(name);
        const known = await before?.catch(() => undefined);
        if (known !== undefined && this.#files.get(known.path) !== undefined) return known;
        // of several callers, the first one writes
        let writing = files.get(name);
        if (writing === before || writing === undefined) {
          writing = encode(format, csvSafe);
          files.set(name, writing);
        }
        return await writing;
      },
      drop: () => {
        this.#files.delete(path);
        for (const each of files.values()) {
          void each.then(
            (encoded) => this.#files.delete(encoded.path),
            () => {},
          );
        }
      },
    };
  }

  /** The files of an account, the least recently used first. */
  #filesOf(accountId: string): File[] {
    return [...this.#files.rvalues()].filter((file) => file?.accountId === accountId) as File[];
  }

  #enforceQuota(newest: File): void {
    let { bytes, results } = this.sizeOf(newest.accountId);
    const { accountBytesMax, accountResultsMax } = this.#quota;
    for (const file of this.#filesOf(newest.accountId)) {
      if (bytes <= accountBytesMax && results <= accountResultsMax) return;
      if (file === newest) continue;
      this.#files.delete(file.path);
      bytes -= file.bytes;
      results--;
    }
  }

  /** Retains a result by the contents of its file, as if it had been spooled here. */
  async restore(
    contents: Uint8Array,
    {
      accountId,
      snapshotId,
      summary,
    }: Pick<RetainedResult, 'snapshotId' | 'summary'> & { accountId: string },
  ): Promise<RestoredResult> {
    const path = join(await this.#directory, `${++this.#count}.rows`);
    await writeFile(path, contents);
    const file = { path, accountId, bytes: contents.byteLength, readers: 0 };
    this.#files.set(path, file);
    this.#enforceQuota(file);
    return { summary, read: async (part, options) => await this.#read(file, snapshotId, part, options) };
  }

  async #read(
    file: File,
    snapshotId: string,
    part: { first: number; count: number; without: readonly number[] },
    { bytesMax, signal }: ReadLimits = {},
  ): Promise<QueryResult> {
    if (this.#files.get(file.path) === undefined) throw gone(file);
    file.readers++;
    const leave = () => {
      if (--file.readers === 0 && !this.#files.has(file.path)) void remove(file);
    };
    try {
      const result = await this.#engine.readSpooled({
        ...part,
        path: file.path,
        snapshotId,
        ...(bytesMax !== undefined && { bytesMax }),
        ...(signal !== undefined && { signal }),
      });
      void result.summary.then(leave, leave);
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Deletes all results: records were purged that may be in them. Who reads one then gets `result_withdrawn`. */
  withdraw(): void {
    for (const file of this.#files.values()) file.isWithdrawn = true;
    this.#files.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const directory = await this.#directory.catch(() => undefined);
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}

async function remove({ path }: File): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

function gone({ isWithdrawn = false }: File): AppError {
  return isWithdrawn ? withdrawn() : expired();
}

/** The error for a result that may hold purged records. */
export function withdrawn(): AppError {
  return new AppError('result_withdrawn', 'The result was withdrawn: records were purged from the index', {
    hint: 'Run the query again',
  });
}

/** The error for an expired result. */
export function expired(): AppError {
  return new AppError('result_expired', 'The result has expired', { hint: 'Run the query again' });
}
