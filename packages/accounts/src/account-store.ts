import type { Transaction } from 'kysely';
import type { Account, AccountChanges, AccountSettings, AccountState, Plan } from './account.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { unitsReaching } from './money.ts';
import { orderedId } from './store/ordered-id.ts';
import type { AccountRow, BalanceRow, StoreSchema } from './store/schema.ts';
import type { Store } from './store/store.ts';

/** The credit of a new account: $5.0000. */
const startingBalanceUnits = 50_000;
const startingSettings: AccountSettings = {
  emailNotifications: true,
  usageAlerts: true,
  alertThreshold: null,
};

export interface NewAccount {
  name: string;
  email: string;
  /** Starting balance in units of $0.0001; default $5.0000. */
  balanceUnits?: number;
}

/** Inserts a new account and returns its ID. */
export async function insertAccount(
  store: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  { name, email, balanceUnits = startingBalanceUnits }: NewAccount,
  now: number,
): Promise<string> {
  const accountId = orderedId('acct', now);
  await transaction
    .insertInto('accounts')
    .values({
      account_id: accountId,
      name,
      email,
      settings: JSON.stringify(startingSettings),
      plan: 'prepaid' satisfies Plan,
      spend_limit_units: null,
      alert_units: null,
      billing_customer: null,
      created_at: now,
    })
    .execute();
  await insertFigures(transaction, accountId);
  await addCredit(store, transaction, accountId, balanceUnits, 'opening balance', now);
  return accountId;
}

/** Inserts the zero balance of a new account or key. */
export async function insertFigures(transaction: Transaction<StoreSchema>, ownerId: string): Promise<void> {
  await transaction
    .insertInto('balances')
    .values({
      owner_id: ownerId,
      balance_units: 0,
      reserved_units: 0,
      period: '',
      period_units: 0,
      alert_mark: null,
      last_used_at: null,
    })
    .execute();
}

/**
 * Adds a credit to a balance, or corrects the balance with a negative amount; returns whether the account exists.
 * Throws a RangeError when the balance would exceed the safe integers.
 */
export async function addCredit(
  store: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  accountId: string,
  units: number,
  reason: string,
  now: number,
): Promise<boolean> {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number of units`);
  const query = transaction.selectFrom('balances').select('balance_units').where('owner_id', '=', accountId);
  const before = await store.lock(query).executeTakeFirst();
  if (before === undefined) return false;
  const balanceUnits = before.balance_units + units;
  if (!Number.isSafeInteger(balanceUnits))
    throw new RangeError('The balance would exceed the largest exact amount');
  await transaction
    .updateTable('balances')
    .set({ balance_units: balanceUnits })
    .where('owner_id', '=', accountId)
    .execute();
  await transaction
    .insertInto('credits')
    .values({ credit_id: orderedId('crd', now), account_id: accountId, units, reason, created_at: now })
    .execute();
  return true;
}

export async function findAccount({ db }: Store, accountId: string): Promise<Account | undefined> {
  const row = await accountRows(db).where('account_id', '=', accountId).executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

/** Oldest first. */
export async function listAccounts({ db }: Store, limit: number): Promise<Account[]> {
  const rows = await accountRows(db).orderBy('account_id').limit(limit).execute();
  return rows.map(toAccount);
}

/** Changes the given fields, and of the settings the given keys; undefined when the account does not exist. */
export async function updateAccount(
  store: Store,
  audit: AuditLog,
  accountId: string,
  changes: AccountChanges,
): Promise<Account | undefined> {
  await store.transaction(async (transaction) => {
    const query = transaction.selectFrom('accounts').select('settings').where('account_id', '=', accountId);
    const row = await store.lock(query).executeTakeFirst();
    if (row === undefined) return;
    const settings = { ...(JSON.parse(row.settings) as AccountSettings), ...changes.settings };
    await transaction
      .updateTable('accounts')
      .set({
        settings: JSON.stringify(settings),
        alert_units: alertUnitsOf(settings),
        ...(changes.name !== undefined && { name: changes.name }),
        ...(changes.plan !== undefined && { plan: changes.plan }),
        ...(changes.spendLimitUnits !== undefined && { spend_limit_units: changes.spendLimitUnits }),
        ...(changes.billingCustomer !== undefined && { billing_customer: changes.billingCustomer }),
      })
      .where('account_id', '=', accountId)
      .execute();
    await audit.add(transaction, { action: 'account.update', accountId, details: { ...changes } });
  });
  return await findAccount(store, accountId);
}

function alertUnitsOf({ usageAlerts, alertThreshold }: AccountSettings): number | null {
  return usageAlerts && alertThreshold !== null ? unitsReaching(alertThreshold) : null;
}

function accountRows(db: Store['db']) {
  return db
    .selectFrom('accounts')
    .innerJoin('balances', 'balances.owner_id', 'accounts.account_id')
    .selectAll('accounts')
    .select(['balance_units', 'reserved_units']);
}

function toAccount(row: AccountRow & Pick<BalanceRow, 'balance_units' | 'reserved_units'>): Account {
  return {
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    settings: JSON.parse(row.settings) as AccountSettings,
    plan: row.plan as Plan,
    balanceUnits: row.balance_units,
    reservedUnits: row.reserved_units,
    spendLimitUnits: row.spend_limit_units,
    billingCustomer: row.billing_customer,
    createdAt: new Date(row.created_at),
    state: row.state as AccountState,
    stateReason: row.state_reason,
  };
}
