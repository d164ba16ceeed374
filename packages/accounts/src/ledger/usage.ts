import type { Platform } from '@sdq/contract';
import type { Store } from '../store/store.ts';
import type { UsageRecord } from './ledger-entry.ts';
import type { DayRange, UsageDay, UsageTotals, UsageWindow } from './usage-figures.ts';

const linesDefault = 100;

/** Ledger entries of an account, newest first. */
export async function listUsage(
  { db }: Store,
  accountId: string,
  { start, end, keyId, after, limit = linesDefault, ...filter }: UsageWindow,
): Promise<UsageRecord[]> {
  let query = lines(db).where('l.account_id', '=', accountId);
  if (start !== undefined) query = query.where('l.created_at', '>=', start.getTime());
  if (end !== undefined) query = query.where('l.created_at', '<', end.getTime());
  if (keyId !== undefined) query = query.where('l.key_id', '=', keyId);
  const { platform, endpoint, state, errorCode, unitsMin } = filter;
  if (platform !== undefined) query = query.where('l.platform', '=', platform);
  if (endpoint !== undefined) query = query.where('l.endpoint', '=', endpoint);
  if (state !== undefined) query = query.where('l.state', '=', state);
  if (errorCode !== undefined) query = query.where('l.error_code', '=', errorCode);
  if (unitsMin !== undefined) query = query.where('l.units', '>=', unitsMin);
  if (after !== undefined) {
    const at = after.createdAt.getTime();
    query = query.where((eb) =>
      eb.or([
        eb('l.created_at', '<', at),
        eb.and([eb('l.created_at', '=', at), eb('l.request_id', '<', after.requestId)]),
      ]),
    );
  }
  const rows = await query
    .orderBy('l.created_at', 'desc')
    .orderBy('l.request_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toUsageRecord);
}

/** One ledger entry, if it belongs to this account. */
export async function findUsage(
  { db }: Store,
  accountId: string,
  requestId: string,
): Promise<UsageRecord | undefined> {
  const row = await lines(db)
    .where('l.account_id', '=', accountId)
    .where('l.request_id', '=', requestId)
    .executeTakeFirst();
  return row === undefined ? undefined : toUsageRecord(row);
}

function lines(db: Store['db']) {
  return db
    .selectFrom('usage_ledger as l')
    .innerJoin('api_keys as k', 'k.key_id', 'l.key_id')
    .selectAll('l')
    .select('k.name as key_name');
}

type Line = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number];

function toUsageRecord(row: Line): UsageRecord {
  return {
    requestId: row.request_id,
    accountId: row.account_id,
    createdAt: new Date(row.created_at),
    keyId: row.key_id,
    keyName: row.key_name,
    platform: row.platform as Platform | null,
    endpoint: row.endpoint,
    method: row.method,
    state: row.state,
    status: row.status,
    errorCode: row.error_code,
    records: row.records,
    units: row.units,
    addons: JSON.parse(row.addons) as Record<string, number>,
    lineItems: JSON.parse(row.line_items) as object[],
    priceVersion: row.price_version,
    snapshotId: row.snapshot_id,
    delivered: row.delivered === 1,
    durationMs: row.duration_ms,
    repeatOf: row.repeat_of,
  };
}

/** Totals by day, oldest first; days without requests are omitted. */
export async function sumByDay(store: Store, accountId: string, days: DayRange): Promise<UsageDay[]> {
  const rows = await sums(store, accountId, days).select('day').groupBy('day').orderBy('day').execute();
  return rows.map((row) => ({ day: row.day, ...toTotals(row) }));
}

/** Totals by platform; requests without a platform are under ''. */
export async function sumByPlatform(
  store: Store,
  accountId: string,
  days: DayRange,
): Promise<Map<string, UsageTotals>> {
  const rows = await sums(store, accountId, days).select('platform').groupBy('platform').execute();
  return new Map(rows.map((row) => [row.platform, toTotals(row)]));
}

function sums({ db }: Store, accountId: string, { first, last, keyId }: DayRange) {
  return db
    .selectFrom('usage_days')
    .select((eb) => [
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<number>('failed').as('failed'),
      eb.fn.sum<number>('records').as('records'),
      eb.fn.sum<number>('units').as('units'),
    ])
    .where('account_id', '=', accountId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''));
}

function toTotals({ requests, failed, records, units }: UsageTotals): UsageTotals {
  return {
    requests: Number(requests),
    failed: Number(failed),
    records: Number(records),
    units: Number(units),
  };
}
