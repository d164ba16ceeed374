import type { Kysely } from 'kysely';

/** Schedules of saved queries, and their runs: one per schedule and tick. */
export async function schedules({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('schedules')
    .addColumn('schedule_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('query_id', 'text', (column) => column.notNull())
    .addColumn('cron', 'text', (column) => column.notNull())
    .addColumn('max_cost_units', 'bigint', (column) => column.notNull())
    .addColumn('results_kept', 'integer', (column) => column.notNull())
    .addColumn('webhook_id', 'text')
    .addColumn('notify_when', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_reason', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('rows_digest', 'text')
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('schedules_of').on('schedules').column('account_id').execute();
  await schema.createIndex('schedules_next').on('schedules').column('next_at').execute();
  await schema
    .createTable('schedule_runs')
    .addColumn('schedule_id', 'text', (column) => column.notNull())
    .addColumn('tick_at', 'bigint', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('ticks_missed', 'integer', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('row_count', 'bigint')
    .addColumn('units', 'bigint')
    .addColumn('snapshot_id', 'text')
    .addColumn('is_changed', 'integer')
    .addColumn('result_id', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addPrimaryKeyConstraint('schedule_runs_key', ['schedule_id', 'tick_at'])
    .execute();
  await schema.createIndex('schedule_runs_of').on('schedule_runs').column('account_id').execute();
}
