import { z } from 'zod';
import { integer } from './lax-values.ts';
import { type ResultFormat, resultFormats, sqlLimits } from './sql.ts';

/** What was charged for a statement's result. */
const charge = z
  .object({ cost: z.string(), records: z.int(), request_id: z.string() })
  .meta({ description: 'What was charged for the result, once; reading it again costs nothing.' });

const column = z.object({ name: z.string(), type: z.string(), nullable: z.boolean() });

/** How a query would run or ran: in `data` when `explain` or `dry_run` was asked for. */
const explanation = z.object({
  rules: z.array(
    z.object({ rule: z.string(), table: z.string().nullable(), fired: z.boolean(), note: z.string() }),
  ),
  routes: z.array(
    z.object({
      table: z.string(),
      via: z.string().meta({ description: 'What answers: `base files`, or a structure of the index.' }),
      files_total: z.int(),
      files_read: z.int(),
      rows_estimated: z.int(),
      bytes_estimated: z.int(),
    }),
  ),
  rows_estimated: z.int().meta({ description: 'Rows that would be read, about.' }),
  bytes_estimated: z.int().meta({ description: 'Bytes that would be read, about.' }),
  attempts: z
    .int()
    .meta({ description: 'Quicker ways that are tried first and hold only if the data is as hoped.' }),
  attempt: z
    .int()
    .nullable()
    .meta({ description: 'Which of them held, from 0, once the query has run; null for none.' }),
  cost_max: z.string().meta({ description: 'What the request can cost at most.' }),
  stage_ms: z.record(z.string(), z.number()),
});

export type SqlExplanation = z.infer<typeof explanation>;

/** `data` of a JSON answer of `POST /api/{platform}/sql`. */
export const sqlAnswer = z.object({
  columns: z.array(column),
  rows: z
    .array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
    .meta({ description: 'Objects by column name, or with `shape: arrays` arrays of values.' }),
  row_count: z.int(),
  total_fetched: z.int().meta({ description: 'Records charged: the rows returned.' }),
  truncated: z.boolean().meta({ description: 'Whether the request’s `limit` cut rows off.' }),
  has_more: z.boolean().meta({ description: 'Whether there is another page.' }),
  cursor: z
    .string()
    .nullable()
    .meta({ description: 'Opens the next page of the same result; null at its end.' }),
  limit: z.int(),
  api_calls: z.int(),
  statement_id: z.string(),
  snapshot_id: z.string(),
  stats: z.object({
    elapsed_ms: z.number(),
    queued_ms: z.number().nullable(),
    rows_scanned: z
      .int()
      .nullable()
      .meta({ description: 'Rows of the index that the chosen route reads, about; 0 from the cache.' }),
    bytes_scanned: z.int().nullable().meta({ description: 'The same in bytes.' }),
    cache: z.enum(['hit', 'miss']).nullable(),
    rewrites: z.array(z.string()).meta({ description: 'What the planner did, one line each.' }),
  }),
  explanation: explanation.optional(),
  state: z.literal('succeeded').optional().meta({ description: 'Of a statement only.' }),
  charged: charge.nullable().optional().meta({ description: 'Of a statement only.' }),
  expires_at: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Of a statement: until when its result is kept.' }),
});

/** `data` of a statement that has no result to show: it runs, failed or was cancelled. */
export const sqlStatement = z.object({
  statement_id: z.string(),
  state: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  status_url: z.string().meta({ description: 'Where to ask for its state and result, and to cancel it.' }),
  submitted_at: z.string(),
  progress: z.object({
    rows: z.int().meta({ description: 'Rows of the result that are ready.' }),
    elapsed_ms: z.int(),
  }),
  charged: charge.nullable(),
  expires_at: z.string().nullable().meta({ description: 'Until when its result is kept.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export type SqlStatement = z.infer<typeof sqlStatement>;

/** The query string of `GET /api/{platform}/sql/statements/{statement_id}`. */
export const sqlStatementQuery = z.object({
  format: z
    .literal(Object.keys(resultFormats) as ResultFormat[])
    .nullish()
    .meta({ description: 'The format of the result; outweighs the Accept header.' }),
  shape: z.literal(['objects', 'arrays']).nullish().meta({ description: 'How rows stand in JSON.' }),
  limit: integer({
    description: 'Rows in a page as JSON; default: those of the request, at most 10,000.',
    ge: 1,
    le: sqlLimits.jsonRowsMax,
  }).nullish(),
  cursor: z.string().nullish().meta({ description: 'The `cursor` of the page before; JSON only.' }),
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
      columns: z.array(column.extend({ description: z.string() })),
      examples: z.array(z.string()),
    }),
  ),
});
