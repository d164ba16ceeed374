import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import type { AccountState } from '../account.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { accountTables } from './account-tables.ts';
import { rowsOf } from './rows-of.ts';

interface Means {
  store: Store;
  audit: AuditLog;
  now: () => number;
}

/** The states from which each state can be reached; the state itself is unchanged. */
const former: Readonly<Record<AccountState, readonly AccountState[]>> = {
  active: ['suspended'],
  suspended: ['active'],
  closed: ['active', 'suspended'],
};

/**
 * Suspends, resumes or closes an account. Closing revokes all keys and deletes the webhooks; it is final. Requests in
 * flight end as they would. False when the account does not exist. Errors: `account_state_invalid`.
 */
export async function setAccountState(
  { store, audit, now }: Means,
  accountId: string,
  { state, reason = null }: { state: AccountState; reason?: string | null | undefined },
): Promise<boolean> {
  return await store.transaction(async (transaction) => {
    const query = transaction.selectFrom('accounts').select('state').where('account_id', '=', accountId);
    const row = await store.lock(query).executeTakeFirst();
    if (row === undefined) return false;
    const before = row.state as AccountState;
    if (before === state) return true;
    if (!former[state].includes(before)) {
      throw new AppError('account_state_invalid', `The account is ${before} and cannot become ${state}`, {
        hint: 'A closed account stays closed: create another one',
      });
    }
    await transaction
      .updateTable('accounts')
      .set({ state, state_reason: reason, state_changed_at: now() })
      .where('account_id', '=', accountId)
      .execute();
    if (state === 'closed') await revokeAll(transaction, accountId, now());
    const details = { before, reason };
    await audit.add(transaction, { action: `account.${actions[state]}`, accountId, details });
    return true;
  });
}

const actions: Readonly<Record<AccountState, string>> = {
  active: 'resume',
  suspended: 'suspend',
  closed: 'close',
};

async function revokeAll(transaction: Kysely<StoreSchema>, accountId: string, now: number): Promise<void> {
  await transaction
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  await transaction.deleteFrom('webhooks').where('account_id', '=', accountId).execute();
  const paused = { state: 'paused', state_reason: 'The account was closed', next_at: null };
  await transaction.updateTable('schedules').set(paused).where('account_id', '=', accountId).execute();
}

/**
 * Deletes a closed account with its ledger; the audit log keeps its ID, not its name. Returns the number of deleted
 * rows; undefined when the account does not exist. Errors: `account_state_invalid` when the account is not closed, has
 * requests in flight, or owes charges that the billing provider has not received.
 */
export async function deleteAccount(
  { store, audit }: Means,
  accountId: string,
): Promise<{ rows: number } | undefined> {
  return await store.transaction(async (transaction) => {
    const query = transaction.selectFrom('accounts').select('state').where('account_id', '=', accountId);
    const row = await store.lock(query).executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.state !== 'closed') {
      throw new AppError(
        'account_state_invalid',
        `The account is ${row.state}: only a closed account can be deleted`,
        {
          hint: `Close it first: sdq account close --account ${accountId}`,
        },
      );
    }
    await refuseUnfinished(transaction, accountId);
    let rows = 0;
    for (const table of accountTables) {
      const ids = rowsOf(transaction, table, accountId);
      const { numDeletedRows } = await transaction
        .deleteFrom(table.table)
        .where(table.owner as never, 'in', ids as never)
        .executeTakeFirst();
      rows += Number(numDeletedRows);
    }
    await transaction
      .updateTable('audit_log')
      .set({ details: '{}' })
      .where('account_id', '=', accountId)
      .execute(); // details can name the person
    await audit.add(transaction, { action: 'account.delete', accountId, details: { rows } });
    return { rows };
  });
}

async function refuseUnfinished(transaction: Kysely<StoreSchema>, accountId: string): Promise<void> {
  const exists = async (table: 'holds' | 'meter_minutes' | 'meter_events') =>
    (await transaction
      .selectFrom(table)
      .select('account_id')
      .where('account_id', '=', accountId)
      .$if(table === 'meter_events', (query) => query.where('state' as never, '=', 'pending' as never))
      .limit(1)
      .executeTakeFirst()) !== undefined;
  if (await exists('holds')) {
    throw new AppError('account_state_invalid', 'The account has requests in flight', {
      hint: 'Try again when they have ended',
    });
  }
  if ((await exists('meter_minutes')) || (await exists('meter_events'))) {
    throw new AppError(
      'account_state_invalid',
      'The account has charges that the billing provider has not received',
      { hint: 'They are sent within minutes while the service runs. Try again later' },
    );
  }
}
