import { AppError } from '@sdq/contract';
import { changedShareMax, openSnapshot } from '@sdq/index';
import { type BuildIndexOptions, needsRefresh } from '../backends/duckdb/segments/build-index.ts';
import { runCompaction } from './run-compaction.ts';

export interface BackgroundRefreshOptions
  extends Pick<BuildIndexOptions, 'index' | 'tables' | 'memoryBytesMax' | 'waitMs' | 'signal'> {
  /** Large tables are folded where delta files and masks have more than this share of their rows; default 0.1. */
  readonly foldShareMax?: number | undefined;
}

/** A build that another process makes of the same index is waited for: nobody waits for this one. */
const waitMsDefault = 600_000;

/**
 * Refreshes the segments of an index, and folds changes, while the same program adds records: one build at a time, in a process of its
 * own with the lowest priority. What is asked for during a build is done by the next one.
 */
export class BackgroundRefresh implements AsyncDisposable {
  readonly #options: BackgroundRefreshOptions;
  readonly #signal: AbortSignal;
  #isWanted = false;
  #running: Promise<void> | undefined;
  #error: unknown;

  constructor(options: BackgroundRefreshOptions) {
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
  }

  /** Asks for a refresh. Throws the error of an earlier one. */
  request(): void {
    this.#rethrow();
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when all that was asked for is done, or the signal has ended it. Errors: those of `buildIndex`. */
  async idle(): Promise<void> {
    await this.#running;
    this.#rethrow();
  }

  /** Waits for a build that runs, and ignores its error. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#refresh();
      }
    } catch (error) {
      if (!this.#signal.aborted) this.#error = error;
    }
  }

  /** A process is only started where there is something to do: that takes half a second of CPU time. */
  async #refresh(): Promise<void> {
    const { index, tables, memoryBytesMax, waitMs = waitMsDefault } = this.#options;
    const { foldShareMax = changedShareMax } = this.#options;
    if (!needsRefresh({ index, tables, foldShareMax }, await openSnapshot(index))) return;
    const request = { index, tables: tables ?? [], memoryBytesMax, waitMs };
    const reply = await runCompaction({ ...request, task: { kind: 'refresh', foldShareMax } }, this.#signal);
    if (!('failure' in reply)) return;
    const { code, message, hint } = reply.failure;
    if (code === '') throw new Error(`The segments of "${index}" could not be refreshed: ${message}`);
    throw new AppError(code, message, hint === undefined ? {} : { hint });
  }

  #rethrow(): void {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
  }
}
