import { z } from 'zod';

const column = z.object({ name: z.string(), type: z.string(), nullable: z.boolean() });

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
