/** What a store may do wrong, each with its probability from 0 to 1 per request. */
export interface Faults {
  /** Answers 500 `InternalError`, or 503 `SlowDown`, and does nothing. */
  error: number;
  /** Does what was asked, and then answers 500: the answer is lost. */
  lostAnswer: number;
  /** Answers 409 `ConditionalRequestConflict` to a write with a condition. */
  conflict: number;
  /** Answers 412 `PreconditionFailed` to a write whose condition holds, as after a write that was repeated. */
  refused: number;
  /** Ends the body of an object early, and the connection. */
  truncated: number;
  /** Changes one byte of the body of an object. */
  altered: number;
  /** Waits before it answers, up to `slowMs`. */
  slow: number;
  slowMs: number;
  /** Answers a read of a pointer with what it was before. */
  stale: number;
}

export const noFaults: Faults = {
  error: 0,
  lostAnswer: 0,
  conflict: 0,
  refused: 0,
  truncated: 0,
  altered: 0,
  slow: 0,
  slowMs: 0,
  stale: 0,
};

/** Faults that come at random, in an order that the seed decides. */
export class FaultSource {
  faults: Faults = noFaults;
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  happens(fault: Exclude<keyof Faults, 'slowMs'>): boolean {
    return this.faults[fault] > 0 && this.next() < this.faults[fault];
  }

  /** From 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }
}
