import { browsedTables, type Platform, type SqlRequest, sqlLimits } from '@sdq/contract';
import { findTable, sqlName, tablesOf } from '@sdq/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ulid } from 'ulid';
import { principalOf } from '../request/access.ts';
import { openMeter } from '../request/metering.ts';
import { literalError, RequestInvalid, valueError } from '../request/request-invalid.ts';
import type { Services } from '../services.ts';
import { explain, sendDryRun } from './explanation.ts';
import { refuseAboveMaxCost } from './max-cost.ts';
import { formatOf } from './result-format.ts';
import { sendJson } from './send-json.ts';
import { sendStream } from './send-stream.ts';
import type { SqlExchange } from './sql-exchange.ts';

/**
 * Runs a request's SQL and answers with its result: reserve the worst case, query, answer, settle. Whatever fails
 * before the status is sent is thrown and costs nothing; when the caller goes away, the query is cancelled.
 */
export async function answerSql(
  { engine, accounts }: Services,
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const body = request.body as SqlRequest;
  const format = formatOf(request);
  if (body.include_full_data === true && format !== 'json') {
    const message = 'full data can be had in the format json only';
    throw new RequestInvalid([valueError(['body', 'include_full_data'], message, true)]);
  }
  const sql = body.query.trim() === '' ? browse(platform, body) : body.query;
  refuseAboveMaxCost(platform, body);
  const explanation = body.dry_run || body.explain ? await explain(engine, platform, sql, body) : undefined;
  if (explanation !== undefined && body.dry_run) {
    sendDryRun(reply, body, explanation);
    return;
  }
  const meter = await openMeter(accounts, request, `${platform}/sql`, { records: body.limit });
  try {
    const signal = abortedWhenClosed(reply);
    await using result = await engine.query(sql, {
      platform,
      limit: body.limit,
      timeoutMs: body.timeout_ms,
      owner: principalOf(request).keyId,
      signal,
      ...(body.parameters && { parameters: body.parameters }),
      ...(format === 'json' && { bytesMax: sqlLimits.jsonBytesMax }),
    });
    const statementId = `stmt_${ulid()}`;
    const exchange: SqlExchange = {
      request,
      reply,
      platform,
      body,
      format,
      statementId,
      result,
      meter,
      signal,
      explanation: explanation?.facts,
    };
    if (format === 'json') await sendJson(exchange, engine);
    else await sendStream(exchange);
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

/** What an empty query means. Errors: RequestInvalid for a table that the platform does not have. */
function browse(platform: Platform, body: SqlRequest): string {
  const name = body.table ?? browsedTables[platform];
  const table = findTable(platform, name);
  if (table === undefined) {
    const names = tablesOf(platform).map((known) => known.name);
    throw new RequestInvalid([literalError(['body', 'table'], names, name)]);
  }
  return `SELECT * FROM ${sqlName(table.name)} LIMIT ${body.limit}`;
}

function abortedWhenClosed(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (reply.raw.destroyed) controller.abort();
  return controller.signal;
}
