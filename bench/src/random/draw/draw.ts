/** Draws of a seeded generator of random numbers: the same seed gives the same draws. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Neighbouring seeds would begin alike.
    for (let i = 0; i < 8; i++) this.unit();
  }

  /** A number from 0 to 1, without 1 (mulberry32). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** One of some; undefined if there are none. */
  maybe<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.unit() * items.length)];
  }

  /** One of some, of which there is at least one. */
  pick<Item>(items: readonly Item[]): Item {
    const item = this.maybe(items);
    if (item === undefined) throw new NothingToDraw();
    return item;
  }

  /** One of some by weight; at least one weight is above 0. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    const weights = items.map(weightOf);
    let left = this.unit() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [at, item] of items.entries()) {
      left -= weights[at] ?? 0;
      if (left < 0) return item;
    }
    return this.pick(items.slice(-1));
  }

  /** Different ones in random order, at most as many as there are. */
  some<Item>(items: readonly Item[], min: number, max: number): Item[] {
    const left = [...items];
    const count = Math.min(left.length, this.whole(min, max));
    return Array.from({ length: count }, () => left.splice(this.whole(0, left.length - 1), 1)).flat();
  }

  /** A share of rows, uniform in its logarithm. */
  selectivity(min = 1e-6, max = 0.5): number {
    return 10 ** (Math.log10(min) + this.unit() * (Math.log10(max) - Math.log10(min)));
  }
}

/** The drawn table, or the data, has nothing of what a question needs: another draw may. */
export class NothingToDraw extends Error {
  constructor() {
    super('There is nothing to draw from');
    this.name = 'NothingToDraw';
  }
}
