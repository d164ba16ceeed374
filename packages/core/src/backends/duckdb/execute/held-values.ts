import { LRUCache } from 'lru-cache';

interface Held<Value> {
  readonly value: Value;
  /** How many snapshots had been taken up when it was last used. */
  snapshots: number;
}

/**
 * Values that are read of changed rows, by names that come from their content: an LRU cache. A new snapshot has other names for what has
 * changed, so what was not used since the snapshot before it goes as well: else values of hundreds of snapshots would stay.
 */
export class HeldValues<Value extends NonNullable<unknown>> {
  readonly #known: LRUCache<string, Held<Value>>;
  #snapshots = 0;

  /** `sizeMax`: the sum of the sizes of all values, in the unit of `sizeOf`, that are kept. */
  constructor(sizeMax: number, sizeOf: (value: Value) => number) {
    this.#known = new LRUCache<string, Held<Value>>({
      maxSize: sizeMax,
      sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)),
    });
  }

  get(name: string): Value | undefined {
    const held = this.#known.get(name);
    if (held === undefined) return undefined;
    held.snapshots = this.#snapshots;
    return held.value;
  }

  set(name: string, value: Value): void {
    this.#known.set(name, { value, snapshots: this.#snapshots });
  }

  /** A newer snapshot has been taken up; of earlier ones goes what was not used since the one before it was. */
  beginSnapshot(): void {
    const idle = [...this.#known.entries()].filter(([, { snapshots }]) => snapshots < this.#snapshots);
    for (const [name] of idle) this.#known.delete(name);
    this.#snapshots++;
  }
}
