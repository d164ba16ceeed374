import { createHmac } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { Store } from '../store/store.ts';

/**
 * Makes sure that this database's keys were made with this pepper: another one would recognise none of them, and make
 * new ones that the other processes do not know. Errors: `file_malformed`.
 */
export async function checkPepper({ db }: Store, pepper: Buffer): Promise<void> {
  const value = createHmac('sha256', pepper).update('which pepper').digest('hex');
  await db
    .insertInto('store_facts')
    .values({ name: 'pepper', value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const fact = await db
    .selectFrom('store_facts')
    .select('value')
    .where('name', '=', 'pepper')
    .executeTakeFirst();
  if (fact?.value === value) return;
  throw new AppError('file_malformed', 'The pepper is not the one that this database’s keys were made with', {
    hint: 'give every process the same pepper: the same file, or the same SDQ_PEPPER',
  });
}
