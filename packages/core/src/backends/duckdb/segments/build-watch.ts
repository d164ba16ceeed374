import type { DuckDBConnection } from '@duckdb/node-api';
import type { BuildFolder } from './build-folder.ts';

const diskEveryMs = 1_000;
const progressEveryMs = 250;

/** Watches a build at intervals: its disk usage, and DuckDB's progress. */
export class BuildWatch implements AsyncDisposable {
  readonly #folder: BuildFolder;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #diskBytesPeak = 0;

  private constructor(folder: BuildFolder) {
    this.#folder = folder;
    this.#timer = setInterval(() => {
      if (!this.#isLooking) this.#looking = this.#look();
    }, diskEveryMs);
    this.#timer.unref();
  }

  static start(folder: BuildFolder): BuildWatch {
    return new BuildWatch(folder);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#diskBytesPeak = Math.max(this.#diskBytesPeak, await this.#folder.bytes());
    this.#isLooking = false;
  }

  async peaks(): Promise<{ diskBytesPeak: number; memoryBytesPeak: number }> {
    await this.#looking;
    await this.#look();
    return { diskBytesPeak: this.#diskBytesPeak, memoryBytesPeak: process.resourceUsage().maxRSS * 1024 };
  }

  /** Reports the progress of the running statement until it is disposed of. */
  follow(connection: DuckDBConnection, onShare: (share: number) => void): Disposable {
    onShare(0);
    const timer = setInterval(() => {
      const { percentage } = connection.progress;
      if (percentage >= 0) onShare(Math.min(1, percentage / 100));
    }, progressEveryMs);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
