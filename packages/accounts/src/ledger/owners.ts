import type { Transaction } from 'kysely';
import type { Plan } from '../account.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { periodOf } from './period.ts';

/** Running figures of an account or a key, as a transaction changes them. */
export interface Figures {
  balanceUnits: number;
  reservedUnits: number;
  period: string;
  periodUnits: number;
  alertMark: string | null;
  lastUsedAt: number | null;
}

/** An account whose row this transaction holds. */
export interface AccountOwner {
  accountId: string;
  plan: Plan;
  spendLimitUnits: number | null;
  alertUnits: number | null;
  emailNotifications: boolean;
  billingCustomer: string | null;
  figures: Figures;
}

/** A key of such an account. */
export interface KeyOwner {
  keyId: string;
  accountId: string;
  spendLimitUnits: number | null;
  isRevoked: boolean;
  figures: Figures;
}

/** Reads accounts and keeps them from other transactions, in one order everywhere, so that none wait in a circle. */
export async function lockAccounts(
  { lock }: Store,
  transaction: Transaction<StoreSchema>,
  accountIds: readonly string[],
  now: number,
): Promise<Map<string, AccountOwner>> {
  const query = transaction
    .selectFrom('balances')
    .innerJoin('accounts', 'accounts.account_id', 'balances.owner_id')
    .select([
      'accounts.account_id',
      'plan',
      'spend_limit_units',
      'alert_units',
      'settings',
      'billing_customer',
    ])
    .select(figureColumns)
    .where('owner_id', 'in', accountIds)
    .orderBy('owner_id');
  const rows = await (lock(query as never) as typeof query).execute();
  const owners = rows.map((row) => ({
    accountId: row.account_id,
    plan: row.plan as Plan,
    spendLimitUnits: row.spend_limit_units,
    alertUnits: row.alert_units,
    emailNotifications: (JSON.parse(row.settings) as { emailNotifications: boolean }).emailNotifications,
    billingCustomer: row.billing_customer,
    figures: toFigures(row),
  }));
  for (const owner of owners) {
    await turnPeriod(transaction, 'account_id', owner.accountId, owner.figures, now);
  }
  return new Map(owners.map((owner) => [owner.accountId, owner]));
}

/** Reads keys of locked accounts: who holds the account may change its keys' figures. */
export async function readKeys(
  transaction: Transaction<StoreSchema>,
  keyIds: readonly string[],
  now: number,
): Promise<Map<string, KeyOwner>> {
  const rows = await transaction
    .selectFrom('balances')
    .innerJoin('api_keys', 'api_keys.key_id', 'balances.owner_id')
    .select(['api_keys.key_id', 'api_keys.account_id', 'spend_limit_units', 'revoked_at'])
    .select(figureColumns)
    .where('owner_id', 'in', keyIds)
    .execute();
  const owners = rows.map((row) => ({
    keyId: row.key_id,
    accountId: row.account_id,
    spendLimitUnits: row.spend_limit_units,
    isRevoked: row.revoked_at !== null,
    figures: toFigures(row),
  }));
  for (const owner of owners) await turnPeriod(transaction, 'key_id', owner.keyId, owner.figures, now);
  return new Map(owners.map((owner) => [owner.keyId, owner]));
}

const figureColumns = [
  'balance_units',
  'reserved_units',
  'period',
  'period_units',
  'alert_mark',
  'last_used_at',
] as const;

function toFigures(row: {
  balance_units: number;
  reserved_units: number;
  period: string;
  period_units: number;
  alert_mark: string | null;
  last_used_at: number | null;
}): Figures {
  return {
    balanceUnits: row.balance_units,
    reservedUnits: row.reserved_units,
    period: row.period,
    periodUnits: row.period_units,
    alertMark: row.alert_mark,
    lastUsedAt: row.last_used_at,
  };
}

/**
 * Brings the period's sum to the period that the clock says, from the ledger's days: so it is right even when the
 * clock was set back over the end of a month and forward again.
 */
async function turnPeriod(
  transaction: Transaction<StoreSchema>,
  column: 'account_id' | 'key_id',
  ownerId: string,
  figures: Figures,
  now: number,
): Promise<void> {
  const period = periodOf(now);
  if (figures.period === period) return;
  const { units } = await transaction
    .selectFrom('usage_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('units'), eb.lit(0)).as('units'))
    .where(column, '=', ownerId)
    .where('day', '>=', `${period}-01`)
    .where('day', '<=', `${period}-31`)
    .executeTakeFirstOrThrow();
  figures.period = period;
  figures.periodUnits = Number(units);
}
