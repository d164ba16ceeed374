import { withdrawnSnapshots } from '@sdq/index';

/** Milliseconds between two looks at an index. */
const lookEveryMs = 500;

/** Tells a listener when snapshots of an index were withdrawn because records were purged. */
export class PurgeFeed implements Disposable {
  readonly #index: string;
  readonly #timer: NodeJS.Timeout;
  readonly #listener: () => void;
  #last: string | undefined;

  constructor(index: string, listener: () => void) {
    this.#index = index;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.#look(), lookEveryMs).unref();
    void this.#look();
  }

  async #look(): Promise<void> {
    const [last = ''] = (await withdrawnSnapshots(this.#index)).slice(-1);
    if (this.#last !== undefined && last !== this.#last) this.#listener();
    this.#last = last;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
