import type { Platform } from '@sdq/contract';
import type { Transaction } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import { insertKey } from '../keys/key-store.ts';
import type { PepperRing } from '../keys/pepper-ring.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { consoleSpendUnits } from './session.ts';

export interface ConsoleKeyMeans {
  store: Store;
  peppers: PepperRing;
  platforms: readonly Platform[];
  audit: AuditLog;
}

/**
 * The ID of the data key that the sessions of an account spend with. It is made when there is none, or the last one was
 * revoked; nobody knows its text. `spendLimitUnits`: its new limit a month; default: as it was, $10 for a new key.
 * Errors: `key_limit_reached`.
 */
export async function consoleKeyOf(
  { store, peppers, platforms, audit }: ConsoleKeyMeans,
  transaction: Transaction<StoreSchema>,
  { accountId, spendLimitUnits }: { accountId: string; spendLimitUnits: number | null | undefined },
  now: number,
): Promise<string> {
  await store
    .lock(transaction.selectFrom('accounts').select('account_id').where('account_id', '=', accountId))
    .execute();
  const known = await transaction
    .selectFrom('console_keys')
    .innerJoin('api_keys', 'api_keys.key_id', 'console_keys.key_id')
    .select(['api_keys.key_id', 'spend_limit_units'])
    .where('console_keys.account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', 'is', null)
    .executeTakeFirst();
  if (known === undefined) {
    const limit = spendLimitUnits === undefined ? consoleSpendUnits : spendLimitUnits;
    const newKey = { kind: 'live', name: 'console', permissions: platforms, spendLimitUnits: limit } as const;
    const { record } = await insertKey(store, transaction, peppers, accountId, newKey, now);
    await transaction.deleteFrom('console_keys').where('account_id', '=', accountId).execute();
    await transaction
      .insertInto('console_keys')
      .values({ account_id: accountId, key_id: record.keyId })
      .execute();
    const details = { kind: record.kind, name: record.name, permissions: record.permissions };
    await audit.add(transaction, { action: 'key.create', accountId, subject: record.keyId, details });
    return record.keyId;
  }
  if (spendLimitUnits !== undefined && spendLimitUnits !== known.spend_limit_units) {
    await transaction
      .updateTable('api_keys')
      .set({ spend_limit_units: spendLimitUnits })
      .where('key_id', '=', known.key_id)
      .execute();
    const details = { spend_limit_units: spendLimitUnits };
    await audit.add(transaction, { action: 'key.limit', accountId, subject: known.key_id, details });
  }
  return known.key_id;
}
