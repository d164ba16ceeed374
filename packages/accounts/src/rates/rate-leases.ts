import { LRUCache } from 'lru-cache';
import type { Store } from '../store/store.ts';
import type { RateResult } from './rate-result.ts';

/** A lease is 1/20 of the limit: a smaller lease shares the limit more exactly, at the cost of more writes. */
const leaseShare = 20;
const bucketsMax = 50_000;
/** Maximum difference between the clocks of instances. */
const skewMaxMs = 20_000;

interface Lease {
  windowStart: number;
  /** Leased from the shared window and not yet used. */
  left: number;
  /** What remained in the shared window after the last lease. */
  leftBehind: number;
  /** A mutex: callers of one bucket lease one after the other. */
  mutex: Promise<void>;
}

/**
 * Fixed-window rate limits that several instances share. The count of a window is in the database; an instance takes a
 * small lease from it and serves requests from memory. The limit is never exceeded in a window; what an instance
 * leased and did not use is unavailable to the others until the window ends.
 */
export class RateLeases {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #leases = new LRUCache<string, Lease>({ max: bucketsMax });

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async take(
    bucket: string,
    { limit, windowMs, cost = 1 }: { limit: number; windowMs: number; cost?: number },
  ): Promise<RateResult> {
    const lease = this.#leaseOf(bucket);
    const before = lease.mutex;
    let done = () => {};
    lease.mutex = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      const now = this.#now();
      const windowStart = now - (now % windowMs);
      if (lease.windowStart !== windowStart)
        Object.assign(lease, { windowStart, left: 0, leftBehind: limit });
      if (lease.left < cost && lease.leftBehind > 0) {
        const wanted = Math.max(cost - lease.left, Math.ceil(limit / leaseShare));
        const taken = await this.#lease(bucket, { windowStart, now }, wanted, limit);
        lease.left += taken.granted;
        lease.leftBehind = taken.leftBehind;
      }
      const ok = lease.left >= cost;
      if (ok) lease.left -= cost;
      return { ok, remaining: lease.left + lease.leftBehind, resetMs: windowStart + windowMs - now };
    } finally {
      done();
    }
  }

  #leaseOf(bucket: string): Lease {
    const known = this.#leases.get(bucket);
    if (known !== undefined) return known;
    const lease = { windowStart: -1, left: 0, leftBehind: 0, mutex: Promise.resolve() };
    this.#leases.set(bucket, lease);
    return lease;
  }

  async #lease(
    bucket: string,
    { windowStart, now }: { windowStart: number; now: number },
    wanted: number,
    limit: number,
  ): Promise<{ granted: number; leftBehind: number }> {
    return await this.#store.ledgerTransaction(false, async ({ kysely }) => {
      await kysely
        .insertInto('rate_windows')
        .values({ bucket, window_start: windowStart, taken: 0 })
        .onConflict((conflict) => conflict.column('bucket').doNothing())
        .execute();
      const query = kysely
        .selectFrom('rate_windows')
        .select(['window_start', 'taken'])
        .where('bucket', '=', bucket);
      const row = await this.#store.lock(query).executeTakeFirstOrThrow();
      // A window a little later than this one belongs to an instance whose clock is ahead: its count is kept. A much
      // later window is from before the clock was set back, and would refuse all requests until that time.
      const isOver = row.window_start < windowStart || row.window_start > now + skewMaxMs;
      const taken = isOver ? 0 : row.taken;
      const granted = Math.max(0, Math.min(wanted, limit - taken));
      await kysely
        .updateTable('rate_windows')
        .set({ window_start: isOver ? windowStart : row.window_start, taken: taken + granted })
        .where('bucket', '=', bucket)
        .execute();
      return { granted, leftBehind: Math.max(0, limit - taken - granted) };
    });
  }
}

/** Deletes past windows. */
export async function dropOldWindows({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('rate_windows')
    .where('window_start', '<', now - 86_400_000)
    .execute();
}
