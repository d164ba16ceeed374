import type { Engine } from './engine.ts';

/** Milliseconds between two looks at the engine, which looks for newer snapshots itself. */
const lookEveryMs = 250;

/** Tells listeners of each snapshot that the engine begins to read; of several in between, of the last one. */
export class SnapshotFeed implements Disposable {
  readonly #engine: Pick<Engine, 'snapshotId'>;
  readonly #listeners = new Set<(snapshotId: string) => void>();
  #timer: NodeJS.Timeout | undefined;
  #last = '';

  constructor(engine: Pick<Engine, 'snapshotId'>) {
    this.#engine = engine;
  }

  /** Adds a listener; returns a function that removes it. */
  listen(listener: (snapshotId: string) => void): () => void {
    if (this.#listeners.size === 0) this.#last = this.#engine.snapshotId;
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this[Symbol.dispose]();
    };
  }

  #look(): void {
    const { snapshotId } = this.#engine;
    if (snapshotId === this.#last) return;
    this.#last = snapshotId;
    for (const listener of [...this.#listeners]) listener(snapshotId);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#listeners.clear();
  }
}
