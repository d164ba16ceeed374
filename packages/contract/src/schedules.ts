import { z } from 'zod';
import { dollars } from './dollars.ts';
import { integer, integerWithDefault } from './lax-values.ts';
import { openShareQuery } from './saved-queries.ts';
import { column } from './sql-answer.ts';

const resultsMax = 30;
const notifyWhen = ['changed', 'rows', 'no_rows', 'always', 'never'] as const;

const cron = z.string().trim().min(1).max(100).meta({
  description:
    'When it runs, in UTC: minute, hour, day of month, month and day of week, such as `0 6 * * 1` for each Monday at 06:00.',
});
const maxCost = dollars(
  'The most that one run may cost in US dollars, as `"$0.0100"` or 0.01. A run that could cost more fails and is free.',
);
const webhook = z.string().min(1).nullish().meta({
  description:
    'Webhook of the account that is told; null for none. Notifications are listed in any case, and for 30 days.',
});
const when = z.enum(notifyWhen, { error: 'enum' }).meta({
  description:
    '`changed`: when the rows differ from those of the last successful run, in any order; `rows` or `no_rows`: when the query returns some, or none, so that its SQL states the condition; `always`; `never`. The first failure after a success is told too, except with `never`.',
});

/** The body of `POST /api/users/me/queries/{query_id}/schedules`. */
export const createScheduleRequest = z.object({
  cron,
  max_cost: maxCost,
  keep_results: integerWithDefault({
    description: 'How many of its last results are kept.',
    ge: 1,
    le: resultsMax,
    default: 5,
  }),
  webhook_id: webhook,
  notify_when: when.default('changed'),
});

/** The body of `PATCH …/schedules/{schedule_id}`: omitted fields are left unchanged. */
export const changeScheduleRequest = z.object({
  cron: cron.optional(),
  max_cost: maxCost.optional(),
  keep_results: integer({
    description: 'How many of its last results are kept.',
    ge: 1,
    le: resultsMax,
  }).optional(),
  webhook_id: webhook,
  notify_when: when.optional(),
  state: z.enum(['active', 'paused'], { error: 'enum' }).optional(),
});

/** A schedule of a saved query. */
export const schedule = z.object({
  schedule_id: z.string(),
  query_id: z.string(),
  cron: z.string(),
  max_cost: z.string(),
  keep_results: z.int(),
  webhook_id: z.string().nullable(),
  notify_when: z.enum(notifyWhen),
  state: z.enum(['active', 'paused']),
  state_reason: z
    .string()
    .nullable()
    .meta({ description: 'Why the service paused it, such as 20 failures in a row.' }),
  next_at: z.string().nullable(),
  created_at: z.string(),
});

export const scheduleList = z.object({ schedules: z.array(schedule), total: z.int() });

const run = z.object({
  run_id: z.string(),
  tick_at: z.string().meta({ description: 'The time that the run is for.' }),
  ticks_missed: z.int().meta({
    description:
      'Earlier ticks that passed without a run, such as in an outage: all of them get this one run.',
  }),
  state: z.enum(['running', 'succeeded', 'failed']),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  row_count: z.int().nullable(),
  cost: z.string().nullable(),
  request_id: z.string().meta({ description: 'Its receipt: `GET /api/requests/{request_id}`.' }),
  snapshot_id: z.string().nullable(),
  changed: z.boolean().nullable().meta({
    description: 'Whether the rows differ from those of the last successful run; null for the first.',
  }),
  result_kept: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** The query string of `GET …/schedules/{schedule_id}/results`. */
export const scheduleResultQuery = openShareQuery.extend({
  run_id: z.string().optional().meta({
    description: 'Returns the rows of this run; without it, the runs are listed.',
  }),
});

/** `data` of `GET …/schedules/{schedule_id}/results`: the runs, or the rows of one. */
export const scheduleResult = z.union([
  z.object({ runs: z.array(run), total: z.int() }),
  z.object({
    columns: z.array(column),
    rows: z.array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
    row_count: z.int(),
    rows_total: z.int(),
    truncated: z.boolean(),
    has_more: z.boolean(),
    offset: z.int(),
    snapshot_id: z.string(),
    result_kept_until: z.string(),
    run,
    repeat_of: z.null().optional(),
  }),
]);
