import type { PlatformDefinition } from '@sdq/catalog/define';
import { type ResultFormat, type SqlRequest, sqlLimits } from '@sdq/contract';
import type { QueryResult } from '@sdq/core';
import { sqlName } from '@sdq/duckdb/sql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ulid } from 'ulid';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import { openMeter } from '../request/metering.ts';
import { addVary } from '../response/compress-answer.ts';
import { literalError, RequestInvalid, valueError } from '../validation/request-invalid.ts';
import { answerStatement } from './answer-statement.ts';
import { entityTag, matchesTag } from './entity-tag.ts';
import { explain, sendDryRun } from './explanation.ts';
import { addFullData } from './full-data.ts';
import { refuseAboveMaxCost } from './max-cost.ts';
import { formatOf } from './result-format.ts';
import type { PagePlace, PageScope } from './result-pages.ts';
import { digestRows } from './row-lines.ts';
import { sendResult } from './send-result.ts';
import { queryOptions, runQuery, type SqlCall } from './sql-call.ts';
import type { SqlExchange } from './sql-exchange.ts';
import type { SqlServices } from './sql-services.ts';

/**
 * Runs a request's SQL and answers with its result: reserve the worst case, query, answer, settle. Whatever fails
 * before the status is sent is thrown and costs nothing; when the caller goes away, the query is cancelled.
 */
export async function answerSql(
  services: SqlServices,
  definition: PlatformDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { platform } = definition;
  const body = request.body as SqlRequest;
  const format = formatOf(request);
  refuseCombinations(body, format);
  const sql = body.query.trim() === '' ? browse(definition, body) : body.query;
  refuseAboveMaxCost(services.prices, platform, body);
  const { keyId } = principalOf(request);
  const call: SqlCall = {
    services,
    platform,
    request,
    reply,
    body,
    format,
    sql,
    keyId,
    signal: abortedWhenClosed(reply),
  };
  addVary(reply, 'Accept');
  reply.header('cache-control', 'private, no-cache');
  if (body.dry_run) {
    sendDryRun(reply, body, await explain(services, platform, sql, body));
    return;
  }
  if (await answerNotModified(call)) return;
  if (body.explain) call.explanation = (await explain(services, platform, sql, body)).facts;
  if (typeof body.cursor === 'string') await answerPage(call, body.cursor);
  else if (typeof body.wait_timeout_ms === 'number') await answerStatement(call, body.wait_timeout_ms);
  else await answerQuery(call);
}

/** Answers with 304 what the caller has already, free of charge and without running it. Says whether it did. */
async function answerNotModified(call: SqlCall): Promise<boolean> {
  const { request, reply, body, format, services, sql } = call;
  const known = request.headers['if-none-match'];
  if (known === undefined || typeof body.cursor === 'string') return false;
  const tag = entityTag(await services.engine.identify(sql, queryOptions(call)), format, body);
  if (tag === null || !matchesTag(known, tag)) return false;
  reply.code(304).header('etag', tag).send();
  return true;
}

async function answerQuery(call: SqlCall): Promise<void> {
  const { services, platform, request, body } = call;
  const { engine } = services;
  const meter = await openMeter(services, request, `${platform}/sql`, { records: body.limit });
  try {
    using hold = engine.holdSnapshot();
    await using result = await runQuery(call, { snapshotId: hold.snapshotId });
    const { facts } = result;
    await sendResult({
      ...exchangeOf(call, result),
      facts,
      meter,
      tag: entityTag(facts.identity, call.format, body),
      place: ({ truncated }, lines) => {
        // a query that gives something else each time has one page: nothing could go on where it ended
        const hasPages = truncated && facts.identity !== null && lines.length > 0;
        const cursor = hasPages
          ? services.sql.pages.begin(scopeOf(call), {
              snapshotId: facts.snapshotId,
              shape: body.shape ?? 'objects',
              digests: digestRows(lines),
            })
          : null;
        return { truncated, hasMore: cursor !== null, cursor };
      },
    });
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

async function answerPage(call: SqlCall, cursor: string): Promise<void> {
  const { services, platform, request, body, signal } = call;
  const { pages } = services.sql;
  const scope = scopeOf(call);
  const place = pages.find(cursor, scope);
  const meter = await openMeter(services, request, `${platform}/sql`, { records: body.limit });
  try {
    const ran: { result?: QueryResult } = {};
    const page = await pages.open(
      place,
      body.limit,
      async (bounds) => {
        ran.result = await runQuery(call, bounds);
        return ran.result;
      },
      { bytesMax: sqlLimits.jsonBytesMax, signal },
    );
    await using result = page.result;
    await sendResult({
      ...exchangeOf(call, result),
      facts: { ...(ran.result ?? result).facts, cache: ran.result?.facts.cache ?? 'hit' },
      meter,
      tag: null,
      place: ({ rowCount }) => {
        const next: PagePlace = { id: place.id, offset: place.offset + rowCount };
        const hasMore = rowCount > 0 && next.offset < page.rowsTotal;
        return {
          truncated: hasMore || page.isCut,
          hasMore,
          cursor: hasMore ? pages.cursor(next, scope) : null,
        };
      },
    });
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

/** What the exchanges of this file share. */
function exchangeOf(
  { services, request, reply, body, format, signal, explanation }: SqlCall,
  result: QueryResult,
): Pick<
  SqlExchange,
  | 'request'
  | 'reply'
  | 'format'
  | 'shape'
  | 'limit'
  | 'result'
  | 'statementId'
  | 'signal'
  | 'extend'
  | 'explanation'
> {
  const { engine } = services;
  const { snapshotId } = result;
  const extend =
    body.include_full_data === true
      ? async (rows: Buffer) =>
          await addFullData(rows, engine, { snapshotId, timeoutMs: body.timeout_ms, signal })
      : undefined;
  const shape = body.shape ?? 'objects';
  const statementId = `stmt_${ulid()}`;
  return {
    request,
    reply,
    format,
    shape,
    limit: body.limit,
    result,
    statementId,
    signal,
    extend,
    explanation,
  };
}

/** All that must be the same from page to page. */
function scopeOf({ platform, keyId, sql, body }: SqlCall): PageScope {
  const { limit, parameters, include_full_data: full, shape } = body;
  return { endpoint: `${platform}/sql`, keyId, parameters: { sql, limit, parameters, full, shape } };
}

/** Fields that cannot stand together. Errors: RequestInvalid. */
function refuseCombinations(body: SqlRequest, format: ResultFormat): void {
  const refuse = (field: keyof SqlRequest, message: string): never => {
    throw new RequestInvalid([valueError(['body', field], message, body[field])]);
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
    throw new RequestInvalid([literalError(['body', 'table'], names, name)]);
  }
  return `SELECT * FROM ${sqlName(table.name)} LIMIT ${body.limit}`;
}
