import { type BuildIndexOptions, buildIndex } from '../backends/duckdb/segments/build-index.ts';

export interface BackgroundRefreshOptions
  extends Pick<BuildIndexOptions, 'index' | 'tables' | 'memoryBytesMax' | 'waitMs' | 'signal'> {
  /** Large tables are folded where delta files and masks have more than this share of their rows; default 0.1. */
  readonly foldShareMax?: number | undefined;
}

const foldShareDefault = 0.1;
/** A build that another process makes of the same index is waited for: nobody waits for this one. */
const waitMsDefault = 600_000;

/**
 * Refreshes the segments of an index, and folds changes, while the same program adds records: one build at a time, by one thread. What
 * is asked for during a build is done by the next one.
 */
export class BackgroundRefresh implements AsyncDisposable {
  readonly #options: BackgroundRefreshOptions;
  #isWanted = false;
  #running: Promise<void> | undefined;
  #error: unknown;

  constructor(options: BackgroundRefreshOptions) {
    this.#options = options;
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
    const { foldShareMax = foldShareDefault, waitMs = waitMsDefault, ...options } = this.#options;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await buildIndex({ ...options, mode: 'refresh', foldShareMax, waitMs, threads: 1 });
      }
    } catch (error) {
      if (this.#options.signal?.aborted !== true) this.#error = error;
    }
  }

  #rethrow(): void {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
  }
}
