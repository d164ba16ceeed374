import type { Insertable } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import { columnsOf, type LedgerTransaction, valuesOf } from '../store/statement-cache.ts';
import type { Store } from '../store/store.ts';
import { type PaidRange, paidForMs, rowsIn, unpaidParts } from './paid-rows.ts';

/** A result of an account. */
export interface ResultOfAccount {
  accountId: string;
  result: string;
}

export type PaidRows = Map<string, PaidRange[]>;

/** The key of a result in {@link PaidRows}. */
export function paidRowsKey({ accountId, result }: ResultOfAccount): string {
  return `${accountId} ${result}`;
}

/** What was paid of these results. The accounts must be locked, so that it stays so until the transaction ends. */
export async function readPaidRows(
  transaction: LedgerTransaction,
  results: readonly ResultOfAccount[],
): Promise<PaidRows> {
  const paid: PaidRows = new Map();
  if (results.length === 0) return paid;
  const accountIds = [...new Set(results.map(({ accountId }) => accountId))];
  const resultIds = [...new Set(results.map(({ result }) => result))];
  const name = `paid rows of ${accountIds.length}`;
  const rows = await transaction.run(name, [...accountIds, ...resultIds], (kysely) =>
    kysely
      .selectFrom('paid_rows')
      .selectAll()
      .where('account_id', 'in', accountIds)
      .where('result_id', 'in', resultIds),
  );
  for (const row of rows) {
    const key = paidRowsKey({ accountId: row.account_id, result: row.result_id });
    const { request_id: requestId, first_row: first, end_row: end, paid_at: paidAt } = row;
    const ranges = paid.get(key) ?? [];
    ranges.push({ requestId, first: Number(first), end: Number(end), paidAt: Number(paidAt) });
    paid.set(key, ranges);
  }
  return paid;
}

export async function addPaidRows(
  transaction: LedgerTransaction,
  rows: readonly Insertable<StoreSchema['paid_rows']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.run(`paid_rows ${columnsOf(rows)}`, valuesOf(rows), (kysely) =>
    kysely.insertInto('paid_rows').values(rows),
  );
}

/** How many of some rows of a result are not paid. */
export async function countUnpaid(
  { db }: Store,
  accountId: string,
  { result, first, records }: { result: string; first: number; records: number },
  now: number,
): Promise<number> {
  const rows = await db
    .selectFrom('paid_rows')
    .select(['request_id as requestId', 'first_row as first', 'end_row as end', 'paid_at as paidAt'])
    .where('account_id', '=', accountId)
    .where('result_id', '=', result)
    .execute();
  return rowsIn(unpaidParts(rows, { first, end: first + records, since: now - paidForMs }));
}

/** Deletes what has long expired: requests that run still count what was paid when they began. */
export async function dropOldPaidRows({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  await db
    .deleteFrom('paid_rows')
    .where('paid_at', '<=', now - 2 * paidForMs)
    .execute();
}
