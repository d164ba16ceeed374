import { AppError } from '@sdq/contract';
import type { Insertable, Kysely } from 'kysely';
import { addNotifications } from '../alerts/add-notifications.ts';
import { endIdempotencyKeys, usedIdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { RetainedResponses } from '../idempotency/retained-responses.ts';
import { addPaidRows, type ResultOfAccount, readPaidRows } from '../paid-rows/stored-paid-rows.ts';
import type { HoldRow, StoreSchema } from '../store/schema.ts';
import { columnsOf, type LedgerTransaction, valuesOf } from '../store/statement-cache.ts';
import type { Store } from '../store/store.ts';
import { thisInstance } from './instance.ts';
import { LedgerBatch } from './ledger-batch.ts';
import type { Settlement } from './ledger-entry.ts';
import type { Operation, Outcome } from './operation.ts';
import { lockOwners } from './owners.ts';

/** The context of a batch. */
export interface BatchMeans {
  store: Store;
  kept: RetainedResponses;
  now: number;
}

/**
 * Applies operations in their order, within one transaction that the caller commits. The outcomes are in
 * the order of the operations; an operation whose outcome is an error has written nothing. A retry has one operation.
 */
export async function applyBatch(
  { store, kept, now }: BatchMeans,
  transaction: LedgerTransaction,
  operations: readonly Operation[],
  isRetry: boolean,
): Promise<Outcome[]> {
  const { kysely } = transaction;
  if (isRetry && (await wasReserved(kysely, operations))) return [{ ok: true, result: { ok: true } }];
  const holds = await takeHolds(transaction, operations);
  const reservations = operations.flatMap((each) => (each.kind === 'reserve' ? [each.reservation] : []));
  const keyIds = new Set([
    ...reservations.map(({ keyId }) => keyId),
    ...[...holds.values()].map((hold) => hold.key_id),
  ]);
  const { accounts, keys } = await lockOwners(store, transaction, [...keyIds], now);
  const names = reservations.flatMap(({ keyId, idempotency }) =>
    idempotency === undefined ? [] : [{ keyId, idempotencyKey: idempotency.key }],
  );
  const results = operations.flatMap((each) => resultOf(each, holds));
  const batch = new LedgerBatch(
    { accounts, keys },
    {
      usedIdempotencyKeys: await usedIdempotencyKeys(kysely, names, now),
      paid: await readPaidRows(transaction, results),
    },
    now,
  );
  const outcomes: Outcome[] = [];
  for (const operation of operations) outcomes.push(await apply(kysely, batch, operation, holds));
  await write(transaction, batch, kept);
  return outcomes;
}

/** The result of which an operation pays rows once; none for most operations. */
function resultOf(operation: Operation, holds: ReadonlyMap<string, HoldRow>): ResultOfAccount[] {
  if (operation.kind === 'reserve') {
    const { accountId, once } = operation.reservation;
    return once === undefined ? [] : [{ accountId, result: once.result }];
  }
  if (operation.kind !== 'settle' || operation.settlement.once === undefined) return [];
  const { requestId, once } = operation.settlement;
  const hold = holds.get(requestId);
  return hold === undefined ? [] : [{ accountId: hold.account_id, result: once.result }];
}

/** Whether a retried reservation was committed and only the response of the database was lost. */
async function wasReserved(kysely: Kysely<StoreSchema>, [operation]: readonly Operation[]): Promise<boolean> {
  if (operation?.kind !== 'reserve') return false;
  const { requestId } = operation.reservation;
  const hold = await kysely
    .selectFrom('holds')
    .select('holder')
    .where('request_id', '=', requestId)
    .where('holder', '=', thisInstance)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Deletes the reservations to end and returns them: only one caller can obtain and end a reservation. */
async function takeHolds(
  transaction: LedgerTransaction,
  operations: readonly Operation[],
): Promise<Map<string, HoldRow>> {
  const ids = operations.flatMap((each) => {
    if (each.kind === 'settle') return [each.settlement.requestId];
    return each.kind === 'release' ? [each.failure.requestId] : [];
  });
  if (ids.length === 0) return new Map();
  const rows = await transaction.run('take holds', ids, (kysely) =>
    kysely.deleteFrom('holds').where('request_id', 'in', ids).returningAll(),
  );
  return new Map(rows.map((row) => [row.request_id, row]));
}

async function apply(
  kysely: Kysely<StoreSchema>,
  batch: LedgerBatch,
  operation: Operation,
  holds: Map<string, HoldRow>,
): Promise<Outcome> {
  switch (operation.kind) {
    case 'reserve':
      try {
        return { ok: true, result: batch.reserve(operation.reservation) };
      } catch (error) {
        return { ok: false, error };
      }
    case 'settle': {
      const { settlement } = operation;
      const hold = holds.get(settlement.requestId);
      if (hold === undefined) return await settledBefore(kysely, settlement);
      holds.delete(settlement.requestId);
      return { ok: true, result: batch.settle(hold, settlement) };
    }
    case 'release': {
      const hold = holds.get(operation.failure.requestId);
      if (hold !== undefined) {
        holds.delete(operation.failure.requestId);
        batch.release(hold, operation.failure);
      }
      return { ok: true, result: undefined };
    }
    case 'undelivered':
      await kysely
        .updateTable('usage_ledger')
        .set({ delivered: 0 })
        .where('request_id', '=', operation.requestId)
        .execute();
      return { ok: true, result: undefined };
  }
}

/**
 * Handles a charge without a reservation. Either the charge was committed and only the response of the database was
 * lost, or another process considered this instance dead and released its reservations.
 */
async function settledBefore(
  kysely: Kysely<StoreSchema>,
  { requestId, units, records, once }: Settlement,
): Promise<Outcome> {
  const line = await kysely
    .selectFrom('usage_ledger')
    .select(['state', 'units', 'records', 'line_items', 'repeat_of'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (line?.state === 'settled' && line.records === records && (line.units === units || once !== undefined)) {
    const lineItems = JSON.parse(line.line_items) as object[];
    return { ok: true, result: { units: line.units, lineItems, repeatOf: line.repeat_of } };
  }
  const error = new AppError('service_unavailable', 'The reservation of this request was released', {
    retryAfterSeconds: 1,
  });
  return { ok: false, error };
}

async function write(
  transaction: LedgerTransaction,
  batch: LedgerBatch,
  kept: RetainedResponses,
): Promise<void> {
  await insertAll(transaction, 'holds', batch.holds);
  await insertAll(transaction, 'idempotency', batch.idempotencyKeysTaken);
  await insertAll(transaction, 'usage_ledger', batch.lines);
  await addPaidRows(transaction, batch.paidRows);
  if (batch.days.size > 0) await addDays(transaction, [...batch.days.values()]);
  if (batch.changed.size > 0) await writeFigures(transaction, batch);
  if (batch.meterMinutes.size > 0)
    await addMeterMinutes(transaction.kysely, [...batch.meterMinutes.values()]);
  await endIdempotencyKeys(transaction.kysely, batch.idempotencyKeysEnded, kept);
  await addNotifications(transaction.kysely, batch.crossings, batch.now);
}

async function insertAll<Table extends 'holds' | 'idempotency' | 'usage_ledger'>(
  transaction: LedgerTransaction,
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.run(`${table} ${columnsOf(rows)}`, valuesOf(rows), (kysely) =>
    kysely.insertInto(table as 'holds').values(rows as unknown as Insertable<StoreSchema['holds']>[]),
  );
}

async function addDays(
  transaction: LedgerTransaction,
  rows: readonly Insertable<StoreSchema['usage_days']>[],
): Promise<void> {
  await transaction.run('days', valuesOf(rows), (kysely) =>
    kysely
      .insertInto('usage_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'day', 'key_id', 'platform']).doUpdateSet((eb) => ({
          requests: eb('usage_days.requests', '+', eb.ref('excluded.requests')),
          failed: eb('usage_days.failed', '+', eb.ref('excluded.failed')),
          records: eb('usage_days.records', '+', eb.ref('excluded.records')),
          units: eb('usage_days.units', '+', eb.ref('excluded.units')),
        })),
      ),
  );
}

/** Writes absolute values: the accounts are locked, so they are unchanged since they were read. */
async function writeFigures(transaction: LedgerTransaction, batch: LedgerBatch): Promise<void> {
  const rows = [...batch.changed].map(([ownerId, figures]) => ({
    owner_id: ownerId,
    balance_units: figures.balanceUnits,
    reserved_units: figures.reservedUnits,
    period: figures.period,
    period_units: figures.periodUnits,
    alert_mark: figures.alertMark,
    last_used_at: figures.lastUsedAt,
  }));
  await transaction.run('figures', valuesOf(rows), (kysely) =>
    kysely
      .insertInto('balances')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('owner_id').doUpdateSet((eb) => ({
          balance_units: eb.ref('excluded.balance_units'),
          reserved_units: eb.ref('excluded.reserved_units'),
          period: eb.ref('excluded.period'),
          period_units: eb.ref('excluded.period_units'),
          alert_mark: eb.ref('excluded.alert_mark'),
          last_used_at: eb.ref('excluded.last_used_at'),
        })),
      ),
  );
}

async function addMeterMinutes(
  kysely: Kysely<StoreSchema>,
  rows: readonly Insertable<StoreSchema['meter_minutes']>[],
): Promise<void> {
  await kysely
    .insertInto('meter_minutes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'minute']).doUpdateSet((eb) => ({
        units: eb('meter_minutes.units', '+', eb.ref('excluded.units')),
      })),
    )
    .execute();
}
