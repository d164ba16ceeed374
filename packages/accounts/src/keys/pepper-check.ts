import { createHmac } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { Store } from '../store/store.ts';

/**
 * Checks that the keys of this database were created with this pepper: with another pepper all keys would be invalid.
 * Errors: `file_malformed`.
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
  throw new AppError('file_malformed', 'The pepper does not match the API keys in this database', {
    hint: 'Use the same pepper in every process: the same file, or the same SDQ_PEPPER',
  });
}
