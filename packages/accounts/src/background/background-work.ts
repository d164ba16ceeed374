/** A periodic background task. */
export interface Chore {
  everyMs: number;
  work(): Promise<unknown>;
}

/** A scheduler of periodic tasks: runs of one task never overlap, and a failed task runs again after its interval. */
export class BackgroundWork {
  readonly #chores: readonly Chore[];
  readonly #onError: (error: unknown) => void;
  readonly #timers = new Map<Chore, NodeJS.Timeout>();
  readonly #running = new Map<Chore, Promise<void>>();
  #isClosed = false;

  constructor(chores: readonly Chore[], onError: (error: unknown) => void) {
    this.#chores = chores;
    this.#onError = onError;
  }

  start(): void {
    if (this.#timers.size > 0) return;
    for (const chore of this.#chores) this.#plan(chore);
  }

  /** Runs every task once, and rejects with the first failure. */
  async doAll(): Promise<void> {
    for (const chore of this.#chores) await chore.work();
  }

  /** Starts no further runs and waits for the running tasks. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #plan(chore: Chore): void {
    if (this.#isClosed) return;
    const run = () => {
      const running = chore
        .work()
        .catch(this.#onError)
        .then(() => {
          this.#running.delete(chore);
          this.#plan(chore);
        });
      this.#running.set(chore, running);
    };
    this.#timers.set(chore, setTimeout(run, chore.everyMs).unref());
  }
}
