import type { Engine, ResultSummary } from '@sdq/core';
import { formatCost, type Price } from '@sdq/pricing';
import { toStoredAnswer } from '../request/idempotency.ts';
import { watchDelivery } from '../response/watch-delivery.ts';
import { addFullData } from './full-data.ts';
import type { SqlExchange } from './sql-exchange.ts';

/**
 * Answers with the envelope. The engine's array of rows is put into it as the bytes it is, not parsed: 64-bit values
 * stay as the engine wrote them. The whole result is held, at most its 25 MiB, because its status and its charge
 * must be known before its first byte leaves.
 */
export async function sendJson(exchange: SqlExchange, engine: Engine): Promise<void> {
  const { reply, result, meter, body, request } = exchange;
  let rows = await collect(result.bytes('json'));
  const summary = await result.summary;
  if (body.include_full_data === true) rows = await addFullData(rows, exchange, engine);
  const head = `{"success":true,"data":{"columns":${JSON.stringify(result.columns)},"rows":`;
  const facts = JSON.stringify(factsOf(exchange, summary)).slice(1);
  const bodyOf = (price: Price) => {
    const end = `"cost":${JSON.stringify(formatCost(price.units))},"request_id":${JSON.stringify(request.id)}}`;
    return Buffer.concat([Buffer.from(head), rows, Buffer.from(`,${facts},${end}`)]);
  };
  const price = await meter.settle({ records: summary.rowCount }, result.snapshotId, (charged) =>
    toStoredAnswer(request, 'application/json', bodyOf(charged)),
  );
  watchDelivery(reply, meter);
  reply.header('content-type', 'application/json');
  reply.send(bodyOf(price));
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const held: Uint8Array[] = [];
  for await (const part of parts) held.push(part);
  return Buffer.concat(held);
}

/** What stands in `data` after the rows. What the engine does not measure is null. */
function factsOf({ body, statementId, result, explanation }: SqlExchange, summary: ResultSummary): object {
  return {
    row_count: summary.rowCount,
    total_fetched: summary.rowCount,
    truncated: summary.truncated,
    has_more: summary.truncated,
    cursor: null,
    limit: body.limit,
    api_calls: 1,
    statement_id: statementId,
    snapshot_id: result.snapshotId,
    stats: {
      elapsed_ms: Math.round(summary.elapsedMs * 1_000) / 1_000,
      queued_ms: Math.round(result.queuedMs * 1_000) / 1_000,
      rows_scanned: null,
      bytes_scanned: null,
      cache: result.cache,
      rewrites: result.rewrites,
    },
    ...(explanation && { explanation: { ...explanation, attempt: summary.attempt } }),
  };
}
