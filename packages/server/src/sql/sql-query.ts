import type { PlatformDefinition } from '@sdq/catalog/define';
import { AppError, type Platform, type ResultFormat, type SqlRequest, sqlLimits } from '@sdq/contract';
import type { QueryOptions, QueuePlace } from '@sdq/core';
import { sqlName } from '@sdq/duckdb/sql';
import { formatCost, type PriceTables, parseDollars, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyRequest } from 'fastify';
import { invalidValue, notOneOf } from '../fastapi/request-invalid.ts';
import { principalOf } from '../request/access.ts';
import { formatOf } from './result-format.ts';

/** What a SQL request asks, on whose behalf, and where in the queue of the engine. */
export interface SqlQuery {
  platform: Platform;
  keyId: string;
  /** The statement: the caller's, or what an empty one stands for. */
  text: string;
  format: ResultFormat;
  body: SqlRequest;
  /** In the queue of the key. */
  place: QueuePlace;
}

/**
 * Reads a request whose fields were checked, and that has a place.
 * Errors: RequestInvalid, `not_acceptable`, `max_cost_exceeded`.
 */
export function readQuery(
  definition: PlatformDefinition,
  prices: PriceTables,
  request: FastifyRequest,
  place: QueuePlace,
): SqlQuery {
  const { platform } = definition;
  const body = request.body as SqlRequest;
  const format = formatOf(request);
  refuseCombinations(body, format);
  const text = body.query.trim() === '' ? browse(definition, body) : body.query;
  refuseAboveMaxCost(prices, platform, body);
  return { platform, keyId: principalOf(request).keyId, text, format, body, place };
}

/** How the engine is asked for it. */
export function engineOptions({ platform, format, body, place }: SqlQuery): QueryOptions {
  return {
    platform,
    limit: body.limit,
    timeoutMs: body.timeout_ms,
    place,
    ...(body.parameters && { parameters: body.parameters }),
    ...(format === 'json' && { bytesMax: sqlLimits.jsonBytesMax }),
  };
}

/** Fields that cannot stand together. Errors: RequestInvalid. */
function refuseCombinations(body: SqlRequest, format: ResultFormat): void {
  const refuse = (field: keyof SqlRequest, message: string): never => {
    throw invalidValue(['body', field], message, body[field]);
  };
  const hasCursor = typeof body.cursor === 'string';
  const isStatement = typeof body.wait_timeout_ms === 'number';
  if (format !== 'json') {
    if (body.include_full_data) refuse('include_full_data', 'full data can be had in the format json only');
    if (hasCursor) refuse('cursor', 'pages can be had in the format json only; a stream gives all rows');
  }
  if (body.include_full_data && body.shape === 'arrays') {
    refuse('shape', 'full data needs the shape objects');
  }
  if (isStatement && body.include_full_data) {
    refuse('include_full_data', 'full data cannot be had of a statement that is kept');
  }
  if (isStatement && hasCursor) refuse('cursor', 'a statement has its pages at its own address');
}

/** What an empty query means. Errors: RequestInvalid for a table that the platform does not have. */
function browse({ tables, browses }: PlatformDefinition, body: SqlRequest): string {
  const name = body.table ?? browses;
  const table = tables.find((known) => known.name === name.toLowerCase());
  if (table === undefined) {
    const names = tables.map((known) => known.name);
    throw notOneOf(['body', 'table'], names, name);
  }
  return `SELECT * FROM ${sqlName(table.name)} LIMIT ${body.limit}`;
}

/** What a request can cost at most, in units of $0.0001. */
export function worstCaseUnits(prices: PriceTables, platform: Platform, body: SqlRequest): number {
  return priceOf(pricesAt(Date.now(), prices), `${platform}/sql`, { records: body.limit }).units;
}

/** Holds a request to the `max_cost` it names. Errors: `max_cost_exceeded`. */
function refuseAboveMaxCost(prices: PriceTables, platform: Platform, body: SqlRequest): void {
  const allowed = typeof body.max_cost === 'string' ? parseDollars(body.max_cost) : undefined;
  const worst = worstCaseUnits(prices, platform, body);
  if (allowed === undefined || worst <= allowed) return;
  throw new AppError(
    'max_cost_exceeded',
    `This request can cost ${formatCost(worst)}, its max_cost is ${formatCost(allowed)}`,
    {
      param: 'max_cost',
      hint: 'lower limit, or raise max_cost',
      meta: { required: formatCost(worst), max_cost: formatCost(allowed) },
    },
  );
}

/** The media type of bare SQL. */
export const sqlTextType = 'application/sql';

/**
 * Bare SQL as a body: the text is its query, and the fields beside it stand in the query string, `parameters` as JSON.
 */
export function toSqlBody(text: string, request: FastifyRequest): Record<string, unknown> {
  const { parameters, ...fields } = request.query as Record<string, unknown>;
  const body = { ...fields, query: text };
  return parameters === undefined ? body : { ...body, parameters: parseOrText(parameters) };
}

/** What is no JSON stays text: the check of fields refuses it. */
function parseOrText(value: unknown): unknown {
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    return value;
  }
}
