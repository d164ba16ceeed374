/** A small generator of pseudo-random numbers (sfc32): the same seed gives the same numbers. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = 0x9e3779b9;
    this.#b = seed | 0;
    this.#c = Math.imul(seed, 0x85ebca6b);
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** 32 random bits, without sign. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to 1, exclusively. */
  share(): number {
    return this.bits() / 4_294_967_296;
  }

  /** Whether something happens that happens so often. */
  happens(share: number): boolean {
    return this.share() < share;
  }

  /** A whole number from 0, below another. */
  below(most: number): number {
    return Math.floor(this.share() * most);
  }

  /** From the standard normal distribution. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share());
  }

  /** From the exponential distribution of this mean. */
  exponential(mean: number): number {
    return -Math.log(1 - this.share()) * mean;
  }

  /** A rank from 0, below `count`, by the law of Zipf and Mandelbrot with the exponent 1. */
  rank(count: number, offset: number): number {
    return Math.min(count - 1, Math.floor(offset * ((count + offset) / offset) ** this.share() - offset));
  }
}
