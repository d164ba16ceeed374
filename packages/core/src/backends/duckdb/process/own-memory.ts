import { readFileSync } from 'node:fs';

/** Used part of the data segment from which a failed allocation may show itself as any other error. */
const shortShare = 0.95;

/**
 * This process's data segment against its limit (`RLIMIT_DATA`). What DuckDB allocates and frees beside its own
 * accounting is not given back to the system, so a process that held much of it once has less for every later query.
 * Where there is no such limit, nothing is ever short.
 */
export class OwnMemory {
  readonly #limit: number;
  readonly #budget: number;

  /** To be made before the first query; `memoryBytesMax` is what DuckDB may account for. */
  constructor(memoryBytesMax: number) {
    this.#limit = numberIn('/proc/self/limits', /^Max data size\s+(\d+)/m) ?? Number.POSITIVE_INFINITY;
    this.#budget = this.#used() + memoryBytesMax;
  }

  /** Whether the process should make way for a new one: it holds more than DuckDB's own accounting allows. */
  get isOverBudget(): boolean {
    return this.#limit < Number.POSITIVE_INFINITY && this.#used() > this.#budget;
  }

  get isShort(): boolean {
    return this.#used() > this.#limit * shortShare;
  }

  #used(): number {
    return (numberIn('/proc/self/status', /^VmData:\s+(\d+) kB/m) ?? 0) * 1024;
  }
}

function numberIn(file: string, pattern: RegExp): number | null {
  try {
    const [, digits] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
    return digits === undefined ? null : Number(digits);
  } catch {
    return null;
  }
}
