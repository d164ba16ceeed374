import { z } from 'zod';
import { dollars } from './dollars.ts';
import { booleanWithDefault, integer, integerWithDefault } from './lax-values.ts';
import { type ResultFormat, resultFormats, type SqlParameter, type SqlParameters, sqlLimits } from './sql.ts';

/** The table that an empty query of a platform lists. */
export interface BrowsedTable {
  /** The default table. */
  browses: string;
  /** Whether the table is fixed, and `include_full_data` is supported: rows get the full record of their `video_id`. */
  hasFullData?: boolean;
}

/** Integers beyond 2^53 lose digits when JSON is parsed: an ID would silently become another one. */
function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21;
}

const parameter: z.ZodType<SqlParameter> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number().refine(isExact), z.string(), z.array(parameter)]),
);

export const sqlParameters = z
  .custom<SqlParameters>(
    (value) => z.union([z.array(parameter), z.record(z.string(), parameter)]).safeParse(value).success,
    {
      error:
        'parameters must be a list or an object of nulls, booleans, numbers, strings and lists of them; whole numbers beyond 2^53 go as strings',
    },
  )
  .meta({
    oneOf: [
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: {} },
    ],
  })
  .nullish()
  .meta({ description: 'Values for `?` and `$1` as a list, for `$name` as an object.' });

const query = z.string().default('').meta({
  description: 'One SELECT statement in DuckDB’s dialect. If empty, the rows of a table are listed.',
  default: '',
});

const tableOf = (browsed: string) =>
  z.string().default(browsed).meta({
    description: 'Table to list when the query is empty; otherwise ignored.',
    default: browsed,
  });

const limitTo = (rowsMax: number) =>
  integerWithDefault({
    description: `Maximum number of rows returned: 1 to ${sqlLimits.jsonRowsMax} as JSON, up to ${sqlLimits.streamRowsMax} in a streaming format.`,
    ge: 1,
    le: rowsMax,
    default: sqlLimits.rowsDefault,
  });

const includeFullData = booleanWithDefault(
  'Adds the full record as `full_data` to each row with a `video_id`. JSON only.',
  false,
);

export const furtherSqlFields = {
  parameters: sqlParameters,
  format: z
    .literal(Object.keys(resultFormats) as ResultFormat[])
    .nullish()
    .meta({ description: 'Result format. Overrides the Accept header.' }),
  shape: z.literal(['objects', 'arrays']).nullish().meta({
    description: 'Shape of a row in JSON: an object by column name (default), or an array of values.',
  }),
  csv_safe: booleanWithDefault(
    'CSV: prefixes texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return first) with an apostrophe.',
    false,
  ),
  receipt: booleanWithDefault(
    'NDJSON: adds a last line `{"$receipt": {"request_id", "cost", "row_count", "truncated", "repeat_of", "snapshot_id"}}`, for clients that cannot read trailers, such as `fetch`.',
    false,
  ),
  timeout_ms: integerWithDefault({
    description: 'Time limit of the query in milliseconds.',
    ge: 1,
    le: sqlLimits.timeoutMs,
    default: sqlLimits.timeoutMs,
  }),
  wait_timeout_ms: integer({
    description:
      'Submits the query as a statement: if it is still running after this many milliseconds, the response is 202 with the URL of the statement. Its result is retained until it expires.',
    ge: 0,
    le: sqlLimits.timeoutMs,
  }).nullish(),
  cursor: z.string().nullish().meta({
    description: 'Cursor from the previous page. All other fields must be unchanged. JSON only.',
  }),
  max_cost: dollars(
    'Maximum cost of the request in US dollars, as `"$0.0100"` or 0.01. A request that can cost more is refused.',
  ).nullish(),
  quote_id: z.string().min(1).nullish().meta({
    description:
      'Runs the query of this quote, over its snapshot and for its prices. `query` is empty then, or that of the quote.',
  }),
  snapshot_id: z.string().min(1).nullish().meta({
    description:
      'Reads this snapshot in place of the newest one: the `snapshot_id` of an earlier response. Returns 410 when it is no longer retained.',
  }),
  exact: booleanWithDefault(
    'Only for a quote: runs the query and retains its result, so that the quote tells its rows and price. Costs $0.0001, which counts for the first row.',
    false,
  ),
  dry_run: booleanWithDefault(
    'Returns the columns and the query plan without running the query. Free of charge.',
    false,
  ),
  explain: booleanWithDefault(
    'Adds the query plan: rewrites, access paths, and estimated files, rows and bytes.',
    false,
  ),
};

/**
 * The body of `POST /api/{platform}/sql`; unknown keys are ignored. `rowsMax` is the maximum of `limit`: 10,000 for a
 * JSON result, 1,000,000 for the streaming formats.
 */
export function sqlRequest(
  { browses, hasFullData = false }: BrowsedTable,
  rowsMax: number,
): z.ZodType<SqlRequest> {
  return hasFullData
    ? z.object({ query, limit: limitTo(rowsMax), include_full_data: includeFullData, ...furtherSqlFields })
    : z.object({ query, table: tableOf(browses), limit: limitTo(rowsMax), ...furtherSqlFields });
}

export interface SqlRequest {
  query: string;
  /** Only on platforms without full data. */
  table?: string;
  limit: number;
  /** Only on platforms with full data. */
  include_full_data?: boolean;
  parameters?: SqlParameters | null | undefined;
  format?: ResultFormat | null | undefined;
  shape?: 'objects' | 'arrays' | null | undefined;
  csv_safe?: boolean;
  /** Whether NDJSON ends with a receipt. */
  receipt?: boolean;
  timeout_ms: number;
  wait_timeout_ms?: number | null | undefined;
  cursor?: string | null | undefined;
  /** Dollars with at most four decimals. */
  max_cost?: string | null | undefined;
  /** The quote whose query is run. */
  quote_id?: string | null | undefined;
  /** The snapshot to read in place of the newest one. */
  snapshot_id?: string | null | undefined;
  /** Only for a quote: whether it is exact. */
  exact?: boolean;
  dry_run: boolean;
  explain: boolean;
}
