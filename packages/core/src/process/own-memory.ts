import { readFileSync } from 'node:fs';
import { readFailure } from '../duckdb/engine-failure.ts';

/** Used part of the data segment, of what was free at the start, from which a process is worn. */
const wornShare = 0.6;
/** From here on a failed allocation may show itself as any other error. */
const shortShare = 0.93;

const outOfMemory = /out of memory|failed to allocate|could not allocate|bad_alloc|allocation fail/i;

/** Whether DuckDB, or Node around it, had too little memory for a query. */
export function isOutOfMemory(error: unknown): boolean {
  if (readFailure(error)?.type === 'Out of Memory') return true;
  return error instanceof Error && outOfMemory.test(error.message);
}

/**
 * This process's data segment against its limit (`RLIMIT_DATA`). What DuckDB allocates and frees beside its own
 * accounting is not given back to the system, so a process that held much of it once has less for every later query.
 * Where there is no such limit, nothing is ever short.
 */
export class OwnMemory {
  readonly #limit: number | null;
  readonly #atStart: number;

  constructor() {
    this.#limit = numberIn('/proc/self/limits', /^Max data size\s+(\d+)/m);
    this.#atStart = this.#used();
  }

  /** Whether the process should make way for a new one. */
  get isWorn(): boolean {
    return this.#share() > wornShare;
  }

  get isShort(): boolean {
    return this.#share() > shortShare;
  }

  #share(): number {
    return this.#limit === null ? 0 : (this.#used() - this.#atStart) / (this.#limit - this.#atStart);
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
