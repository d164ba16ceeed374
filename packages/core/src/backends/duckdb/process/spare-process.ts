import type { ProcessHandle } from './process-handle.ts';

/** So long after a spare was taken, the next one is started: whoever took it has the processor first. */
const refillAfterMs = 200;

/** One process that is started ahead of need, once it is wanted: a process takes a quarter of a second to start. */
export class SpareProcess {
  readonly #start: () => Promise<ProcessHandle>;
  #spare: ProcessHandle | undefined;
  #refill: NodeJS.Timeout | undefined;
  #isWanted = false;
  #isStarting = false;
  #isClosed = false;

  constructor(start: () => Promise<ProcessHandle>) {
    this.#start = start;
  }

  get all(): ProcessHandle[] {
    return this.#spare === undefined ? [] : [this.#spare];
  }

  /** The spare process, or where there is none, a new one. */
  async take(): Promise<ProcessHandle> {
    const spare = this.#spare;
    this.#spare = undefined;
    if (this.#isWanted) this.#refillSoon();
    return spare?.isAlive ? spare : await this.#start();
  }

  /** Keeps a spare from now on. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#refillSoon();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#refill);
  }

  #refillSoon(): void {
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => void this.#fill(), refillAfterMs).unref();
  }

  async #fill(): Promise<void> {
    if (this.#isClosed || this.#isStarting || this.#spare?.isAlive) return;
    this.#isStarting = true;
    try {
      const handle = await this.#start();
      if (this.#isClosed) handle.kill();
      this.#spare = handle;
    } catch {
      // The next one to need a process starts it, and is told why that fails.
    } finally {
      this.#isStarting = false;
    }
  }
}
