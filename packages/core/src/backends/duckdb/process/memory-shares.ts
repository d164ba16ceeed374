import { readFileSync } from 'node:fs';

/** Memory grows by hundreds of megabytes a second: a few samples tell whose it is. */
const sampleEveryMs = 25;
/** The share of the process's memory above which a query is a large one. */
const largeShare = 0.25;
/** Bytes of a page of `/proc/self/statm`. */
const pageBytes = 4_096;

interface Share {
  bytes: number;
  /** Number of operations that run. */
  running: number;
  /** Since when one runs, or the last sample; by the clock of `performance.now()`. */
  since: number;
  /** Milliseconds that it ran since the last sample, without the operation that runs. */
  ranMs: number;
  isLarge: boolean;
}

export interface MemorySharesOptions {
  /** The process's memory, in bytes. */
  readonly bytesMax: number;
  /** Called once for a query that takes a large share. */
  readonly onLarge: (id: number) => void;
  /** Resident bytes of this process; null where the system does not tell. */
  readonly residentBytes?: () => number | null;
}

/**
 * Estimates how much of the process's memory each query takes, which DuckDB does not tell: what the process grows by is
 * attributed to the queries that ran meanwhile, by the time for which they ran, and what it shrinks by in proportion to
 * what they take.
 */
export class MemoryShares {
  readonly #options: MemorySharesOptions;
  readonly #residentBytes: () => number | null;
  readonly #shares = new Map<number, Share>();
  #timer: NodeJS.Timeout | undefined;
  #last: number | null = null;

  constructor(options: MemorySharesOptions) {
    this.#options = options;
    this.#residentBytes = options.residentBytes ?? residentBytes;
  }

  /** Runs an operation of a query. */
  async during<Result>(id: number, operation: () => Promise<Result>): Promise<Result> {
    const share = this.#shares.get(id) ?? { bytes: 0, running: 0, since: 0, ranMs: 0, isLarge: false };
    this.#shares.set(id, share);
    if (share.running++ === 0) share.since = performance.now();
    if (this.#timer === undefined) {
      this.#last = this.#residentBytes();
      this.#timer = setInterval(() => this.sample(), sampleEveryMs);
    }
    try {
      return await operation();
    } finally {
      if (--share.running === 0) share.ranMs += performance.now() - share.since;
    }
  }

  /** Called when a query has ended. */
  forget(id: number): void {
    this.#shares.delete(id);
    if (this.#shares.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The query that takes more than this one, and most of all. */
  largerThan(id: number): number | undefined {
    this.sample();
    let [largest, most] = [id, this.#shares.get(id)?.bytes ?? 0];
    for (const [other, { bytes }] of this.#shares) if (bytes > most) [largest, most] = [other, bytes];
    return largest === id ? undefined : largest;
  }

  sample(): void {
    const now = this.#residentBytes();
    const grown = now === null || this.#last === null ? 0 : now - this.#last;
    this.#last = now;
    const time = performance.now();
    let [ranMs, bytes] = [0, 0];
    for (const share of this.#shares.values()) {
      if (share.running > 0) {
        share.ranMs += time - share.since;
        share.since = time;
      }
      ranMs += share.ranMs;
      bytes += share.bytes;
    }
    for (const [id, share] of this.#shares) {
      if (grown > 0 && ranMs > 0) share.bytes += (grown * share.ranMs) / ranMs;
      else if (grown < 0 && bytes > 0) share.bytes = Math.max(0, share.bytes + (grown * share.bytes) / bytes);
      share.ranMs = 0;
      if (share.isLarge || share.bytes <= this.#options.bytesMax * largeShare) continue;
      share.isLarge = true;
      this.#options.onLarge(id);
    }
  }
}

function residentBytes(): number | null {
  try {
    return Number(readFileSync('/proc/self/statm', 'utf8').split(' ', 2)[1]) * pageBytes;
  } catch {
    return null;
  }
}
