import { AppError } from '@sdq/contract';

/** Maximum number of waiting callers; beyond it new ones are refused immediately. */
const waitingMax = 1_024;

/**
 * A semaphore over engine calls: a bounded number of permits, granted in order of arrival. A stream acquires a permit for
 * each batch and releases it while its reader is busy, so a slow reader holds none and long streams alternate.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Runs an operation with a permit. Errors: `service_unavailable` when too many wait, the signal's reason. */
  async use<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#acquire(signal);
    try {
      return await operation();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #acquire(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting.length >= waitingMax) {
      throw new AppError(
        'service_unavailable',
        `Too many queries are queued: the limit is ${waitingMax.toLocaleString('en')}`,
        {
          retryAfterSeconds: 1,
        },
      );
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new AppError('query_cancelled', 'The query was cancelled while it was queued'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
