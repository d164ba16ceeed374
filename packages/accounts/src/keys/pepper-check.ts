import type { Store } from '../store/store.ts';
import { type PepperRing, unknownPepper, writingFact } from './pepper-ring.ts';

/**
 * Checks that the pepper that writes keys into this database is known: with others all keys would be invalid.
 * Errors: `file_malformed`.
 */
export async function checkPepper({ db }: Store, peppers: PepperRing): Promise<void> {
  await db
    .insertInto('store_facts')
    .values({ name: writingFact, value: peppers.newest.id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const fact = await db
    .selectFrom('store_facts')
    .select('value')
    .where('name', '=', writingFact)
    .executeTakeFirst();
  if (fact === undefined) throw unknownPepper();
  await peppers.acceptWriting(fact.value);
}
