import type { ResultSummary } from '@sdq/core';
import { formatCost, type Price } from '@sdq/pricing';
import { toStoredAnswer } from '../request/idempotency.ts';
import { watchDelivery } from '../request/watch-delivery.ts';
import { toJsonArray } from './row-lines.ts';
import { serverTiming } from './server-timing.ts';
import type { Placement, SqlExchange } from './sql-exchange.ts';
import { chargedFor, expiryOf } from './statement-view.ts';

/**
 * Answers with the envelope. The engine's rows are put into it as the bytes they are, not parsed: 64-bit values stay
 * as the engine wrote them. The whole result is held, at most its 25 MiB, because its status and its charge must be
 * known before its first byte leaves.
 */
export async function sendJson(exchange: SqlExchange): Promise<void> {
  const { reply, result, facts, meter, request, shape } = exchange;
  const startedAt = performance.now();
  const lines: Uint8Array[] = [];
  for await (const part of result.bytes('ndjson', { shape })) lines.push(part);
  const summary = await result.summary;
  const placement = exchange.place(summary, lines);
  let rows = toJsonArray(lines);
  const readAt = performance.now();
  if (exchange.extend !== undefined) rows = await exchange.extend(rows);
  const extendedAt = performance.now();
  const head = `{"success":true,"data":{"columns":${JSON.stringify(result.columns)},"rows":`;
  const rest = JSON.stringify(dataOf(exchange, summary, placement)).slice(1);
  const bodyOf = (price: Price) => {
    const end = `"cost":${JSON.stringify(formatCost(price.units))},"request_id":${JSON.stringify(request.id)}}`;
    return Buffer.concat([Buffer.from(head), rows, Buffer.from(`,${rest},${end}`)]);
  };
  const price = await meter.settle({ records: summary.rowCount }, facts.snapshotId, (charged) =>
    toStoredAnswer(request, 'application/json', bodyOf(charged)),
  );
  const timing = {
    read: readAt - startedAt,
    ...(exchange.extend && { full_data: extendedAt - readAt }),
    charge: performance.now() - extendedAt,
  };
  watchDelivery(reply, meter);
  reply.header('content-type', 'application/json');
  if (exchange.tag !== null) reply.header('etag', exchange.tag);
  reply.header('server-timing', serverTiming(facts, timing));
  reply.send(bodyOf(price));
}

/** What stands in `data` after the rows. */
function dataOf(
  { limit, statementId, statement, facts, explanation }: SqlExchange,
  summary: ResultSummary,
  { truncated, hasMore, cursor }: Placement,
): object {
  return {
    row_count: summary.rowCount,
    total_fetched: summary.rowCount,
    truncated,
    has_more: hasMore,
    cursor,
    limit,
    api_calls: 1,
    statement_id: statementId,
    snapshot_id: facts.snapshotId,
    stats: {
      elapsed_ms: Math.round(summary.elapsedMs * 1_000) / 1_000,
      queued_ms: Math.round(facts.queuedMs * 1_000) / 1_000,
      rows_scanned: facts.scan.rows,
      bytes_scanned: facts.scan.bytes,
      cache: facts.cache,
      rewrites: facts.rewrites,
    },
    ...(explanation && { explanation: { ...explanation, attempt: summary.attempt } }),
    ...(statement && {
      state: statement.state,
      charged: chargedFor(statement),
      expires_at: expiryOf(statement),
    }),
  };
}
