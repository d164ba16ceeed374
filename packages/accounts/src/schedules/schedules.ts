import { AppError } from '@sdq/contract';
import type { Kysely, Transaction } from 'kysely';
import { insertKey } from '../keys/key-store.ts';
import type { PepperRing } from '../keys/pepper-ring.ts';
import { deleteSavedResults } from '../saved/kept-results.ts';
import { lockAccount, refuseBeyond, savedLimits } from '../saved/saved-limits.ts';
import { findSavedQuery } from '../saved/saved-queries.ts';
import type { ScheduleRow } from '../store/saved-schema.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { readCron } from './cron.ts';
import { type Schedule, type ScheduleRun, type ScheduleTerms, toRun, toSchedule } from './schedule.ts';

/** Which schedule of which query. */
export interface NamedSchedule {
  queryId: string;
  scheduleId: string;
}

export type ScheduleChanges = Partial<ScheduleTerms> & { state?: Schedule['state'] };

/**
 * Undefined when the account has no such query. Errors: `schedule_invalid`, `saved_limit_reached`,
 * `webhook_not_found`.
 */
export async function insertSchedule(
  store: Store,
  transaction: Transaction<StoreSchema>,
  peppers: PepperRing,
  accountId: string,
  { queryId, terms }: { queryId: string; terms: ScheduleTerms },
  now: number,
): Promise<Schedule | undefined> {
  const { firstAt } = readCron(terms.cron, now);
  await lockAccount(store, transaction, accountId);
  const query = await findSavedQuery({ db: transaction }, accountId, queryId);
  if (query === undefined) return undefined;
  const { schedules } = await transaction
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('schedules'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const hint = 'Delete schedules that are no longer used';
  refuseBeyond(Number(schedules), savedLimits.schedulesMax, 'schedules', hint);
  await requireWebhook(transaction, accountId, terms.webhookId);
  const name = `schedule of ${query.name}`.slice(0, 100);
  const key = { kind: 'job', name, permissions: [query.platform] } as const;
  const { record } = await insertKey(store, transaction, peppers, accountId, key, now);
  const row: ScheduleRow = {
    schedule_id: record.keyId,
    account_id: accountId,
    query_id: queryId,
    ...columnsOf(terms),
    state: 'active',
    state_reason: null,
    failures: 0,
    rows_digest: null,
    next_at: firstAt,
    created_at: now,
  };
  await transaction.insertInto('schedules').values(row).execute();
  return toSchedule(row);
}

/** Newest first. */
export async function listSchedules(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  queryId: string,
): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .orderBy('schedule_id', 'desc')
    .execute();
  return rows.map(toSchedule);
}

export async function findSchedule(
  { db }: { db: Kysely<StoreSchema> },
  accountId: string,
  { queryId, scheduleId }: NamedSchedule,
): Promise<Schedule | undefined> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  return row === undefined ? undefined : toSchedule(row);
}

/**
 * Changes the given terms; a schedule that is paused has no next tick, and one that is resumed begins with the next one.
 * Undefined when the query has no such schedule. Errors: `schedule_invalid`, `webhook_not_found`.
 */
export async function updateSchedule(
  store: Store,
  transaction: Transaction<StoreSchema>,
  accountId: string,
  { named, changes }: { named: NamedSchedule; changes: ScheduleChanges },
  now: number,
): Promise<Schedule | undefined> {
  await lockAccount(store, transaction, accountId);
  const former = await findSchedule({ db: transaction }, accountId, named);
  if (former === undefined) return undefined;
  const changed = { ...former, ...changes };
  const { firstAt } = readCron(changed.cron, now);
  await requireWebhook(transaction, accountId, changes.webhookId ?? null);
  const restarts = changes.cron !== undefined || changes.state !== undefined;
  await transaction
    .updateTable('schedules')
    .set({
      ...columnsOf(changed),
      ...(changes.state !== undefined && { state: changes.state, state_reason: null, failures: 0 }),
      ...(restarts && { next_at: changed.state === 'active' ? firstAt : null }),
    })
    .where('schedule_id', '=', named.scheduleId)
    .execute();
  return await findSchedule({ db: transaction }, accountId, named);
}

/** Deletes the schedules of a query, or one of them, with their runs and kept results; returns how many. */
export async function deleteSchedulesOf(
  db: Kysely<StoreSchema>,
  accountId: string,
  { queryId, scheduleId }: { queryId: string; scheduleId?: string },
  now: number,
): Promise<number> {
  const deleted = await db
    .deleteFrom('schedules')
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .$if(scheduleId !== undefined, (query) => query.where('schedule_id', '=', scheduleId ?? ''))
    .returning('schedule_id')
    .execute();
  const ids = deleted.map((row) => row.schedule_id);
  if (ids.length === 0) return 0;
  const runs = await db
    .deleteFrom('schedule_runs')
    .where('schedule_id', 'in', ids)
    .returning('result_id')
    .execute();
  await deleteSavedResults(
    db,
    runs.map((row) => row.result_id),
  );
  await db.updateTable('api_keys').set({ revoked_at: now }).where('key_id', 'in', ids).execute();
  return ids.length;
}

/** The newest runs. */
export async function listRuns(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  scheduleId: string,
  limit: number,
): Promise<ScheduleRun[]> {
  const rows = await db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .orderBy('tick_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

async function requireWebhook(
  transaction: Transaction<StoreSchema>,
  accountId: string,
  webhookId: string | null,
): Promise<void> {
  if (webhookId === null) return;
  const row = await transaction
    .selectFrom('webhooks')
    .select('webhook_id')
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  if (row !== undefined) return;
  throw new AppError('webhook_not_found', 'Webhook not found', {
    param: 'webhook_id',
    hint: 'Create one with POST /api/users/me/webhooks',
  });
}

function columnsOf({ cron, maxCostUnits, resultsKept, webhookId, notifyWhen }: ScheduleTerms) {
  return {
    cron,
    max_cost_units: maxCostUnits,
    results_kept: resultsKept,
    webhook_id: webhookId,
    notify_when: notifyWhen,
  };
}
