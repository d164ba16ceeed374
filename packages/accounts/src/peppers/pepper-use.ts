import type { Kysely } from 'kysely';
import type { PepperRing } from '../keys/pepper-ring.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A pepper that is accepted, and what depends on it. */
export interface PepperUse {
  /** The first 12 hex digits of its ID; it does not disclose the pepper. */
  id: string;
  /** `writing` hashes new keys, `former` did before, `next` is about to. */
  state: 'writing' | 'former' | 'next';
  /** API keys, admin keys: those that are neither revoked nor expired. */
  keys: number;
  adminKeys: number;
  webhooks: number;
}

const shownDigits = 12;

/** The accepted peppers, the oldest first. */
export async function listPeppers(store: Store, peppers: PepperRing, now: number): Promise<PepperUse[]> {
  await peppers.reload();
  return await store.transaction(async (transaction) => {
    const writing = await peppers.lockWriting(store, transaction);
    const position = peppers.all.indexOf(writing);
    const uses: PepperUse[] = [];
    for (const [place, { id }] of peppers.all.entries()) {
      // rows without a pepper are of the first one
      const isMine = (pepper: string | null) => pepper === id || (pepper === null && place === 0);
      uses.push({
        id: id.slice(0, shownDigits),
        state: place === position ? 'writing' : place < position ? 'former' : 'next',
        keys: (await activeKeys(transaction, 'api_keys', now)).filter(({ pepper }) => isMine(pepper)).length,
        adminKeys: (await activeKeys(transaction, 'admin_keys', now)).filter(({ pepper }) => isMine(pepper))
          .length,
        webhooks: (await transaction.selectFrom('webhooks').select('pepper').execute()).filter(({ pepper }) =>
          isMine(pepper),
        ).length,
      });
    }
    return uses;
  });
}

/** Keys that are neither revoked nor expired, the oldest first. */
export async function activeKeys(
  db: Kysely<StoreSchema>,
  table: 'api_keys' | 'admin_keys',
  now: number,
): Promise<{ key_id: string; pepper: string | null }[]> {
  return await db
    .selectFrom(table)
    .select(['key_id', 'pepper'])
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('key_id')
    .execute();
}
