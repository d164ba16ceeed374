import type { Principal } from '@sdq/accounts';
import type { PlatformDefinition } from '@sdq/catalog/define';
import { AppError, type Platform, type ResultFormat, type SqlRequest, sqlLimits } from '@sdq/contract';
import {
  type Engine,
  type PreparedQuery,
  type QueryOptions,
  type QueryResult,
  type QueuePlace,
  type Quote,
  type ResultSummary,
  resultOf,
  type SealedResult,
} from '@sdq/core';
import { sqlName } from '@sdq/duckdb/sql';
import { type Delivered, formatCost, type PriceTables, parseDollars, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidValue, notOneOf } from '../fastapi/request-invalid.ts';
import { whenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import type { MeterOptions } from '../request/metering.ts';
import { formatOf, rowsMaxOf } from './result-format.ts';
import type { SqlServices } from './sql-state.ts';

/** A validated SQL request, its API key, and its place in the queue of the engine. */
export interface SqlQuery {
  platform: Platform;
  accountId: string;
  keyId: string;
  /** The query text: the caller's, or for an empty query the listing of a table. */
  text: string;
  /** In whose SQL the text is written; default: DuckDB's. */
  dialect?: QueryOptions['dialect'];
  format: ResultFormat;
  body: SqlRequest;
  /** Its place in the fair queue. */
  place: QueuePlace;
  /** What is known of the text before it runs; undefined for one that the engine refuses: its error comes when it is run. */
  prepared: PreparedQuery | undefined;
  /** The snapshot that it reads, retained until the response is sent. */
  snapshotId: string;
  /** The time whose prices are charged: that of its quote, or of the request. */
  pricedAt: number;
  /** Its quote, if it is exact: the result, and what identifies its rows. */
  exact: { sealed: SealedResult; resultId: string } | undefined;
  /** Milliseconds of its time limit that are spent already. */
  spentMs: number;
}

/** What is asked: the body of an SQL request, or what a saved query says in its place. */
export interface AskedSql {
  body: SqlRequest;
  format: ResultFormat;
}

/**
 * Reads a validated request that has a place in the queue.
 * Errors: RequestInvalid, `not_acceptable`, `max_cost_exceeded`.
 */
export async function readQuery(
  definition: PlatformDefinition,
  services: SqlServices,
  reply: FastifyReply,
  place: QueuePlace,
  asked?: AskedSql,
): Promise<SqlQuery> {
  const { request } = reply;
  const { platform } = definition;
  const { sql } = services;
  const format = asked?.format ?? formatOf(request);
  const principal = principalOf(request);
  const { body, quote } = quotedBody(asked?.body ?? (request.body as SqlRequest), format, (id) => {
    sql.instance.refuseOthers(id);
    return sql.quotes.find(id, principal.accountId, platform);
  });
  const hold = sql.snapshots.hold(body.snapshot_id);
  whenClosed(reply, () => hold[Symbol.dispose]());
  const { snapshotId } = hold;
  const pricedAt = quote?.madeAt ?? Date.now();
  const { sealed, resultId = '' } = quote ?? {};
  const exact = sealed == null ? undefined : { sealed, resultId };
  const asking = { principal, body, format, place, snapshotId, pricedAt, exact };
  return await prepareQuery(services, definition, asking);
}

/** Reads a query that has a place in the queue and holds a snapshot. Errors: RequestInvalid, `max_cost_exceeded`. */
export async function prepareQuery(
  { engine, accounts, prices }: SqlServices,
  definition: PlatformDefinition,
  asked: AskedSql &
    Pick<SqlQuery, 'place' | 'snapshotId' | 'pricedAt'> &
    Partial<Pick<SqlQuery, 'exact'>> & { principal: Principal },
): Promise<SqlQuery> {
  const { principal, body, format, place, snapshotId, pricedAt, exact } = asked;
  const { platform } = definition;
  refuseCombinations(body, format);
  const text = body.query.trim() === '' ? browse(definition, body) : body.query;
  const startedAt = performance.now();
  const prepared = await prepare(engine, platform, text, { body, place });
  const spentMs = performance.now() - startedAt;
  const { accountId, keyId } = principal;
  const caller = { platform, accountId, keyId };
  const query = { ...caller, text, format, body, place, prepared, snapshotId, pricedAt, exact, spentMs };
  await refuseAboveMaxCost({ accounts, prices }, query, principal);
  return query;
}

/** The body with what a quote fixes. Errors: RequestInvalid for another query than the quoted one, those of `find`. */
function quotedBody(
  body: SqlRequest,
  format: ResultFormat,
  find: (id: string) => Quote,
): { body: SqlRequest; quote?: Quote } {
  if (typeof body.quote_id !== 'string') return { body };
  const quote = find(body.quote_id);
  const { text, parameters, snapshotId } = quote;
  if (body.query.trim() !== '' && body.query !== text) {
    throw invalidValue(['body', 'query'], 'query must be empty, or that of the quote', body.query);
  }
  const limit = Math.min(quote.limit, rowsMaxOf(format));
  return { body: { ...body, query: text, parameters, limit, snapshot_id: snapshotId }, quote };
}

export async function prepare(
  engine: Engine,
  platform: Platform,
  text: string,
  { body: { parameters, limit }, place, dialect }: Pick<SqlQuery, 'body' | 'place' | 'dialect'>,
): Promise<PreparedQuery | undefined> {
  return await engine
    .prepare(text, { platform, place, limit, dialect, ...(parameters && { parameters }) })
    .catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
}

/** What a query may cost over a snapshot, and which of its rows are paid once. `first`: the position of its first row. */
export function termsOf(
  query: Pick<SqlQuery, 'body' | 'prepared' | 'snapshotId' | 'pricedAt' | 'exact'>,
  { snapshotId, first = 0 }: { snapshotId: string; first?: number } = query,
): MeterOptions & { worst: Delivered } {
  const { prepared, pricedAt, exact } = query;
  const worst = { records: worstCaseRows(query) };
  const isFree = prepared?.isFree === true;
  if (exact !== undefined && !isFree)
    return { worst, isFree, pricedAt, once: { result: exact.resultId, first, mayVary: false } };
  if (prepared === undefined || isFree || prepared.question === null || prepared.rowsVary === 'always')
    return { worst, isFree, pricedAt };
  const result = resultOf(prepared.question, snapshotId);
  return { worst, isFree, pricedAt, once: { result, first, mayVary: prepared.rowsVary !== 'never' } };
}

/** The options for the engine. */
export function engineOptions({
  platform,
  dialect,
  format,
  body,
  place,
  prepared,
  snapshotId,
  spentMs,
}: SqlQuery): QueryOptions {
  return {
    platform,
    dialect,
    limit: body.limit,
    timeoutMs: body.timeout_ms,
    spentMs,
    quotesValues: false,
    place,
    prepared,
    snapshotId,
    ...(body.parameters && { parameters: body.parameters }),
    ...(format === 'json' && { bytesMax: sqlLimits.jsonBytesMax }),
  };
}

/** Runs a query; the result of an exact quote is read. Errors: those of the query, `result_expired`. */
export async function runSql(
  engine: Engine,
  query: SqlQuery,
  options: Pick<QueryOptions, 'signal' | 'bytesMax' | 'onProgress'>,
): Promise<QueryResult> {
  const run = { ...engineOptions(query), ...options };
  const { exact, text, body } = query;
  if (exact === undefined) return await engine.query(text, run);
  const { signal, bytesMax } = run;
  return await exact.sealed.read({
    count: body.limit,
    ...(signal && { signal }),
    ...(bytesMax !== undefined && { bytesMax }),
  });
}

/** Whether the limit of a request cut rows off, of a run or of the result of an exact quote. */
export function isCut({ exact }: SqlQuery, { truncated, rowCount }: ResultSummary): boolean {
  return truncated || (exact !== undefined && (exact.sealed.truncated || rowCount < exact.sealed.rowCount));
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
  if (body.receipt && format !== 'ndjson')
    refuse('receipt', 'receipt is only supported with format "ndjson"; other formats send trailers');
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
export function browse({ tables, browses }: PlatformDefinition, body: SqlRequest): string {
  const name = body.table ?? browses;
  const table = tables.find((known) => known.name === name.toLowerCase());
  if (table === undefined) {
    const names = tables.map((known) => known.name);
    throw notOneOf(['body', 'table'], names, name);
  }
  return `SELECT * FROM ${sqlName(table.name)} LIMIT ${body.limit}`;
}

/** The number of rows that a request delivers at most. */
export function worstCaseRows({
  prepared,
  body,
  exact,
}: Pick<SqlQuery, 'body' | 'prepared'> & Partial<Pick<SqlQuery, 'exact'>>): number {
  const rowsMax = prepared?.rowsMax ?? body.limit;
  return Math.min(rowsMax, exact?.sealed.rowCount ?? rowsMax);
}

/** The maximum cost of a request in units of $0.0001. */
export function worstCaseUnits(
  prices: PriceTables,
  query: Pick<SqlQuery, 'platform' | 'body' | 'prepared' | 'pricedAt'>,
): number {
  const records = query.prepared?.isFree ? 0 : worstCaseRows(query);
  return priceOf(pricesAt(query.pricedAt, prices), `${query.platform}/sql`, { records }).units;
}

/** Refuses a request that can cost more than its `max_cost`. Errors: `max_cost_exceeded`. */
export async function refuseAboveMaxCost(
  services: Pick<SqlServices, 'accounts' | 'prices'>,
  query: SqlQuery,
  { accountId }: Principal,
): Promise<void> {
  const { body } = query;
  const allowed = typeof body.max_cost === 'string' ? parseDollars(body.max_cost) : undefined;
  if (allowed === undefined || worstCaseUnits(services.prices, query) <= allowed) return;
  const worst = await unpaidUnits(services, query, accountId);
  if (worst <= allowed) return;
  throw maxCostExceeded(worst, allowed);
}

/** The error of a request that can cost more than its `max_cost`, in units of $0.0001. */
export function maxCostExceeded(worst: number, allowed: number): AppError {
  return new AppError(
    'max_cost_exceeded',
    `Maximum cost exceeded: this request can cost up to ${formatCost(worst)}, but its max_cost is ${formatCost(allowed)}.`,
    {
      param: 'max_cost',
      hint: 'Lower limit, or raise max_cost',
      meta: { required: formatCost(worst), max_cost: formatCost(allowed) },
    },
  );
}

/** The maximum cost in units of $0.0001 after what the account paid already for rows of the same result. */
export async function unpaidUnits(
  { accounts, prices }: Pick<SqlServices, 'accounts' | 'prices'>,
  query: Pick<SqlQuery, 'platform' | 'body' | 'prepared' | 'snapshotId' | 'pricedAt' | 'exact'>,
  accountId: string,
): Promise<number> {
  const { once, worst } = termsOf(query);
  const isCursor = typeof query.body.cursor === 'string';
  if (once === undefined || once.mayVary || isCursor) return worstCaseUnits(prices, query);
  const records = await accounts.countUnpaid(accountId, { ...once, records: worst.records });
  return priceOf(pricesAt(query.pricedAt, prices), `${query.platform}/sql`, { records }).units;
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
