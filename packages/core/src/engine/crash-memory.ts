import { createHash } from 'node:crypto';
import { AppError, type SqlParameters } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import { queryCrashedEngine } from '../backend/stream-errors.ts';

/** What is asked when a process ends: of one tenant, over one snapshot. */
export interface AskedText {
  readonly tenant?: string | null;
  readonly text: string;
  readonly parameters: SqlParameters | undefined;
  readonly snapshotId: string;
}

const refusedMs = 3_600_000;
const textsMax = 10_000;

/**
 * Queries that ended a query process are refused for an hour, to the same tenant and for the same text, parameters and
 * snapshot: running one again would end another process. It holds digests, not texts, and at most 10,000 of them.
 */
export class CrashMemory {
  /** Until when, in milliseconds since 1970. */
  readonly #refusedUntil = new LRUCache<string, number>({ max: textsMax });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Errors: `query_crashed_engine` for a query that ended a process less than an hour ago. */
  refuseKnown(asked: AskedText): void {
    // Nearly always: no digest is computed.
    if (this.#refusedUntil.size === 0) return;
    if ((this.#refusedUntil.get(digestOf(asked)) ?? 0) > this.#now()) throw queryCrashedEngine();
  }

  /** Whether the query is like one that ended a process, so that it must not run beside those of others. */
  runsApart(_asked: AskedText): boolean {
    return false;
  }

  /** Remembers the query if this is the error of one that ended a process. */
  note(asked: AskedText, error: unknown): void {
    if (error instanceof AppError && error.code === 'query_crashed_engine')
      this.#refusedUntil.set(digestOf(asked), this.#now() + refusedMs);
  }
}

function digestOf({ tenant = null, text, parameters, snapshotId }: AskedText): string {
  const asked = JSON.stringify([tenant, text, parameters ?? null, snapshotId], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return createHash('sha256').update(asked).digest('base64');
}
