import type { Platform } from '@sdq/contract';
import type { Kysely } from 'kysely';
import type { UsageRecord, UsageTotals } from '../accounts.ts';
import type { StoreSchema, UsageRow } from '../store/schema.ts';

/** An account's priced requests, newest first. */
export async function listUsage(
  db: Kysely<StoreSchema>,
  accountId: string,
  limit: number,
): Promise<UsageRecord[]> {
  const rows = await db
    .selectFrom('usage_ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toUsageRecord);
}

/** The sums over everything that was settled. */
export async function usageTotals(db: Kysely<StoreSchema>, accountId: string): Promise<UsageTotals> {
  const totals = await db
    .selectFrom('usage_ledger')
    .select((eb) => [
      eb.fn.countAll<number>().as('requests'),
      eb.fn.sum<number | null>('records').as('records'),
      eb.fn.sum<number | null>('units').as('units'),
    ])
    .where('account_id', '=', accountId)
    .where('state', '=', 'settled')
    .executeTakeFirstOrThrow();
  return {
    requests: Number(totals.requests),
    records: Number(totals.records ?? 0),
    units: Number(totals.units ?? 0),
  };
}

function toUsageRecord(row: UsageRow): UsageRecord {
  return {
    requestId: row.request_id,
    createdAt: new Date(row.created_at),
    keyId: row.key_id,
    platform: row.platform as Platform | null,
    endpoint: row.endpoint,
    method: row.method,
    state: row.state,
    status: row.status,
    errorCode: row.error_code,
    records: row.records,
    units: row.units,
    lineItems: JSON.parse(row.line_items) as object[],
    priceVersion: row.price_version,
    snapshotId: row.snapshot_id,
    delivered: row.delivered === 1,
    durationMs: row.duration_ms,
  };
}
