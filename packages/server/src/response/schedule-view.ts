import type { Schedule, ScheduleRun } from '@sdq/accounts';
import { formatCost } from '@sdq/pricing';

export function scheduleView(schedule: Schedule) {
  return {
    schedule_id: schedule.scheduleId,
    query_id: schedule.queryId,
    cron: schedule.cron,
    max_cost: formatCost(schedule.maxCostUnits),
    keep_results: schedule.resultsKept,
    webhook_id: schedule.webhookId,
    notify_when: schedule.notifyWhen,
    state: schedule.state,
    state_reason: schedule.stateReason,
    next_at: schedule.nextAt?.toISOString() ?? null,
    created_at: schedule.createdAt.toISOString(),
  };
}

export function scheduleRunView(run: ScheduleRun) {
  return {
    run_id: run.runId,
    tick_at: run.tickAt.toISOString(),
    ticks_missed: run.ticksMissed,
    state: run.state,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    row_count: run.rowCount,
    cost: run.units === null ? null : formatCost(run.units),
    request_id: run.requestId,
    snapshot_id: run.snapshotId,
    changed: run.isChanged,
    result_kept: run.resultId !== null,
    error: run.error,
  };
}
