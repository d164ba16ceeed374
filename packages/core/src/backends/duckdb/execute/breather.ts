import { setImmediate } from 'node:timers/promises';

/** Lets other work of the thread run. Rejects where the query has to end. */
export type Pause = () => Promise<void>;

/** Milliseconds of work after which others have their turn: timers, cancellations, other queries. */
const workMs = 10;

/** Pauses of work that keeps the thread. */
export class Breather {
  readonly #pause: Pause;
  #since = performance.now();

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  get isDue(): boolean {
    return performance.now() - this.#since >= workMs;
  }

  async pause(): Promise<void> {
    await this.#pause();
    this.#since = performance.now();
  }
}

/** Gives others their turn, then calls `check`, which throws where the query has to end. */
export function pauseWith(check: () => void): Pause {
  return async () => {
    await setImmediate();
    check();
  };
}
