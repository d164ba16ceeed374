import assert from 'node:assert/strict';
import type { Kysely, Transaction } from 'kysely';
import type { Failure, Reservation, Settlement } from '../accounts.ts';
import type { StoreSchema, UsageRow } from '../store/schema.ts';
import { isAbandoned, thisHolder } from './holder.ts';

/** Holds the worst case of a request back from its account's balance, if the balance covers it. */
export async function reserve(
  db: Kysely<StoreSchema>,
  reservation: Reservation,
  now: number,
): Promise<{ ok: true } | { ok: false; availableUnits: number }> {
  assert(Number.isSafeInteger(reservation.units) && reservation.units >= 0);
  return await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .updateTable('accounts')
      .set((eb) => ({ reserved_units: eb('reserved_units', '+', reservation.units) }))
      .where('account_id', '=', reservation.accountId)
      .where((eb) => eb(eb('balance_units', '-', eb.ref('reserved_units')), '>=', reservation.units))
      .returning('account_id')
      .executeTakeFirst();
    if (account === undefined) {
      return { ok: false, availableUnits: await availableUnits(transaction, reservation.accountId) };
    }
    await transaction
      .insertInto('usage_ledger')
      .values({
        request_id: reservation.requestId,
        account_id: reservation.accountId,
        key_id: reservation.keyId,
        platform: reservation.platform,
        endpoint: reservation.endpoint,
        method: reservation.method,
        state: 'reserved',
        holder: thisHolder,
        status: null,
        error_code: null,
        records: 0,
        line_items: '[]',
        units: 0,
        reserved_units: reservation.units,
        price_version: reservation.priceVersion,
        snapshot_id: null,
        delivered: 1,
        created_at: now,
        settled_at: null,
        duration_ms: null,
      })
      .execute();
    return { ok: true };
  });
}

async function availableUnits(transaction: Transaction<StoreSchema>, accountId: string): Promise<number> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['balance_units', 'reserved_units'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return account.balance_units - account.reserved_units;
}

/** Charges what was delivered, gives the rest of the reservation back, and notes the key's use. */
export async function settle(db: Kysely<StoreSchema>, settlement: Settlement, now: number): Promise<void> {
  assert(Number.isSafeInteger(settlement.units) && settlement.units >= 0);
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('usage_ledger')
      .set({
        state: 'settled',
        status: settlement.status,
        records: settlement.records,
        units: settlement.units,
        line_items: JSON.stringify(settlement.lineItems),
        snapshot_id: settlement.snapshotId,
        duration_ms: Math.round(settlement.durationMs),
        settled_at: now,
      })
      .where('request_id', '=', settlement.requestId)
      .where('state', '=', 'reserved')
      .returning(['account_id', 'key_id', 'reserved_units'])
      .executeTakeFirst();
    assert(row !== undefined, `${settlement.requestId} is not reserved`);
    assert(settlement.units <= row.reserved_units, `${settlement.requestId} costs more than was reserved`);
    await giveBack(transaction, row, settlement.units);
    await transaction
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('key_id', '=', row.key_id)
      .execute();
  });
}

/** Ends a reservation without a charge; nothing happens when it has ended. */
export async function release(db: Kysely<StoreSchema>, failure: Failure, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('usage_ledger')
      .set({
        state: 'released',
        status: failure.status,
        error_code: failure.errorCode,
        duration_ms: Math.round(failure.durationMs),
        settled_at: now,
      })
      .where('request_id', '=', failure.requestId)
      .where('state', '=', 'reserved')
      .returning(['account_id', 'reserved_units'])
      .executeTakeFirst();
    if (row !== undefined) await giveBack(transaction, row, 0);
  });
}

/** Releases the reservations of processes that have ended; says how many. */
export async function releaseAbandoned(db: Kysely<StoreSchema>, now: number): Promise<number> {
  const rows = await db
    .selectFrom('usage_ledger')
    .select(['request_id', 'holder', 'created_at'])
    .where('state', '=', 'reserved')
    .execute();
  const abandoned = rows.filter((row) => isAbandoned(row.holder));
  for (const row of abandoned) {
    const durationMs = Math.max(0, now - row.created_at);
    await release(
      db,
      { requestId: row.request_id, status: 500, errorCode: 'internal_error', durationMs },
      now,
    );
  }
  return abandoned.length;
}

export async function markUndelivered(db: Kysely<StoreSchema>, requestId: string): Promise<void> {
  await db.updateTable('usage_ledger').set({ delivered: 0 }).where('request_id', '=', requestId).execute();
}

/** Takes a reservation off its account and charges `units` of it. */
async function giveBack(
  transaction: Transaction<StoreSchema>,
  row: Pick<UsageRow, 'account_id' | 'reserved_units'>,
  units: number,
): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set((eb) => ({
      reserved_units: eb('reserved_units', '-', row.reserved_units),
      balance_units: eb('balance_units', '-', units),
    }))
    .where('account_id', '=', row.account_id)
    .execute();
}
