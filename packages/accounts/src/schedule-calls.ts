import type { AuditLog } from './audit/audit-log.ts';
import { doOnce, type IdempotentCall } from './idempotency/idempotency-keys.ts';
import type { PepperRing } from './keys/pepper-ring.ts';
import type { ClaimedTick, Schedule, ScheduleRun, ScheduleTerms } from './schedules/schedule.ts';
import {
  deleteSchedulesOf,
  findSchedule,
  insertSchedule,
  listRuns,
  listSchedules,
  type NamedSchedule,
  type ScheduleChanges,
  updateSchedule,
} from './schedules/schedules.ts';
import { claimTicks, endRun, type RunEnd } from './schedules/ticks.ts';
import type { Store } from './store/store.ts';

/** Schedules of saved queries. Who claims a tick runs the query, is charged by the schedule's ID as a key, and ends the run. */
export interface ScheduleCalls {
  /**
   * Undefined when the account has no such query, or the idempotency key of `call` is in use. Errors:
   * `schedule_invalid`, `saved_limit_reached`, `webhook_not_found`.
   */
  createSchedule(
    accountId: string,
    queryId: string,
    terms: ScheduleTerms,
    call?: IdempotentCall<Schedule>,
  ): Promise<Schedule | undefined>;
  /** Newest first. */
  listSchedules(accountId: string, queryId: string): Promise<Schedule[]>;
  findSchedule(accountId: string, named: NamedSchedule): Promise<Schedule | undefined>;
  /** Undefined when the query has no such schedule. Errors: `schedule_invalid`, `webhook_not_found`. */
  updateSchedule(
    accountId: string,
    named: NamedSchedule,
    changes: ScheduleChanges,
  ): Promise<Schedule | undefined>;
  /** False when the query has no such schedule. */
  deleteSchedule(accountId: string, named: NamedSchedule): Promise<boolean>;
  /** The newest runs, of which the last 100 are remembered. */
  listScheduleRuns(accountId: string, scheduleId: string, options: { limit: number }): Promise<ScheduleRun[]>;
  /** Claims at most `limit` due ticks, each for one caller alone, whatever process it is in. */
  claimTicks(limit: number): Promise<ClaimedTick[]>;
  /** Ends a claimed run. Errors: `saved_limit_reached` when its result cannot be kept: nothing is written then. */
  endScheduleRun(tick: ClaimedTick, end: RunEnd): Promise<void>;
}

interface Means {
  store: Store;
  peppers: PepperRing;
  audit: AuditLog;
  now: () => number;
}

export function scheduleCalls({ store, peppers, audit, now }: Means): ScheduleCalls {
  return {
    createSchedule: (accountId, queryId, terms, call) =>
      store.transaction(async (transaction) => {
        const make = async () => {
          const made = await insertSchedule(
            store,
            transaction,
            peppers,
            accountId,
            { queryId, terms },
            now(),
          );
          if (made === undefined) return undefined;
          const subject = made.scheduleId;
          const details = { query_id: queryId, cron: terms.cron };
          await audit.add(transaction, { action: 'schedule.create', accountId, subject, details });
          return made;
        };
        return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
      }),
    listSchedules: (accountId, queryId) => listSchedules(store, accountId, queryId),
    findSchedule: (accountId, named) => findSchedule(store, accountId, named),
    updateSchedule: (accountId, named, changes) =>
      store.transaction(async (transaction) => {
        const schedule = await updateSchedule(store, transaction, accountId, { named, changes }, now());
        const details = { changed: Object.keys(changes) };
        const change = { action: 'schedule.update', accountId, subject: named.scheduleId, details };
        if (schedule !== undefined) await audit.add(transaction, change);
        return schedule;
      }),
    deleteSchedule: (accountId, named) =>
      store.transaction(async (transaction) => {
        const isDeleted = (await deleteSchedulesOf(transaction, accountId, named, now())) > 0;
        const change = { action: 'schedule.delete', accountId, subject: named.scheduleId, details: {} };
        if (isDeleted) await audit.add(transaction, change);
        return isDeleted;
      }),
    listScheduleRuns: (accountId, scheduleId, { limit }) => listRuns(store, accountId, scheduleId, limit),
    claimTicks: (limit) => claimTicks(store, limit, now()),
    endScheduleRun: (tick, end) => endRun(store, tick, end, now()),
  };
}
