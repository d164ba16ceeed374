import { type Engine, RecentSnapshots, type SnapshotHold } from '@sdq/core';
import type { RetentionLimits } from './retention-limits.ts';

/** The snapshots that queries read: the newest, or one that was read lately and is named. */
export class Snapshots implements Disposable {
  readonly #engine: Engine;
  readonly #recent: RecentSnapshots;

  constructor(engine: Engine, { snapshotsMax, snapshotMs }: RetentionLimits) {
    this.#engine = engine;
    this.#recent = new RecentSnapshots(engine, { max: snapshotsMax, ms: snapshotMs });
  }

  /** Holds a snapshot for one query, and retains it for some time after. Errors: `result_expired`, `index_missing`. */
  hold(snapshotId?: string | null): SnapshotHold {
    const hold = this.#engine.holdSnapshot(snapshotId ?? undefined);
    this.#recent.keep(hold.snapshotId);
    return hold;
  }

  /** Releases those that were retained, because records were purged. */
  withdraw(): void {
    this.#recent.clear();
  }

  [Symbol.dispose](): void {
    this.#recent[Symbol.dispose]();
  }
}
