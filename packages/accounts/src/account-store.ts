import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import type { Account, AccountSettings } from './accounts.ts';
import type { AccountRow, StoreSchema } from './store/schema.ts';

/** $5.0000, for a first look around. */
const startingBalanceUnits = 50_000;
const startingSettings: AccountSettings = {
  emailNotifications: true,
  usageAlerts: true,
  alertThreshold: null,
};

/** Puts a new account in place. */
export async function insertAccount(
  db: Kysely<StoreSchema>,
  account: { name: string; email: string; balanceUnits?: number },
  now: number,
): Promise<Account> {
  const balanceUnits = account.balanceUnits ?? startingBalanceUnits;
  if (!Number.isSafeInteger(balanceUnits)) throw new RangeError(`${balanceUnits} is not an amount of units`);
  const row: AccountRow = {
    account_id: `acct_${ulid(now)}`,
    name: account.name,
    email: account.email,
    settings: JSON.stringify(startingSettings),
    plan: 'prepaid',
    balance_units: balanceUnits,
    reserved_units: 0,
    spend_limit_units: null,
    created_at: now,
  };
  await db.insertInto('accounts').values(row).execute();
  return toAccount(row);
}

export async function findAccount(db: Kysely<StoreSchema>, accountId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

/** Oldest first. */
export async function listAccounts(db: Kysely<StoreSchema>, limit: number): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('account_id').limit(limit).execute();
  return rows.map(toAccount);
}

function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    settings: JSON.parse(row.settings) as AccountSettings,
    plan: row.plan,
    balanceUnits: row.balance_units,
    reservedUnits: row.reserved_units,
    spendLimitUnits: row.spend_limit_units,
    createdAt: new Date(row.created_at),
  };
}
