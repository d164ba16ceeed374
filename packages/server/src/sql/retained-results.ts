import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import {
  type Engine,
  makeSpillFolder,
  type QueryResult,
  type ResultSummary,
  type SpoolOptions,
} from '@sdq/core';
import { LRUCache } from 'lru-cache';
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
  /** Deletes the file, after its current readers have finished. */
  drop(): void;
}

export interface ReadLimits {
  bytesMax?: number;
  signal?: AbortSignal;
}

interface File {
  path: string;
  bytes: number;
  readers: number;
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
  #count = 0;

  /** `directory`: the parent directory; default: the system's temporary directory. */
  constructor(engine: Engine, { resultsMax, bytesMax }: RetentionLimits, directory?: string) {
    this.#engine = engine;
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

  /** Spools a result; its query should have `bytesMax` of the limits. Errors: those of the query. */
  async keep(result: QueryResult, options?: SpoolOptions): Promise<RetainedResult> {
    const path = join(await this.#directory, `${++this.#count}.rows`);
    const summary = await result.spool(path, options);
    const file = { path, bytes: summary.bytes, readers: 0 };
    this.#files.set(path, file);
    const { columns, snapshotId } = result;
    return {
      columns,
      snapshotId,
      summary,
      read: async (part, options) => await this.#read(file, snapshotId, part, options),
      drop: () => void this.#files.delete(path),
    };
  }

  async #read(
    file: File,
    snapshotId: string,
    part: { first: number; count: number; without: readonly number[] },
    { bytesMax, signal }: ReadLimits = {},
  ): Promise<QueryResult> {
    if (this.#files.get(file.path) === undefined) throw expired();
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

  async [Symbol.asyncDispose](): Promise<void> {
    const directory = await this.#directory.catch(() => undefined);
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}

async function remove({ path }: File): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

/** The error for an expired result. */
export function expired(): AppError {
  return new AppError('result_expired', 'The result has expired', { hint: 'Run the query again' });
}
