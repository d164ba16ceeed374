import type { Store } from '../store/store.ts';
import type { GroupCommit } from './group-commit.ts';
import { endedInstances } from './instance.ts';

const holdsAtOnce = 500;

/** Releases the reservations of dead instances, free of charge; returns their number. */
export async function releaseAbandoned(store: Store, ledger: GroupCommit, now: number): Promise<number> {
  let released = 0;
  for (const instance of await endedInstances(store, now)) {
    for (;;) {
      const holds = await store.db
        .selectFrom('holds')
        .select(['request_id', 'created_at'])
        .where('holder', '=', instance)
        .limit(holdsAtOnce)
        .execute();
      await Promise.all(
        holds.map((hold) =>
          ledger.write({
            kind: 'release',
            failure: {
              requestId: hold.request_id,
              status: 500,
              errorCode: 'internal_error',
              durationMs: now - hold.created_at,
            },
          }),
        ),
      );
      released += holds.length;
      if (holds.length < holdsAtOnce) break;
    }
    await store.db.deleteFrom('holders').where('holder', '=', instance).execute();
  }
  return released;
}
