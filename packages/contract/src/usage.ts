import { z } from 'zod';
import { dollars } from './dollars.ts';
import { instant } from './instant.ts';
import { integer, integerWithDefault } from './lax-values.ts';

const start = instant(
  'Start of the window, inclusive; default: 30 days before now. A date means 00:00 UTC.',
).optional();
const end = instant(
  'End of the window, exclusive; default: now. A date includes that whole UTC day.',
).optional();

/** The query of `GET /api/users/me/usage`. */
export const usageQuery = z.object({
  start_date: start,
  end_date: end,
  key_id: z.string().optional().meta({ description: 'Lists requests of this key, read token or schedule.' }),
  platform: z.string().optional().meta({ description: 'Lists requests to this platform.' }),
  endpoint: z
    .string()
    .optional()
    .meta({ description: 'Lists requests to this endpoint, such as `shortvideo/sql`.' }),
  status: z
    .enum(['succeeded', 'failed'], { error: 'enum' })
    .optional()
    .meta({ description: 'Lists requests that succeeded, or failed.' }),
  error_code: z.string().optional().meta({ description: 'Lists requests that failed with this code.' }),
  min_cost: dollars(
    'Lists requests that cost at least this many US dollars, as `"$0.0100"` or 0.01.',
  ).optional(),
  limit: integerWithDefault({ description: 'Maximum number of records.', ge: 1, le: 1_000, default: 100 }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'Cursor returned with the previous page. Omit for the first page.' }),
});

/** The query of `GET /api/users/me/usage/daily`. */
export const dailyUsageQuery = z.object({ start_date: start, end_date: end });

const usageRecord = (platforms: readonly string[]) =>
  z.object({
    request_id: z.string(),
    timestamp: z.string().meta({ description: 'When the request was charged or ended.' }),
    key_id: z.string(),
    key_name: z.string(),
    platform: z.enum(platforms).nullable(),
    endpoint: z.string(),
    method: z.string(),
    status: z.int(),
    records: z.int(),
    addons: z.record(z.string(), z.int()).meta({ description: 'Number of add-ons delivered, by kind.' }),
    cost: z.string(),
    duration_ms: z.int(),
    cached: z.boolean(),
    error_code: z.string().nullable(),
    repeat_of: z.string().nullable().meta({
      description: 'The request that paid before for some of the same rows, which cost nothing now.',
    }),
  });

/** `data` of `GET /api/users/me/usage`: newest first. */
export const usageList = (platforms: readonly string[]) =>
  z.object({
    records: z.array(usageRecord(platforms)),
    total_fetched: z.int(),
    has_more: z.boolean(),
    cursor: z.string().nullable(),
    start_date: z.string(),
    end_date: z.string(),
  });

const sums = { requests: z.int(), records: z.int(), cost: z.string() };

/** `data` of `GET /api/users/me/usage/summary`: sums of the current period, a calendar month in UTC. */
export const usageSummary = (platforms: readonly string[]) =>
  z.object({
    total_requests: z.int(),
    successful_requests: z.int(),
    failed_requests: z.int(),
    total_records: z.int(),
    current_period_cost: z.string(),
    current_period_start: z.string(),
    current_period_end: z.string(),
    cost_source: z.enum(['billing_provider', 'ledger']),
    as_of: z.string(),
    pending_cost: z.string().meta({ description: 'Charges that the billing provider has not counted yet.' }),
    keys: z.object({ total: z.int(), active: z.int(), revoked: z.int() }),
    by_platform: z.object(Object.fromEntries(platforms.map((platform) => [platform, z.object(sums)]))),
  });

/** `data` of `GET /api/users/me/usage/daily`: every day of the window, oldest first. */
export const dailyUsage = z.object({
  days: z.array(z.object({ date: z.string(), ...sums, failed_requests: z.int() })),
  total_requests: z.int(),
  total_records: z.int(),
  total_cost: z.string(),
  start_date: z.string(),
  end_date: z.string(),
});

/** `data` of `GET /api/users/me/balance`. */
export const balance = z.object({
  balance: z.string().meta({ description: 'Current balance in US dollars (credits minus charges).' }),
  reserved: z.string().meta({ description: 'Amount reserved for requests in progress.' }),
  available: z.string(),
  plan: z.string(),
  spend_limit: z.string().nullable().meta({ description: 'Spend limit per calendar month; null for none.' }),
  current_period_cost: z.string(),
});

/** The query of `GET /api/requests/{request_id}`. */
export const receiptQuery = z.object({
  wait_ms: integer({
    description: 'Waits this many milliseconds at most for a request, such as a stream, to be charged.',
    ge: 0,
    le: 30_000,
  }).nullish(),
});

/** `data` of `GET /api/requests/{request_id}`. */
export const receipt = (platforms: readonly string[]) =>
  usageRecord(platforms).extend({
    line_items: z.array(
      z.object({ item: z.string(), quantity: z.int(), unit_price: z.string(), cost: z.string() }),
    ),
    price_version: z.string(),
    snapshot_id: z.string().nullable(),
    delivered: z
      .boolean()
      .meta({ description: 'False when the connection closed before the end of the response.' }),
  });
