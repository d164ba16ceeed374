import type { Store } from '../store/store.ts';
import { heartbeatIntervalMs, renewInstance } from './instance.ts';

/** The heartbeat of this instance, started with its first reservation. */
export class Heartbeat {
  readonly #store: Store;
  readonly #now: () => number;
  #first: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Resolves when the first heartbeat was sent. */
  ensureStarted(): Promise<void> {
    this.#first ??= this.#begin();
    return this.#first;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #begin(): Promise<void> {
    try {
      await renewInstance(this.#store, this.#now());
    } catch (error) {
      this.#first = undefined;
      throw error;
    }
    // a failed heartbeat is harmless: the lease is three times as long as the interval
    const renew = () => void renewInstance(this.#store, this.#now()).catch(() => {});
    this.#timer = setInterval(renew, heartbeatIntervalMs).unref();
  }
}
