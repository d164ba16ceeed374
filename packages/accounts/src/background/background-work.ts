/** Something to be done again and again. */
export interface Chore {
  everyMs: number;
  work(): Promise<unknown>;
}

/** Does chores in the background, each one never twice at the same time. A chore that fails is done again in its turn. */
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

  /** Does every chore once, and rejects with the first failure. */
  async doAll(): Promise<void> {
    for (const chore of this.#chores) await chore.work();
  }

  /** Begins nothing more and waits for what runs. */
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
