import { z } from 'zod';
import { dollars } from './dollars.ts';
import { booleanWithDefault, integer, integerWithDefault } from './lax-values.ts';
import { type ResultFormat, resultFormats, type SqlParameter, type SqlParameters, sqlLimits } from './sql.ts';

/** What an empty query of a platform browses. */
export interface BrowsedTable {
  /** The table, unless the request names another. */
  browses: string;
  /** Whether it is that table always, and rows of any query can be had with the full record of their `video_id`. */
  hasFullData?: boolean;
}

/** Whole numbers beyond 2^53 have lost digits by the time JSON has been read: an id would silently be another one. */
function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21;
}

const parameter: z.ZodType<SqlParameter> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number().refine(isExact), z.string(), z.array(parameter)]),
);

const parameters = z
  .custom<SqlParameters>(
    (value) => z.union([z.array(parameter), z.record(z.string(), parameter)]).safeParse(value).success,
    {
      error:
        'parameters must be a list or an object of nulls, booleans, numbers, strings and lists of them; whole numbers beyond 2^53 go as strings',
    },
  )
  .meta({ oneOf: [{ type: 'array' }, { type: 'object' }] })
  .nullish()
  .meta({ description: 'Values for `?` and `$1` as a list, for `$name` as an object.' });

const query = z.string().default('').meta({
  description: 'One SELECT in DuckDB’s dialect. Empty: browse a table.',
  default: '',
});

const tableOf = (browsed: string) =>
  z.string().default(browsed).meta({
    description: 'The table that an empty query browses; ignored beside a query.',
    default: browsed,
  });

const limitTo = (rowsMax: number) =>
  integerWithDefault({
    description: `Rows returned at most: 1 to ${sqlLimits.jsonRowsMax} as JSON, to ${sqlLimits.streamRowsMax} in a streaming format.`,
    ge: 1,
    le: rowsMax,
    default: sqlLimits.rowsDefault,
  });

const includeFullData = booleanWithDefault(
  'Adds to each row with a `video_id` the full record, as `full_data`. JSON only.',
  false,
);

const further = {
  parameters,
  format: z
    .literal(Object.keys(resultFormats) as ResultFormat[])
    .nullish()
    .meta({ description: 'The format of the result; outweighs the Accept header.' }),
  shape: z.literal(['objects', 'arrays']).nullish().meta({
    description: 'A row in JSON as an object by column name (default), or as an array of its values.',
  }),
  timeout_ms: integerWithDefault({
    description: 'Milliseconds the query may take.',
    ge: 1,
    le: sqlLimits.timeoutMs,
    default: sqlLimits.timeoutMs,
  }),
  wait_timeout_ms: integer({
    description:
      'Makes the query a statement: when it has not ended after so many milliseconds, the answer is 202 with its address. Its result is kept for a while.',
    ge: 0,
    le: sqlLimits.timeoutMs,
  }).nullish(),
  cursor: z.string().nullish().meta({
    description: 'The `cursor` of the page before; all else must be as it was. JSON only.',
  }),
  max_cost: dollars(
    'US dollars, as `"$0.0100"` or 0.01: a request whose worst case costs more is refused.',
  ).nullish(),
  dry_run: booleanWithDefault(
    'Runs nothing and costs nothing: answers the columns and the explanation.',
    false,
  ),
  explain: booleanWithDefault(
    'Adds the explanation: what the planner did, files, rows and bytes at most.',
    false,
  ),
};

/**
 * The body of `POST /api/{platform}/sql`; unknown keys are ignored. `rowsMax` is the greatest limit: 10,000 for a
 * JSON result, 1,000,000 for the streaming formats.
 */
export function sqlRequest(
  { browses, hasFullData = false }: BrowsedTable,
  rowsMax: number,
): z.ZodType<SqlRequest> {
  return hasFullData
    ? z.object({ query, limit: limitTo(rowsMax), include_full_data: includeFullData, ...further })
    : z.object({ query, table: tableOf(browses), limit: limitTo(rowsMax), ...further });
}

export interface SqlRequest {
  query: string;
  /** Not where full data can be had. */
  table?: string;
  limit: number;
  /** Where full data can be had. */
  include_full_data?: boolean;
  parameters?: SqlParameters | null | undefined;
  format?: ResultFormat | null | undefined;
  shape?: 'objects' | 'arrays' | null | undefined;
  timeout_ms: number;
  wait_timeout_ms?: number | null | undefined;
  cursor?: string | null | undefined;
  /** Dollars with at most four decimals. */
  max_cost?: string | null | undefined;
  dry_run: boolean;
  explain: boolean;
}
