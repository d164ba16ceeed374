import { AppError } from '@sdq/contract';

/** Waiting callers beyond which new ones are turned away at once. */
const waitingMax = 1_024;

/**
 * A bounded number of engine calls at once, in order of arrival. A stream takes a slot per batch and gives it back
 * while its reader is busy, so a slow reader holds none and long streams take turns.
 */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs an operation in a slot. Errors: `service_unavailable` when too many wait, the signal's reason. */
  async use<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await operation();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting.length >= waitingMax) {
      throw new AppError('service_unavailable', `${waitingMax} queries are waiting already`, {
        retryAfterSeconds: 1,
      });
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new AppError('query_cancelled', 'the query was cancelled while it waited for its turn'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
