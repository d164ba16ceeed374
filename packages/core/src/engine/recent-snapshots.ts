import { LRUCache } from 'lru-cache';
import type { Engine, SnapshotHold } from './engine.ts';

export interface RecentSnapshotsOptions {
  /** Number of snapshots; the least recently used is released. */
  readonly max: number;
  /** Milliseconds after the last use. */
  readonly ms: number;
}

/**
 * Snapshots that were used lately, retained although newer ones are published: a query that names one gets the rows it
 * got before. Their files stay on the disk, and the segments attached, so their number and time are limited.
 */
export class RecentSnapshots implements Disposable {
  readonly #engine: Engine;
  readonly #held: LRUCache<string, SnapshotHold>;

  constructor(engine: Engine, { max, ms }: RecentSnapshotsOptions) {
    this.#engine = engine;
    this.#held = new LRUCache({
      max,
      ttl: ms,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      dispose: (hold) => hold[Symbol.dispose](),
    });
  }

  /** Retains a snapshot for some time more. Errors: `result_expired` when it was released. */
  keep(snapshotId: string): void {
    if (this.#held.get(snapshotId) !== undefined) return;
    this.#held.set(snapshotId, this.#engine.holdSnapshot(snapshotId));
  }

  /** Releases all of them. */
  clear(): void {
    this.#held.clear();
  }

  [Symbol.dispose](): void {
    this.#held.clear();
  }
}
