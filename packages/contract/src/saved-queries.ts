import { z } from 'zod';
import { dollars } from './dollars.ts';
import { instant } from './instant.ts';
import { integer, integerWithDefault } from './lax-values.ts';
import { readWith } from './read-value.ts';
import { type ResultFormat, resultFormats, sqlLimits } from './sql.ts';
import { column } from './sql-answer.ts';
import { furtherSqlFields, sqlParameters } from './sql-request.ts';

const lengths = {
  name: 200,
  folder: 200,
  description: 2_000,
  search: 200,
  hosts: 20,
  parameters: 65_536,
  view: 500,
};
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const folderText = z
  .string()
  .trim()
  .max(lengths.folder)
  .refine((text) => text === '' || text.split('/').every((name) => name.trim() !== ''), {
    error: 'folder must be names separated by "/", none of them empty',
  })
  .meta({ description: 'Folder: names separated by `/`, such as `reports/weekly`; empty for none.' });

const rowLimit = integer({
  description: `Maximum number of rows of a run; null for the default of ${sqlLimits.rowsDefault}.`,
  ge: 1,
  le: sqlLimits.streamRowsMax,
}).nullish();

const fields = (platforms: readonly string[]) => ({
  name: z.string().trim().min(1).max(lengths.name).meta({ description: 'Display name.' }),
  folder: folderText,
  description: z.string().max(lengths.description).meta({ description: 'Free text.' }),
  platform: z.enum(platforms, { error: 'enum' }).meta({ description: 'The platform that it reads.' }),
  query: z
    .string()
    .min(1)
    .refine((text) => bytesOf(text) <= sqlLimits.textBytesMax, {
      error: `query must have at most ${sqlLimits.textBytesMax} bytes`,
    })
    .meta({ description: 'One SELECT statement in DuckDB’s dialect. It is checked when it runs.' }),
  parameters: sqlParameters.refine(
    (value) => value == null || JSON.stringify(value).length <= lengths.parameters,
    {
      error: `parameters must have at most ${lengths.parameters} characters as JSON`,
    },
  ),
  limit: rowLimit,
  view: z.string().max(lengths.view).nullish().meta({
    description:
      'How the program that saves it shows the rows, as that program writes it, such as `view=chart&chart=bar~author~plays` of the console; null for none.',
  }),
});

/** The body of `POST /api/users/me/queries`. */
export const createSavedQueryRequest = (platforms: readonly string[]) => {
  const all = fields(platforms);
  return z.object({
    ...all,
    folder: all.folder.default(''),
    description: all.description.default(''),
  });
};

/** The body of `PATCH /api/users/me/queries/{query_id}`: omitted fields are left unchanged. */
export const changeSavedQueryRequest = (platforms: readonly string[]) => {
  const { name, folder, description, platform, query, parameters, limit, view } = fields(platforms);
  return z.object({
    name: name.optional(),
    folder: folder.optional(),
    description: description.optional(),
    platform: platform.optional(),
    query: query.optional(),
    parameters,
    limit,
    view,
  });
};

/** A saved query. */
export const savedQuery = (platforms: readonly string[]) =>
  z.object({
    query_id: z.string(),
    name: z.string(),
    folder: z.string(),
    description: z.string(),
    platform: z.enum(platforms),
    query: z.string(),
    parameters: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullable(),
    limit: z.int().nullable(),
    view: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  });

/** The query string of `GET /api/users/me/queries`. */
export const listSavedQueriesQuery = (platforms: readonly string[]) =>
  z.object({
    folder: z
      .string()
      .optional()
      .meta({ description: 'Lists the queries of this folder and the folders below it.' }),
    search: z.string().max(lengths.search).optional().meta({
      description: 'Lists queries that have this text in their name, description or SQL, in any case.',
    }),
    platform: z.enum(platforms, { error: 'enum' }).optional(),
    limit: integerWithDefault({
      description: 'Maximum number of queries.',
      ge: 1,
      le: 1_000,
      default: 100,
    }),
    cursor: z
      .string()
      .optional()
      .meta({ description: 'Cursor returned with the previous page. Omit for the first page.' }),
  });

/** `data` of `GET /api/users/me/queries`: newest first. */
export const savedQueryList = (platforms: readonly string[]) =>
  z.object({
    queries: z.array(savedQuery(platforms)),
    folders: z
      .array(z.object({ folder: z.string(), queries: z.int() }))
      .meta({ description: 'All folders of the account.' }),
    total: z.int().meta({ description: 'Number of queries that match, on all pages.' }),
    has_more: z.boolean(),
    cursor: z.string().nullable(),
  });

const { format, shape, csv_safe, timeout_ms, cursor, max_cost, snapshot_id, dry_run, explain } =
  furtherSqlFields;

/** The body of `POST /api/users/me/queries/{query_id}/run`, which is optional. `rowsMax`: the maximum of `limit`. */
export const runSavedQueryRequest = (rowsMax: number) =>
  z
    .object({
      parameters: sqlParameters.meta({
        description: 'Replaces the parameters of the query; of an object, the names that are given.',
      }),
      limit: integer({
        description: 'Maximum number of rows; default: that of the query.',
        ge: 1,
        le: rowsMax,
      }).nullish(),
      format,
      shape,
      csv_safe,
      timeout_ms,
      cursor,
      max_cost,
      snapshot_id,
      dry_run,
      explain,
    })
    .prefault({});

const deleted = { message: z.string() };

/** `data` of a DELETE below `/api/users/me/queries`. */
export const deletedItem = (name: string) => z.object({ [name]: z.string(), ...deleted });

const hostPattern =
  /^(?:(https?):\/\/)?((?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(?::(\d{1,5}))?$/;

/** A host whose pages may embed a share, read to a source of `frame-ancestors`. */
const embedHost = readWith<string>((value) => {
  const [found, scheme = 'https', host = '', port] =
    typeof value === 'string' ? (hostPattern.exec(value.trim().toLowerCase()) ?? []) : [];
  const isHost = found !== undefined && host.length <= 253 && (port === undefined || Number(port) <= 65_535);
  if (isHost) return { value: `${scheme}://${host}${port === undefined ? '' : `:${port}`}` };
  return { issue: { code: 'custom', message: 'expected a host, such as "https://example.org"' } };
}).meta({ type: 'string' });

/** The body of `POST /api/users/me/queries/{query_id}/shares`, which is optional. */
export const createShareRequest = z
  .object({
    statement_id: z.string().min(1).nullish().meta({
      description:
        'Shares the result of this statement, which is paid for, in place of running the query. It must be of this account.',
    }),
    title: z.string().trim().min(1).max(lengths.name).nullish().meta({
      description: 'Title that readers see; default: the name of the query.',
    }),
    description: z.string().max(lengths.description).nullish().meta({
      description: 'Text that readers see; default: none.',
    }),
    parameters: sqlParameters,
    limit: integer({
      description: 'Maximum number of rows; default: that of the query.',
      ge: 1,
      le: sqlLimits.streamRowsMax,
    }).nullish(),
    snapshot_id,
    timeout_ms,
    max_cost,
    expires_at: z
      .union([z.null(), instant('When the share ends (ISO 8601). If omitted, when it is revoked.')])
      .optional()
      .meta({ description: 'When the share ends (ISO 8601). If omitted, when it is revoked.' }),
    embed_hosts: z.array(embedHost).max(lengths.hosts).default([]).meta({
      description:
        'Hosts whose pages may embed the page of the share in a frame, such as `https://example.org` or `https://*.example.org`. Default: none.',
    }),
  })
  .prefault({});

/** A permalink. */
export const share = z.object({
  share_id: z.string(),
  page_url: z.string().meta({ description: 'Page of the share.' }),
  data_url: z.string().meta({ description: 'The same as JSON, CSV, Parquet or Arrow.' }),
  title: z.string(),
  description: z.string(),
  snapshot_id: z.string(),
  row_count: z.int().nullable().meta({ description: 'Null when its result is no longer kept.' }),
  embed_hosts: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  result_kept_until: z
    .string()
    .nullable()
    .meta({ description: 'Until when its rows can be read; null when they are gone.' }),
});

export const shareList = z.object({ shares: z.array(share), total: z.int() });

const resultFormat = z
  .literal(Object.keys(resultFormats) as ResultFormat[])
  .nullish()
  .meta({ description: 'Result format. Overrides the Accept header.' });

/** The query string of `GET /api/q/{share_id}`. */
export const openShareQuery = z.object({
  format: resultFormat,
  shape,
  csv_safe,
  limit: integer({
    description: `JSON: maximum number of rows of a page, at most ${sqlLimits.jsonRowsMax}.`,
    ge: 1,
    le: sqlLimits.jsonRowsMax,
  }).nullish(),
  offset: integer({ description: 'Skips this many rows.', ge: 0, le: sqlLimits.streamRowsMax }).nullish(),
});

/** `data` of `GET /api/q/{share_id}`: the query, its result, and nothing of the account. */
export const openedShare = (platforms: readonly string[]) =>
  z.object({
    columns: z.array(column),
    rows: z.array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
    row_count: z.int().meta({ description: 'Number of rows in this response.' }),
    rows_total: z.int(),
    truncated: z.boolean().meta({ description: 'Whether rows were omitted when it was shared.' }),
    has_more: z.boolean(),
    offset: z.int(),
    title: z.string(),
    description: z.string(),
    platform: z.enum(platforms),
    query: z.string(),
    parameters: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullable(),
    limit: z.int(),
    snapshot_id: z.string(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    result_kept_until: z.string(),
    repeat_of: z.null().optional(),
  });

/** The body of `POST /api/users/me/queries/{query_id}/tokens`. */
export const createReadTokenRequest = z.object({
  name: z.string().trim().min(1).max(100).meta({ description: 'Display name.' }),
  cost_per_day: dollars(
    'The most that its reads may cost in one UTC day, as `"$0.5000"` or 0.5. Further reads are refused until the next day.',
  ),
  expires_at: z
    .union([z.null(), instant('Expiry time (ISO 8601). If omitted, the token never expires.')])
    .optional()
    .meta({ description: 'Expiry time (ISO 8601). If omitted, the token never expires.' }),
});

const readToken = z.object({
  token_id: z.string(),
  query_id: z.string(),
  name: z.string(),
  masked_token: z.string(),
  status: z.enum(['active', 'revoked', 'expired']),
  cost_per_day: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});

export const readTokenList = z.object({ tokens: z.array(readToken), total: z.int() });

/** A new read token and its URLs, which are returned only here. */
export const createdReadToken = readToken.extend({
  token: z.string(),
  urls: z
    .record(z.string(), z.string())
    .meta({ description: 'URL by format. Whoever has one reads the query at your cost.' }),
});

/** The formats of `GET /api/r/{token}.{format}`. */
export const readTokenFormats = ['csv', 'parquet', 'json', 'arrow'] as const;

export type ReadTokenFormat = (typeof readTokenFormats)[number];
