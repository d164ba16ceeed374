import { z } from 'zod';
import { integer } from './lax-values.ts';

/** `data` of `GET /api/platforms`. */
export const platformList = (platforms: readonly string[]) =>
  z.object({
    platforms: z.array(
      z.object({
        platform: z.enum(platforms),
        name: z.string(),
        status: z.enum(['SQL ready', 'indexing in progress']),
        sql: z.enum(['available', 'coming soon']),
        records_indexed: z.int(),
        tables: z.record(z.string(), z.int()).meta({ description: 'Number of rows by table.' }),
        snapshot_id: z.string(),
        drivers: z
          .array(z.object({ driver: z.string(), name: z.string(), status: z.enum(['on', 'off']) }))
          .meta({
            description: 'Drivers that serve the data endpoints, in the order in which they are called.',
          }),
      }),
    ),
  });

/** The query of `GET /api/events`. */
export const eventsQuery = z.object({
  count: integer({
    description: 'Ends the stream after this many events; default: after an hour.',
    ge: 1,
    le: 1_000,
  }).nullish(),
});

/** `data` of `GET /api/limits`. */
export const limitList = z.object({
  rates: z.array(
    z.object({
      name: z.string().meta({ description: 'Name of the policy in the RateLimit headers.' }),
      requests: z.int(),
      window_seconds: z.int(),
      per: z.enum(['key', 'account', 'address']),
      applies_to: z.string(),
    }),
  ),
  concurrency: z.object({
    sql_running_per_key: z.int(),
    sql_waiting_per_key: z.int(),
    sql_wait_seconds: z.number(),
    sql_running: z.int().meta({ description: 'Maximum over all keys.' }),
  }),
  sql: z.object({
    text_bytes: z.int(),
    parameters: z.int(),
    timeout_seconds: z.number(),
    json_rows: z.int(),
    json_bytes: z.int(),
    stream_rows: z.int(),
  }),
  requests: z.object({ body_bytes: z.int(), header_bytes: z.int() }),
});

/** `data` of `GET /api/pricing`. */
export const priceList = z.object({
  version: z.string(),
  effective_from: z.string(),
  currency: z.literal('USD'),
  endpoints: z.array(
    z.object({
      endpoint: z.string(),
      per: z.string(),
      price: z.string(),
      addons: z.record(z.string(), z.string()),
    }),
  ),
});
