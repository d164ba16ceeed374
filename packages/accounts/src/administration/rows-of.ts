import type { Kysely } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { AccountTable } from './account-tables.ts';

/** A query for the values of the owner column that belong to an account. */
export function rowsOf(db: Kysely<StoreSchema>, { owner }: AccountTable, accountId: string) {
  const account = db.selectFrom('accounts').select('account_id as id').where('account_id', '=', accountId);
  const keys = db.selectFrom('api_keys').select('key_id as id').where('account_id', '=', accountId);
  if (owner === 'account_id') return account;
  return owner === 'key_id' ? keys : account.unionAll(keys);
}
