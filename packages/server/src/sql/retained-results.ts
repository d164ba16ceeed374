import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import {
  type Engine,
  makeSpillFolder,
  type QueryResult,
  type ResultSummary,
  type StoreOptions,
} from '@sdq/core';
import { LRUCache } from 'lru-cache';
import type { RetentionLimits } from './retention-limits.ts';

/** A result in a file: its rows can be had again as they were, as long as the file is there. */
export interface RetainedResult {
  readonly columns: QueryResult['columns'];
  readonly snapshotId: string;
  readonly summary: ResultSummary;
  /** Part of it. Errors: `result_expired`. */
  read(
    part: { first: number; count: number; without: readonly number[] },
    options?: ReadLimits,
  ): Promise<QueryResult>;
  /** Lets the file go, once nobody reads it any more. */
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
 * Files of results, bounded in number and bytes: the least recently used one makes room. They live as long as the
 * service, in a folder of their own that is deleted at its end, or when the next engine starts here after a crash.
 */
export class RetainedResults implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #directory: Promise<string>;
  /** By path. One that somebody reads is deleted when it was read. */
  readonly #files: LRUCache<string, File>;
  #count = 0;

  /** `directory`: where that folder is made; default: the system's temporary one. */
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
    this.#directory.catch(() => {}); // told to whoever keeps the first result
  }

  /** Bytes and results kept now. */
  get size(): { bytes: number; results: number } {
    return { bytes: this.#files.calculatedSize, results: this.#files.size };
  }

  /** Keeps a result, whose query should have `bytesMax` of the limits. Errors: what the query fails with. */
  async keep(result: QueryResult, options?: StoreOptions): Promise<RetainedResult> {
    const path = join(await this.#directory, `${++this.#count}.rows`);
    const summary = await result.store(path, options);
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
      const result = await this.#engine.readStored({
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

/** A kept result that is no longer there. */
export function expired(): AppError {
  return new AppError('result_expired', 'This result is no longer kept', { hint: 'run the query again' });
}
