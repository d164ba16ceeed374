import { AppError } from '@sdq/contract';
import type { StartedQuery } from './query-result.ts';

/**
 * Results that are still being read, and the snapshots that they keep: where newer ones have replaced a snapshot for too long,
 * its results end, so that its files can be deleted.
 */
export class SupersededResults {
  readonly #ageMsMax: number;
  readonly #reading = new Set<StartedQuery>();
  /** When a newer snapshot was first seen, by id of the snapshot, by `performance.now()`. */
  readonly #since = new Map<string, number>();

  /** `ageMsMax`: 0 for any age. */
  constructor(ageMsMax: number) {
    this.#ageMsMax = ageMsMax;
  }

  /** Until it ends. */
  add(query: StartedQuery): void {
    this.#reading.add(query);
    const forget = () => void this.#reading.delete(query);
    query.summary.then(forget, forget);
  }

  /** Call from time to time with the id of the current snapshot. */
  look(currentId: string, now = performance.now()): void {
    if (this.#ageMsMax === 0) return;
    const kept = new Set([...this.#reading].map(({ snapshotId }) => snapshotId));
    for (const id of this.#since.keys()) if (!kept.has(id) || id === currentId) this.#since.delete(id);
    for (const id of kept) if (id !== currentId && !this.#since.has(id)) this.#since.set(id, now);
    for (const query of [...this.#reading]) {
      const since = this.#since.get(query.snapshotId);
      if (since !== undefined && now - since >= this.#ageMsMax) query.expire(superseded(this.#ageMsMax));
    }
  }
}

function superseded(ageMsMax: number): AppError {
  const seconds = Math.round(ageMsMax / 1000).toLocaleString('en');
  return new AppError(
    'result_expired',
    `The result was not read to its end within ${seconds} s after a newer snapshot replaced the one that it is read from`,
    { hint: 'Run the query again, and read its result faster, or in parts' },
  );
}
