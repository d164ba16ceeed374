import { LRUCache } from 'lru-cache';
import type { Store } from '../store/store.ts';
import type { RateResult } from './rate-result.ts';

/** A lease is this part of the limit: the smaller, the more exact several processes share it, at more writes. */
const leaseShare = 20;
const bucketsMax = 50_000;
/** How far the clocks of processes may be apart. */
const skewMaxMs = 20_000;

interface Lease {
  windowStart: number;
  /** Taken from the shared window, not yet given out. */
  left: number;
  /** What the shared window had left after the last lease. */
  leftBehind: number;
  /** So that callers of one bucket take turns at leasing. */
  turn: Promise<void>;
}

/**
 * Rate limits that several processes share. A window's count lies in the database; a process takes a small lease from
 * it and gives that out from memory. No more than the limit is ever given out in a window; what a process leased and
 * did not give out is lost to the others until the window ends.
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
    const before = lease.turn;
    let done = () => {};
    lease.turn = new Promise((resolve) => {
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
    const lease = { windowStart: -1, left: 0, leftBehind: 0, turn: Promise.resolve() };
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
      // A window a little later than ours is of a process whose clock is ahead: its count is taken along. One that is
      // much later is from before the clock was set back, and would refuse everything until it comes again.
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

/** Drops the windows that nobody can be in any more. */
export async function dropOldWindows({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('rate_windows')
    .where('window_start', '<', now - 86_400_000)
    .execute();
}
