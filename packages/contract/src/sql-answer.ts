import { z } from 'zod';

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
  rows: z.array(z.record(z.string(), z.unknown())),
  row_count: z.int(),
  total_fetched: z.int().meta({ description: 'Records charged: the rows returned.' }),
  truncated: z.boolean().meta({ description: 'Whether the request’s `limit` cut rows off.' }),
  has_more: z.boolean(),
  cursor: z.string().nullable(),
  limit: z.int(),
  api_calls: z.int(),
  statement_id: z.string(),
  snapshot_id: z.string(),
  stats: z.object({
    elapsed_ms: z.number(),
    queued_ms: z.number().nullable(),
    rows_scanned: z.int().nullable(),
    bytes_scanned: z.int().nullable(),
    cache: z.string().nullable(),
    rewrites: z.array(z.string()),
  }),
  explanation: explanation.optional(),
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
