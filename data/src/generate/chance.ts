import { createHash } from 'node:crypto';

/**
 * A seeded pseudo-random number generator for the pools that are made in TypeScript. Deterministic: the same seed and
 * purpose give the same numbers.
 */
export class Chance {
  #state: bigint;

  constructor(seed: number, purpose: string) {
    this.#state = createHash('sha256').update(`${seed}:${purpose}`).digest().readBigUInt64BE();
  }

  /** 64 random bits (SplitMix64). */
  bits(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let mixed = this.#state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  }

  /** A uniform number in [0, 1). */
  uniform(): number {
    return Number(this.bits() >> 11n) / 2 ** 53;
  }

  /** Integer in [0, `count`). */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** Integer in [`least`, `most`]. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  happens(share: number): boolean {
    return this.uniform() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** An integer from a Zipf distribution: the frequency of rank r is proportional to 1/(r + `head`). */
  zipf(count: number, head = 2): number {
    return Math.min(count - 1, Math.floor(head * ((count + head) / head) ** this.uniform()) - head);
  }

  /** Up to `count` distinct values, in random order. */
  sample<Value>(values: readonly Value[], count: number): Value[] {
    const rest = [...values];
    const taken: Value[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(this.below(rest.length), 1));
    return taken;
  }
}
