import type { ScheduleRow, ScheduleRunRow } from '../store/saved-schema.ts';

/**
 * When a run sends a webhook: its rows differ from those of the last run; it has rows, or none (the condition is in the
 * SQL); always; never. A first failure after a success is told in each case but `never`.
 */
export const notifyWhen = ['changed', 'rows', 'no_rows', 'always', 'never'] as const;

export type NotifyWhen = (typeof notifyWhen)[number];

/** What a user writes of a schedule. */
export interface ScheduleTerms {
  /** Five fields, in UTC. */
  cron: string;
  /** The most that one run may cost, in units of $0.0001. */
  maxCostUnits: number;
  /** How many of its last results are kept. */
  resultsKept: number;
  /** The webhook of the account that is told; null for none. */
  webhookId: string | null;
  notifyWhen: NotifyWhen;
}

export interface Schedule extends ScheduleTerms {
  scheduleId: string;
  accountId: string;
  queryId: string;
  state: 'active' | 'paused';
  /** Why the service paused it; null when its owner did. */
  stateReason: string | null;
  nextAt: Date | null;
  createdAt: Date;
}

/** A run of a schedule. */
export interface ScheduleRun {
  runId: string;
  scheduleId: string;
  /** The time that it is for. */
  tickAt: Date;
  /** Earlier ticks that passed without a run, such as in an outage. */
  ticksMissed: number;
  requestId: string;
  state: 'running' | 'succeeded' | 'failed';
  startedAt: Date;
  endedAt: Date | null;
  rowCount: number | null;
  units: number | null;
  snapshotId: string | null;
  /** Whether its rows differ from those of the last successful run; null for the first. */
  isChanged: boolean | null;
  /** Its kept result; null for none. */
  resultId: string | null;
  error: { code: string; message: string } | null;
}

/** A tick that this process has claimed: nobody else runs it. */
export interface ClaimedTick {
  schedule: Schedule;
  runId: string;
  requestId: string;
  tickAt: Date;
  ticksMissed: number;
}

export function toSchedule(row: ScheduleRow): Schedule {
  return {
    scheduleId: row.schedule_id,
    accountId: row.account_id,
    queryId: row.query_id,
    cron: row.cron,
    maxCostUnits: row.max_cost_units,
    resultsKept: row.results_kept,
    webhookId: row.webhook_id,
    notifyWhen: row.notify_when as NotifyWhen,
    state: row.state as Schedule['state'],
    stateReason: row.state_reason,
    nextAt: toDate(row.next_at),
    createdAt: new Date(row.created_at),
  };
}

export function toRun(row: ScheduleRunRow): ScheduleRun {
  const { error_code: code, error_message: message } = row;
  return {
    runId: row.run_id,
    scheduleId: row.schedule_id,
    tickAt: new Date(row.tick_at),
    ticksMissed: row.ticks_missed,
    requestId: row.request_id,
    state: row.state,
    startedAt: new Date(row.started_at),
    endedAt: toDate(row.ended_at),
    rowCount: row.row_count,
    units: row.units,
    snapshotId: row.snapshot_id,
    isChanged: row.is_changed === null ? null : row.is_changed === 1,
    resultId: row.result_id,
    error: code === null ? null : { code, message: message ?? '' },
  };
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
