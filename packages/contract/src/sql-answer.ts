import { z } from 'zod';
import { booleanWithDefault, integer } from './lax-values.ts';
import { type ResultFormat, resultFormats, sqlLimits } from './sql.ts';

/** The charge for the result of a statement. */
const charge = z
  .object({ cost: z.string(), records: z.int(), request_id: z.string() })
  .meta({ description: 'The charge for the result. Reading the result again is free.' });

export const column = z.object({ name: z.string(), type: z.string(), nullable: z.boolean() });

/** The query plan: in `data` when the request has `explain` or `dry_run`. */
export const explanation = z.object({
  rules: z.array(
    z.object({ rule: z.string(), table: z.string().nullable(), fired: z.boolean(), note: z.string() }),
  ),
  routes: z.array(
    z.object({
      table: z.string(),
      via: z.string().meta({
        description: 'Access path of the table: `base files`, or an acceleration structure of the index.',
      }),
      files_total: z.int(),
      files_read: z.int(),
      rows_estimated: z.int(),
      bytes_estimated: z.int(),
    }),
  ),
  rows_estimated: z.int().meta({ description: 'Estimated number of rows to read.' }),
  bytes_estimated: z.int().meta({ description: 'Estimated number of bytes to read.' }),
  attempts: z.int().meta({ description: 'Number of fast-path plans attempted before the default plan.' }),
  attempt: z.int().nullable().meta({
    description:
      'Index of the fast-path plan that produced the result, from 0; null for the default plan, or when the query has not run.',
  }),
  rows_max: z.int().meta({
    description:
      'Maximum number of rows returned: the least of `limit`, the LIMIT of the query, and 1 for an aggregate without GROUP BY.',
  }),
  cost_max: z.string().meta({ description: 'Maximum cost of the request in US dollars.' }),
  stage_ms: z.record(z.string(), z.number()),
});

export type SqlExplanation = z.infer<typeof explanation>;

/** `data` of a JSON response of `POST /api/{platform}/sql`. */
export const sqlAnswer = z.object({
  columns: z.array(column),
  rows: z
    .array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
    .meta({ description: 'Rows as objects by column name, or as arrays of values with `shape: arrays`.' }),
  row_count: z.int(),
  total_fetched: z.int().meta({ description: 'Number of records charged: the rows returned.' }),
  truncated: z
    .boolean()
    .meta({ description: 'Whether rows were omitted because of the `limit` of the request.' }),
  has_more: z.boolean().meta({ description: 'Whether there is a next page.' }),
  cursor: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last page.' }),
  limit: z.int(),
  api_calls: z.int(),
  statement_id: z.string().optional().meta({
    description: 'Present only when the query was submitted with `wait_timeout_ms`.',
  }),
  snapshot_id: z.string(),
  repeat_of: z.string().nullable().meta({
    description:
      'The request that paid for these rows within the last 24 hours, so that they cost nothing now; null for none.',
  }),
  stats: z.object({
    elapsed_ms: z.number(),
    queued_ms: z.number().nullable(),
    rows_scanned: z
      .int()
      .nullable()
      .meta({ description: 'Estimated number of index rows that the plan reads; 0 for a cached result.' }),
    bytes_scanned: z
      .int()
      .nullable()
      .meta({ description: 'Estimated number of bytes that the plan reads; 0 for a cached result.' }),
    cache: z.enum(['hit', 'miss']).nullable(),
    rewrites: z.array(z.string()).meta({ description: 'Rewrites that the planner applied.' }),
  }),
  explanation: explanation.optional(),
  state: z.literal('succeeded').optional().meta({ description: 'Only for a statement.' }),
  charged: charge
    .nullable()
    .optional()
    .meta({ description: 'Only for a statement: the charge for its result.' }),
  expires_at: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Only for a statement: when its retained result expires.' }),
});

/** `data` of a statement without a result: it is running, failed or was cancelled. */
export const sqlStatement = z.object({
  statement_id: z.string(),
  state: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  status_url: z
    .string()
    .meta({ description: 'URL of the statement: GET returns its state and result, DELETE cancels it.' }),
  submitted_at: z.string(),
  progress: z.object({
    fraction: z.number().nullable().meta({
      description:
        'Part of the work that is done, from 0 to 1, as the engine estimates it; null while it is unknown.',
    }),
    rows: z.int().meta({ description: 'Number of result rows that are ready.' }),
    bytes_scanned: z.int().nullable().meta({
      description: 'Estimated number of bytes of the index that were read; null while it is unknown.',
    }),
    elapsed_ms: z.int(),
  }),
  charged: charge.nullable(),
  expires_at: z.string().nullable().meta({ description: 'When the retained result expires.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export type SqlStatement = z.infer<typeof sqlStatement>;

/** The query string of `GET /api/{platform}/sql/statements/{statement_id}`. */
export const sqlStatementQuery = z.object({
  format: z
    .literal(Object.keys(resultFormats) as ResultFormat[])
    .nullish()
    .meta({ description: 'Result format. Overrides the Accept header.' }),
  shape: z.literal(['objects', 'arrays']).nullish().meta({ description: 'Shape of a row in JSON.' }),
  csv_safe: booleanWithDefault('CSV: see the field of the request.', false),
  limit: integer({
    description: 'Rows per page in JSON; default: the `limit` of the request, at most 10,000.',
    ge: 1,
    le: sqlLimits.jsonRowsMax,
  }).nullish(),
  cursor: z.string().nullish().meta({ description: 'Cursor from the previous page. JSON only.' }),
  offset: integer({
    description: 'Skips this many rows, for example those that arrived before a stream broke.',
    ge: 0,
    le: sqlLimits.streamRowsMax,
  }).nullish(),
  wait_ms: integer({
    description: 'Waits this many milliseconds at most for a running statement to end, before it responds.',
    ge: 0,
    le: 30_000,
  }).nullish(),
});

const tableReference = z.object({ column: z.string(), table: z.string(), to: z.string() });

const sqlFunction = z.object({
  name: z.string(),
  kind: z.enum(['scalar', 'aggregate', 'window', 'table']).meta({
    description: 'A `table` function is called in FROM. An aggregate may be called with OVER too.',
  }),
  signatures: z.array(z.string()).meta({
    description:
      'One per list of parameters, as `round(x NUMBER, precision INTEGER) -> NUMBER`; NUMBER and ANY stand for several types.',
  }),
  description: z.string().meta({ description: 'Empty where none is known.' }),
});

/** `data` of `GET /api/{platform}/sql/schema`. */
export const sqlSchema = z.object({
  platform: z.string(),
  snapshot_id: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      row_count: z.int(),
      files: z.int().nullable().meta({
        description:
          'Files of the table in the index, without its segments; null where it is not stored in files.',
      }),
      bytes: z.int().nullable().meta({ description: 'Bytes of these files.' }),
      month_first: z
        .string()
        .nullable()
        .meta({ description: 'First UTC month `YYYY-MM` of its rows; null for a table without months.' }),
      month_last: z.string().nullable().meta({ description: 'Last UTC month of its rows.' }),
      time_last: z.string().nullable().meta({
        description:
          'The time of its newest rows in UTC, by its main time, such as the publication of a video; null for a table without one.',
      }),
      key: z.array(z.string()).meta({ description: 'The columns that identify a row.' }),
      joins: z.array(tableReference).meta({
        description:
          'Columns with the values of a column, `to`, of another table. A value need not have a row there.',
      }),
      columns: z.array(
        column.extend({
          description: z.string(),
          common_values: z.array(z.string()).nullable().meta({
            description:
              'The most frequent values of a column of few values, up to 20, from a snapshot of the last minutes; null for other columns, and where they were not read.',
          }),
        }),
      ),
      examples: z.array(z.string()),
    }),
  ),
  functions: z.array(sqlFunction).meta({ description: 'The functions that queries may call, by name.' }),
  keywords: z.array(z.string()),
  reserved: z.array(z.string()).meta({
    description: 'The keywords that cannot be the name of a column without quotes.',
  }),
});
