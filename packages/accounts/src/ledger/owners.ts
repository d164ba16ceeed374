import type { Kysely } from 'kysely';
import type { AccountState, Plan } from '../account.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { LedgerTransaction } from '../store/statement-cache.ts';
import type { Store } from '../store/store.ts';
import { dayOf, periodOf } from './period.ts';

/** The balance and sums of an account or a key within a transaction. */
export interface Figures {
  balanceUnits: number;
  reservedUnits: number;
  period: string;
  periodUnits: number;
  alertMark: string | null;
  lastUsedAt: number | null;
}

/** An account that this transaction has locked. */
export interface AccountOwner {
  accountId: string;
  plan: Plan;
  spendLimitUnits: number | null;
  alertUnits: number | null;
  billingCustomer: string | null;
  state: AccountState;
  figures: Figures;
}

/** A key of a locked account. */
export interface KeyOwner {
  keyId: string;
  accountId: string;
  spendLimitUnits: number | null;
  /** Its limit per UTC day, and what it was charged today. */
  day: { limitUnits: number; units: number } | null;
  isRevoked: boolean;
  figures: Figures;
}

export interface Owners {
  accounts: Map<string, AccountOwner>;
  keys: Map<string, KeyOwner>;
}

/**
 * Reads keys and their accounts, and locks the figures of both; nobody locks those of a key before its account’s. Accounts are
 * always locked in the same order, which prevents deadlocks.
 */
export async function lockOwners(
  store: Store,
  transaction: LedgerTransaction,
  keyIds: readonly string[],
  now: number,
): Promise<Owners> {
  const owners: Owners = { accounts: new Map(), keys: new Map() };
  if (keyIds.length === 0) return owners;
  for (const row of await readOwners(store, transaction, keyIds)) {
    owners.keys.set(row.key_id, {
      keyId: row.key_id,
      accountId: row.account_id,
      spendLimitUnits: row.key_limit,
      day: row.day_limit === null ? null : { limitUnits: row.day_limit, units: 0 },
      isRevoked: row.revoked_at !== null,
      figures: {
        balanceUnits: row.key_balance,
        reservedUnits: row.key_reserved,
        period: row.key_period,
        periodUnits: row.key_period_units,
        alertMark: null,
        lastUsedAt: row.last_used_at,
      },
    });
    if (owners.accounts.has(row.account_id)) continue;
    owners.accounts.set(row.account_id, {
      accountId: row.account_id,
      plan: row.plan as Plan,
      spendLimitUnits: row.account_limit,
      alertUnits: row.alert_units,
      billingCustomer: row.billing_customer,
      state: row.state as AccountState,
      figures: {
        balanceUnits: row.balance_units,
        reservedUnits: row.reserved_units,
        period: row.period,
        periodUnits: row.period_units,
        alertMark: row.alert_mark,
        lastUsedAt: null,
      },
    });
  }
  const period = periodOf(now);
  for (const owner of [...owners.accounts.values(), ...owners.keys.values()]) {
    if (owner.figures.period !== period) await rollOverPeriod(transaction.kysely, owner, period);
  }
  for (const { keyId, accountId, day } of owners.keys.values()) {
    if (day !== null) day.units = await unitsOfDay(transaction.kysely, { accountId, keyId, day: dayOf(now) });
  }
  return owners;
}

async function readOwners(store: Store, transaction: LedgerTransaction, keyIds: readonly string[]) {
  // PostgreSQL reads again only what it locks: other rows stay as they were before it waited for the lock
  const locked = ['ab', 'kb'];
  return await transaction.run('owners', keyIds, (kysely) => store.lock(ownersOf(kysely, keyIds), locked));
}

function ownersOf(kysely: Kysely<StoreSchema>, keyIds: readonly string[]) {
  return kysely
    .selectFrom('balances as ab')
    .innerJoin('accounts as a', 'a.account_id', 'ab.owner_id')
    .innerJoin('api_keys as k', 'k.account_id', 'a.account_id')
    .innerJoin('balances as kb', 'kb.owner_id', 'k.key_id')
    .select(['k.key_id', 'k.account_id', 'k.revoked_at', 'k.spend_limit_units as key_limit'])
    .select('k.day_limit_units as day_limit')
    .select(['kb.balance_units as key_balance', 'kb.reserved_units as key_reserved', 'kb.last_used_at'])
    .select(['kb.period as key_period', 'kb.period_units as key_period_units'])
    .select([
      'a.plan',
      'a.spend_limit_units as account_limit',
      'a.alert_units',
      'a.billing_customer',
      'a.state',
    ])
    .select(['ab.balance_units', 'ab.reserved_units', 'ab.period', 'ab.period_units', 'ab.alert_mark'])
    .where('k.key_id', 'in', keyIds)
    .orderBy('ab.owner_id');
}

/**
 * Recomputes the sum of the current period from the daily sums of the ledger, so that it is right even when the clock
 * is set back over the end of a month and forward again.
 */
async function rollOverPeriod(
  kysely: Kysely<StoreSchema>,
  { accountId, figures, ...owner }: AccountOwner | KeyOwner,
  period: string,
): Promise<void> {
  const { units } = await kysely
    .selectFrom('usage_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('units'), eb.lit(0)).as('units'))
    .where('account_id', '=', accountId)
    .$if('keyId' in owner, (query) => query.where('key_id', '=', (owner as KeyOwner).keyId))
    .where('day', '>=', `${period}-01`)
    .where('day', '<=', `${period}-31`)
    .executeTakeFirstOrThrow();
  figures.period = period;
  figures.periodUnits = Number(units);
}

/** What a key was charged on a UTC day. */
async function unitsOfDay(
  kysely: Kysely<StoreSchema>,
  { accountId, keyId, day }: { accountId: string; keyId: string; day: string },
): Promise<number> {
  const { units } = await kysely
    .selectFrom('usage_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('units'), eb.lit(0)).as('units'))
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  return Number(units);
}
