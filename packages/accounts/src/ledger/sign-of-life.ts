import type { Store } from '../store/store.ts';
import { renewHolder, signOfLifeEveryMs } from './holder.ts';

/** Shows other processes that this one lives, from its first reservation on. */
export class SignOfLife {
  readonly #store: Store;
  readonly #now: () => number;
  #first: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  give(): Promise<void> {
    this.#first ??= this.#begin();
    return this.#first;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #begin(): Promise<void> {
    try {
      await renewHolder(this.#store, this.#now());
    } catch (error) {
      this.#first = undefined;
      throw error;
    }
    // one that fails is made good by the next: the lease is three times as long
    const renew = () => void renewHolder(this.#store, this.#now()).catch(() => {});
    this.#timer = setInterval(renew, signOfLifeEveryMs).unref();
  }
}
