import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A stored sum that differs from the sum of its rows. In units, or numbers of entries. */
export interface Disagreement {
  accountId: string;
  what: 'balance' | 'day' | 'reservations of the account' | 'reservations of a key';
  /** The day or the key; null for a sum of the account. */
  which: string | null;
  kept: number;
  counted: number;
}

/** The result of verifying the ledger of all accounts. */
export interface LedgerReport {
  accounts: number;
  lines: number;
  creditUnits: number;
  chargedUnits: number;
  /** Reservations in progress, or abandoned and not yet released. */
  reservations: number;
  /** Empty when every stored sum equals the sum of its rows. */
  disagreements: Disagreement[];
  /** Errors that the integrity check of the database reports. */
  damage: string[];
}

type Sums = Map<string, number>;

/**
 * Verifies the ledger: compares credits and entries with balances, entries with daily sums, and reservations with
 * reserved units. It reads one snapshot of the database, while others can write; millions of entries take some seconds.
 */
export async function verifyLedger(store: Store): Promise<LedgerReport> {
  return await store.snapshot(async (db) => {
    const credits = await sumsBy(db, 'credits', sql`account_id`, sql`units`);
    const charges = await sumsBy(db, 'usage_ledger', sql`account_id`, sql`units`);
    const accounts = await db.selectFrom('accounts').select('account_id').execute();
    const balances = await db
      .selectFrom('balances')
      .select(['owner_id', 'balance_units', 'reserved_units'])
      .execute();
    const balanceOf = new Map(balances.map((row) => [row.owner_id, row]));
    const disagreements: Disagreement[] = [];
    const compare = (found: Disagreement) => {
      if (found.kept !== found.counted) disagreements.push(found);
    };
    for (const { account_id: accountId } of accounts) {
      const counted = (credits.get(accountId) ?? 0) - (charges.get(accountId) ?? 0);
      const kept = balanceOf.get(accountId)?.balance_units ?? Number.NaN;
      compare({ accountId, what: 'balance', which: null, kept, counted });
    }
    for (const found of await compareDays(db)) compare(found);
    const holds = await sumsBy(db, 'holds', sql`account_id`, sql`units`);
    const holdsOfKeys = await sumsBy(db, 'holds', sql`key_id`, sql`units`);
    const keys = await db.selectFrom('api_keys').select(['key_id', 'account_id']).execute();
    const keptFor = (ownerId: string) => balanceOf.get(ownerId)?.reserved_units ?? Number.NaN;
    for (const { account_id: accountId } of accounts) {
      const counted = holds.get(accountId) ?? 0;
      const kept = keptFor(accountId);
      compare({ accountId, what: 'reservations of the account', which: null, kept, counted });
    }
    for (const { key_id: keyId, account_id: accountId } of keys) {
      const counted = holdsOfKeys.get(keyId) ?? 0;
      const kept = keptFor(keyId);
      compare({ accountId, what: 'reservations of a key', which: keyId, kept, counted });
    }
    return {
      accounts: accounts.length,
      lines: await count(db, 'usage_ledger'),
      creditUnits: totalOf(credits),
      chargedUnits: totalOf(charges),
      reservations: await count(db, 'holds'),
      disagreements,
      damage: await store.damage(db),
    };
  });
}

/** The stored and recomputed sums of every day: the cost and the number of entries. */
async function compareDays(db: Kysely<StoreSchema>): Promise<Disagreement[]> {
  const dayMs = 86_400_000;
  // both databases use integer division
  const lineDay = sql<string>`account_id || ' ' || (created_at / ${sql.lit(dayMs)})`;
  const keptDay = sql<string>`account_id || ' ' || day`;
  const found: Disagreement[] = [];
  for (const [ofLines, ofDays] of [
    [sql`units`, sql`units`],
    [sql`1`, sql`requests`],
  ] as const) {
    const counted = new Map(
      [...(await sumsBy(db, 'usage_ledger', lineDay, ofLines))].map(([name, sum]) => {
        const [accountId, day] = name.split(' ');
        return [`${accountId} ${new Date(Number(day) * dayMs).toISOString().slice(0, 10)}`, sum];
      }),
    );
    const kept = await sumsBy(db, 'usage_days', keptDay, ofDays);
    for (const name of new Set([...counted.keys(), ...kept.keys()])) {
      const [accountId = '', day = ''] = name.split(' ');
      found.push({
        accountId,
        what: 'day',
        which: day,
        kept: kept.get(name) ?? 0,
        counted: counted.get(name) ?? 0,
      });
    }
  }
  return found;
}

async function sumsBy(
  db: Kysely<StoreSchema>,
  table: 'credits' | 'usage_ledger' | 'usage_days' | 'holds',
  name: ReturnType<typeof sql>,
  value: ReturnType<typeof sql>,
): Promise<Sums> {
  const { rows } = await sql<{ name: string; total: number }>`
    SELECT ${name} AS name, sum(${value}) AS total FROM ${sql.table(table)} GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.name, Number(row.total)]));
}

async function count(db: Kysely<StoreSchema>, table: 'usage_ledger' | 'holds'): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function totalOf(sums: Sums): number {
  return [...sums.values()].reduce((total, sum) => total + sum, 0);
}
