import type { Kysely, Transaction } from 'kysely';
import { ulid } from 'ulid';
import { addDelivery, type NewNotification } from '../alerts/add-notifications.ts';
import { deleteSavedResults, insertSavedResult, type NewSavedResult } from '../saved/kept-results.ts';
import { lockAccount } from '../saved/saved-limits.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { CronTimes } from './cron.ts';
import { type ClaimedTick, type Schedule, toSchedule } from './schedule.ts';

/** Failures in a row after which a schedule is paused. */
const failuresMax = 20;
/** Runs that are remembered of a schedule, besides those whose result is kept. */
const runsKept = 100;
/** After this time a run without an end has lost its process. */
const lostMs = 600_000;

/**
 * Claims at most `limit` due ticks, each for this process alone: several processes can call it at once. A schedule whose
 * ticks passed unseen gets one run, for the latest of them, which states how many were missed.
 */
export async function claimTicks(store: Store, limit: number, now: number): Promise<ClaimedTick[]> {
  const due = await store.db
    .selectFrom('schedules')
    .select(['schedule_id', 'next_at'])
    .where('next_at', '<=', now)
    .where('state', '=', 'active')
    .orderBy('next_at')
    .limit(limit)
    .execute();
  const claimed: ClaimedTick[] = [];
  for (const { schedule_id: scheduleId } of due) {
    const tick = await store.transaction((transaction) => claim(store, transaction, scheduleId, now));
    if (tick !== undefined) claimed.push(tick);
  }
  return claimed;
}

async function claim(
  store: Store,
  transaction: Transaction<StoreSchema>,
  scheduleId: string,
  now: number,
): Promise<ClaimedTick | undefined> {
  const query = transaction
    .selectFrom('schedules')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'active')
    .where('next_at', '<=', now);
  const row = await store.lock(query).executeTakeFirst();
  if (row === undefined || row.next_at === null) return undefined; // claimed by another process
  const { tickAt, missed, nextAt } = new CronTimes(row.cron).due(row.next_at, now);
  await transaction
    .updateTable('schedules')
    .set({ next_at: nextAt })
    .where('schedule_id', '=', scheduleId)
    .execute();
  const [runId, requestId] = [`run_${ulid(now)}`, `req_${ulid(now)}`];
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('schedule_runs')
    .values({
      schedule_id: scheduleId,
      tick_at: tickAt,
      run_id: runId,
      account_id: row.account_id,
      state: 'running',
      ticks_missed: missed,
      request_id: requestId,
      started_at: now,
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'tick_at']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return undefined; // a tick runs once, whatever its schedule is set to
  return { schedule: toSchedule(row), runId, requestId, tickAt: new Date(tickAt), ticksMissed: missed };
}

/** The outcome of a run. */
export type RunEnd =
  | {
      ok: true;
      rowCount: number;
      units: number;
      snapshotId: string;
      /** Digest of its rows, whatever their order. */
      rowsDigest: string;
      /** Undefined when it was not kept. */
      result: NewSavedResult | undefined;
    }
  | { ok: false; code: string; message: string };

/**
 * Ends a run, keeps its result in place of the oldest, and adds the webhook to the outbox, in one transaction. Nothing
 * when the run or its schedule is gone. Errors: `saved_limit_reached`, when nothing is written.
 */
export async function endRun(
  store: Store,
  { schedule: { scheduleId, accountId }, runId, tickAt, ticksMissed }: ClaimedTick,
  end: RunEnd,
  now: number,
): Promise<void> {
  await store.transaction(async (transaction) => {
    await lockAccount(store, transaction, accountId);
    const query = transaction.selectFrom('schedules').selectAll().where('schedule_id', '=', scheduleId);
    const row = await store.lock(query).executeTakeFirst();
    if (row === undefined) return;
    const schedule = toSchedule(row);
    const isChanged = end.ok && row.rows_digest !== null ? end.rowsDigest !== row.rows_digest : null;
    const { numUpdatedRows } = await transaction
      .updateTable('schedule_runs')
      .set({
        ended_at: now,
        ...(end.ok
          ? {
              state: 'succeeded' as const,
              row_count: end.rowCount,
              units: end.units,
              snapshot_id: end.snapshotId,
              is_changed: isChanged === null ? null : Number(isChanged),
            }
          : { state: 'failed' as const, error_code: end.code, error_message: end.message }),
      })
      .where('schedule_id', '=', scheduleId)
      .where('run_id', '=', runId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (end.ok) await keepResult(store, transaction, { schedule, runId, result: end.result }, now);
    const failures = end.ok ? 0 : row.failures + 1;
    const isPaused = failures >= failuresMax;
    await transaction
      .updateTable('schedules')
      .set({
        failures,
        ...(end.ok && { rows_digest: end.rowsDigest }),
        ...(isPaused && {
          state: 'paused',
          state_reason: `Its last ${failures} runs failed`,
          next_at: null,
        }),
      })
      .where('schedule_id', '=', scheduleId)
      .execute();
    const told = notificationOf(schedule, end, { isChanged, failures, isPaused });
    if (told !== undefined) {
      const facts = {
        ...told.facts,
        run_id: runId,
        tick_at: tickAt.toISOString(),
        ticks_missed: ticksMissed,
      };
      await addDelivery(transaction, accountId, { ...told, facts }, schedule.webhookId, now);
    }
    await dropOldRuns(transaction, scheduleId);
  });
}

function notificationOf(
  { scheduleId, queryId, notifyWhen }: Schedule,
  end: RunEnd,
  { isChanged, failures, isPaused }: { isChanged: boolean | null; failures: number; isPaused: boolean },
): NewNotification | undefined {
  const facts = { schedule_id: scheduleId, query_id: queryId };
  if (notifyWhen === 'never') return undefined;
  if (!end.ok) {
    if (failures !== 1 && !isPaused) return undefined;
    const paused = isPaused ? `; it is paused, since its last ${failures} runs failed` : '';
    return {
      kind: 'schedule_failed',
      message: `A run of a schedule failed: ${end.message}${paused}.`,
      facts: { ...facts, error_code: end.code, paused: isPaused },
    };
  }
  const { rowCount, snapshotId } = end;
  const holds = { changed: isChanged === true, rows: rowCount > 0, no_rows: rowCount === 0, always: true };
  if (!holds[notifyWhen]) return undefined;
  return {
    kind: 'schedule_result',
    message: `A run of a schedule returned ${rowCount} rows${isChanged === true ? ', which have changed' : ''}.`,
    facts: {
      ...facts,
      row_count: rowCount,
      changed: isChanged,
      snapshot_id: snapshotId,
      results_url: `/api/users/me/queries/${queryId}/schedules/${scheduleId}/results`,
    },
  };
}

/** Keeps the result of a run in place of the oldest ones. */
async function keepResult(
  store: Store,
  transaction: Transaction<StoreSchema>,
  { schedule, runId, result }: { schedule: Schedule; runId: string; result: NewSavedResult | undefined },
  now: number,
): Promise<void> {
  if (result === undefined) return;
  await dropResults(transaction, schedule, schedule.resultsKept - 1);
  const resultId = await insertSavedResult(store, transaction, schedule.accountId, result, now);
  await transaction
    .updateTable('schedule_runs')
    .set({ result_id: resultId })
    .where('schedule_id', '=', schedule.scheduleId)
    .where('run_id', '=', runId)
    .execute();
}

/** Deletes the results of a schedule but the newest ones. */
async function dropResults(
  transaction: Transaction<StoreSchema>,
  { scheduleId }: Schedule,
  kept: number,
): Promise<void> {
  const rows = await transaction
    .selectFrom('schedule_runs')
    .select(['run_id', 'result_id'])
    .where('schedule_id', '=', scheduleId)
    .where('result_id', 'is not', null)
    .orderBy('tick_at', 'desc')
    .execute();
  const dropped = rows.slice(kept);
  if (dropped.length === 0) return;
  await deleteSavedResults(
    transaction,
    dropped.map((row) => row.result_id),
  );
  await transaction
    .updateTable('schedule_runs')
    .set({ result_id: null })
    .where(
      'run_id',
      'in',
      dropped.map((row) => row.run_id),
    )
    .execute();
}

async function dropOldRuns(transaction: Transaction<StoreSchema>, scheduleId: string): Promise<void> {
  const oldest = await transaction
    .selectFrom('schedule_runs')
    .select('tick_at')
    .where('schedule_id', '=', scheduleId)
    .orderBy('tick_at', 'desc')
    .offset(runsKept)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await transaction
    .deleteFrom('schedule_runs')
    .where('schedule_id', '=', scheduleId)
    .where('tick_at', '<=', oldest.tick_at)
    .where('result_id', 'is', null)
    .where('state', '!=', 'running')
    .execute();
}

/**
 * Ends runs whose process ended: they are not run again, since they may have been charged. The ledger has their
 * charge, if any.
 */
export async function endLostRuns({ db }: { db: Kysely<StoreSchema> }, now: number): Promise<void> {
  await db
    .updateTable('schedule_runs')
    .set({
      state: 'failed',
      ended_at: now,
      error_code: 'service_unavailable',
      error_message: 'The service ended during the run; the tick is not run again',
    })
    .where('state', '=', 'running')
    .where('started_at', '<=', now - lostMs)
    .execute();
}
