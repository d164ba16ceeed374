import { readFileSync } from 'node:fs';

/** Used share of the data segment above which a failed allocation may appear as any other error. */
const shortShare = 0.95;

/**
 * Compares this process's data segment with its limit (`RLIMIT_DATA`). Memory that DuckDB allocates and frees outside
 * its own accounting is not returned to the system, so a process that once used much of it has less for later
 * queries. Without such a limit, memory is never short.
 */
export class OwnMemory {
  readonly #limit: number;
  readonly #budget: number;

  /** Create it before the first query; `memoryBytesMax` is DuckDB's own memory limit. */
  constructor(memoryBytesMax: number) {
    this.#limit = numberIn('/proc/self/limits', /^Max data size\s+(\d+)/m) ?? Number.POSITIVE_INFINITY;
    this.#budget = this.#used() + memoryBytesMax;
  }

  /** Whether the process should be replaced: it uses more memory than DuckDB's own accounting allows. */
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
