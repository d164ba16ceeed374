import { type CrashEntry, type CrashLog, crashLimits } from '@sdq/contract';
import type { Store } from '../store/store.ts';

/** The crash log of all engines that share the account database. */
export function crashLogOf(store: Store, now: () => number): CrashLog {
  return {
    add: (entry) => addCrash(store, entry, now()),
    since: (at, limit) => crashesSince(store, at, limit),
  };
}

/** Adds an entry, and deletes old entries and the oldest of the account beyond 100. */
async function addCrash(store: Store, entry: CrashEntry, now: number): Promise<void> {
  const { id, account, query, shape, at } = entry;
  // Survives the end of this process, which is enough: the queries come again after a crash of the machine.
  await store.ledgerTransaction(false, async ({ kysely }) => {
    await kysely
      .insertInto('query_crashes')
      .values({ crash_id: id, account_id: account, query_digest: query, shape_digest: shape, created_at: at })
      .onConflict((conflict) => conflict.column('crash_id').doNothing())
      .execute();
    await dropOldCrashes({ db: kysely }, now);
    await kysely
      .deleteFrom('query_crashes')
      .where('account_id', account === null ? 'is' : '=', account)
      .where('created_at', '<=', (newest) =>
        newest
          .selectFrom('query_crashes')
          .select('created_at')
          .where('account_id', account === null ? 'is' : '=', account)
          .orderBy('created_at', 'desc')
          .limit(1)
          .offset(crashLimits.loggedPerAccountMax),
      )
      .execute();
  });
}

async function crashesSince({ db }: Store, at: number, limit: number): Promise<CrashEntry[]> {
  const rows = await db
    .selectFrom('query_crashes')
    .selectAll()
    .where('created_at', '>=', at)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.crash_id,
    account: row.account_id,
    query: row.query_digest,
    shape: row.shape_digest,
    at: row.created_at,
  }));
}

/** Deletes entries that are older than an hour. */
export async function dropOldCrashes({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  await db
    .deleteFrom('query_crashes')
    .where('created_at', '<=', now - crashLimits.rememberedMs)
    .execute();
}
