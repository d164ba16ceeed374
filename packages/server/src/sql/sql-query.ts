import type { PlatformDefinition } from '@sdq/catalog/define';
import { AppError, type Platform, type ResultFormat, type SqlRequest, sqlLimits } from '@sdq/contract';
import type { Engine, QueryOptions, QueuePlace } from '@sdq/core';
import { sqlName } from '@sdq/duckdb/sql';
import { formatCost, type PriceTables, parseDollars, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyRequest } from 'fastify';
import { invalidValue, notOneOf } from '../fastapi/request-invalid.ts';
import { principalOf } from '../request/access.ts';
import { formatOf } from './result-format.ts';

/** A validated SQL request, its API key, and its place in the queue of the engine. */
export interface SqlQuery {
  platform: Platform;
  keyId: string;
  /** The query text: the caller's, or for an empty query the listing of a table. */
  text: string;
  format: ResultFormat;
  body: SqlRequest;
  /** Its place in the fair queue. */
  place: QueuePlace;
  /** Whether it asks only what the catalogue tells, which is free of charge. */
  isFree: boolean;
  /** Milliseconds of its time limit that are spent already. */
  spentMs: number;
}

/**
 * Reads a validated request that has a place in the queue.
 * Errors: RequestInvalid, `not_acceptable`, `max_cost_exceeded`.
 */
export async function readQuery(
  definition: PlatformDefinition,
  { engine, prices }: { engine: Engine; prices: PriceTables },
  request: FastifyRequest,
  place: QueuePlace,
): Promise<SqlQuery> {
  const { platform } = definition;
  const body = request.body as SqlRequest;
  const format = formatOf(request);
  refuseCombinations(body, format);
  const text = body.query.trim() === '' ? browse(definition, body) : body.query;
  const { keyId } = principalOf(request);
  const isFree = await asksOnlyCatalogue(engine, platform, text, { body, place });
  const query = { platform, keyId, text, format, body, place, isFree, spentMs: 0 };
  refuseAboveMaxCost(prices, query);
  return query;
}

/** False for a query that the engine refuses: its error comes when it is run. */
async function asksOnlyCatalogue(
  engine: Engine,
  platform: Platform,
  text: string,
  { body: { parameters }, place }: Pick<SqlQuery, 'body' | 'place'>,
): Promise<boolean> {
  return await engine
    .isFree(text, { platform, place, ...(parameters && { parameters }) })
    .catch((error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    });
}

/** The options for the engine. */
export function engineOptions({ platform, format, body, place, spentMs }: SqlQuery): QueryOptions {
  return {
    platform,
    limit: body.limit,
    timeoutMs: body.timeout_ms,
    spentMs,
    place,
    ...(body.parameters && { parameters: body.parameters }),
    ...(format === 'json' && { bytesMax: sqlLimits.jsonBytesMax }),
  };
}

/** Refuses conflicting fields. Errors: RequestInvalid. */
function refuseCombinations(body: SqlRequest, format: ResultFormat): void {
  const refuse = (field: keyof SqlRequest, message: string): never => {
    throw invalidValue(['body', field], message, body[field]);
  };
  const hasCursor = typeof body.cursor === 'string';
  const isStatement = typeof body.wait_timeout_ms === 'number';
  if (format !== 'json') {
    if (body.include_full_data)
      refuse('include_full_data', 'include_full_data is only supported with format "json"');
    if (hasCursor)
      refuse('cursor', 'cursor is only supported with format "json"; a streaming format returns all rows');
  }
  if (body.include_full_data && body.shape === 'arrays') {
    refuse('shape', 'include_full_data requires shape "objects"');
  }
  if (isStatement && body.include_full_data) {
    refuse('include_full_data', 'include_full_data is not supported with wait_timeout_ms');
  }
  if (isStatement && hasCursor)
    refuse(
      'cursor',
      'cursor is not supported with wait_timeout_ms; get the pages of a statement from its status_url',
    );
}

/** The SQL of an empty query. Errors: RequestInvalid for an unknown table. */
function browse({ tables, browses }: PlatformDefinition, body: SqlRequest): string {
  const name = body.table ?? browses;
  const table = tables.find((known) => known.name === name.toLowerCase());
  if (table === undefined) {
    const names = tables.map((known) => known.name);
    throw notOneOf(['body', 'table'], names, name);
  }
  return `SELECT * FROM ${sqlName(table.name)} LIMIT ${body.limit}`;
}

/** The maximum cost of a request in units of $0.0001. */
export function worstCaseUnits(
  prices: PriceTables,
  { platform, body, isFree }: Pick<SqlQuery, 'platform' | 'body' | 'isFree'>,
): number {
  const records = isFree ? 0 : body.limit;
  return priceOf(pricesAt(Date.now(), prices), `${platform}/sql`, { records }).units;
}

/** Refuses a request whose maximum cost exceeds its `max_cost`. Errors: `max_cost_exceeded`. */
function refuseAboveMaxCost(prices: PriceTables, query: SqlQuery): void {
  const { body } = query;
  const allowed = typeof body.max_cost === 'string' ? parseDollars(body.max_cost) : undefined;
  const worst = worstCaseUnits(prices, query);
  if (allowed === undefined || worst <= allowed) return;
  throw new AppError(
    'max_cost_exceeded',
    `Maximum cost exceeded: this request can cost up to ${formatCost(worst)}, but its max_cost is ${formatCost(allowed)}.`,
    {
      param: 'max_cost',
      hint: 'Lower limit, or raise max_cost',
      meta: { required: formatCost(worst), max_cost: formatCost(allowed) },
    },
  );
}

/** The media type of SQL text. */
export const sqlTextType = 'application/sql';

/**
 * Converts an SQL text body: the text is the query, and the query string has the other fields, `parameters` as JSON.
 */
export function toSqlBody(text: string, request: FastifyRequest): Record<string, unknown> {
  const { parameters, ...fields } = request.query as Record<string, unknown>;
  const body = { ...fields, query: text };
  return parameters === undefined ? body : { ...body, parameters: parseOrText(parameters) };
}

/** Invalid JSON stays text, which validation refuses. */
function parseOrText(value: unknown): unknown {
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    return value;
  }
}
