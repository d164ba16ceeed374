import type { Store } from '../store/store.ts';

/** An instance of the service, as its siblings know it. */
export interface Sibling {
  /** Its URL, for its siblings. */
  readonly address: string;
  /** Milliseconds since its last heartbeat, by the clocks of two machines. */
  readonly seenMsAgo: number;
}

/** The instances of the service that share an account database. Whether one lives is known only by asking it. */
export interface SiblingRegistry {
  /** Records an instance and that it lives now. */
  announce(instance: string, address: string): Promise<void>;
  /** Undefined for one that has left, or never was. */
  find(instance: string): Promise<Sibling | undefined>;
  leave(instance: string): Promise<void>;
}

/** An instance that was killed does not leave. */
const forgottenMs = 86_400_000;

export function siblingRegistryOf({ db }: Store, now: () => number): SiblingRegistry {
  return {
    async announce(instance, address) {
      await db
        .insertInto('siblings')
        .values({ instance, address, seen_at: now() })
        .onConflict((conflict) =>
          conflict.column('instance').doUpdateSet((eb) => ({
            address: eb.ref('excluded.address'),
            seen_at: eb.ref('excluded.seen_at'),
          })),
        )
        .execute();
    },
    async find(instance) {
      const row = await db
        .selectFrom('siblings')
        .select(['address', 'seen_at'])
        .where('instance', '=', instance)
        .executeTakeFirst();
      return row && { address: row.address, seenMsAgo: Math.max(0, now() - Number(row.seen_at)) };
    },
    async leave(instance) {
      await db.deleteFrom('siblings').where('instance', '=', instance).execute();
    },
  };
}

export async function dropOldSiblings({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('siblings')
    .where('seen_at', '<', now - forgottenMs)
    .execute();
}
