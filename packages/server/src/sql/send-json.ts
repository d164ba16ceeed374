import type { SqlExplanation } from '@sdq/contract';
import type { ResultSummary } from '@sdq/core';
import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import { toStoredResponse } from '../request/idempotency.ts';
import type { Charged, Meter } from '../request/metering.ts';
import { watchDelivery } from '../request/watch-delivery.ts';
import { type ResultToSend, serverTiming } from './result-to-send.ts';
import { toJsonArray } from './row-lines.ts';

/** The parts of a JSON response besides the rows. */
export interface JsonParts {
  /** The members of `data` after the rows; `lines` are the rows as NDJSON. Called once, before the charge. */
  members: (summary: ResultSummary, lines: readonly Uint8Array[]) => object;
  /** Whether the rows are the complete result; default: unknown. */
  isWhole?: (summary: ResultSummary) => boolean;
  /** Extends the rows of the JSON array. */
  extend?: ((rows: Buffer) => Promise<Buffer>) | undefined;
}

/**
 * Sends the envelope. The rows of the engine are inserted as bytes without parsing, so 64-bit values stay exact. The
 * result is buffered, at most 25 MiB, because its status and its charge must be known before the first byte is sent.
 */
export async function sendJson(
  reply: FastifyReply,
  { result, facts, shape, tag }: ResultToSend,
  meter: Meter,
  { members, extend, isWhole }: JsonParts,
): Promise<void> {
  const { request } = reply;
  const startedAt = performance.now();
  const lines: Uint8Array[] = [];
  for await (const part of result.bytes('ndjson', { shape })) lines.push(part);
  const summary = await result.summary;
  const rest = JSON.stringify(members(summary, lines)).slice(1, -1);
  let rows = toJsonArray(lines);
  const readAt = performance.now();
  if (extend !== undefined) rows = await extend(rows);
  const extendedAt = performance.now();
  const head = `{"success":true,"data":{"columns":${JSON.stringify(result.columns)},"rows":`;
  const bodyOf = (price: Charged) => {
    const end = `"repeat_of":${JSON.stringify(price.repeatOf)}},"cost":${JSON.stringify(formatCost(price.units))},"request_id":${JSON.stringify(request.id)}}`;
    return Buffer.concat([Buffer.from(head), rows, Buffer.from(`,${rest},${end}`)]);
  };
  const price = await meter.settle(
    { records: summary.rowCount },
    facts.snapshotId,
    (charged) => toStoredResponse(request, 'application/json', bodyOf(charged)),
    { isWhole: isWhole?.(summary) === true },
  );
  const timing = {
    read: readAt - startedAt,
    ...(extend && { full_data: extendedAt - readAt }),
    charge: performance.now() - extendedAt,
  };
  watchDelivery(reply, meter);
  reply.header('content-type', 'application/json');
  if (tag !== null) reply.header('etag', tag);
  reply.header('server-timing', serverTiming(facts, timing));
  reply.send(bodyOf(price));
}

/** The position of the rows of a response in the complete result. */
export interface Placement {
  /** The `limit` of the request. */
  limit: number;
  truncated: boolean;
  /** The cursor of the next rows; null when there are none. */
  cursor: string | null;
}

/** The members of every JSON response after its rows. */
export function resultMembers(
  { facts, statementId }: ResultToSend,
  summary: ResultSummary,
  { limit, truncated, cursor }: Placement,
  explanation: SqlExplanation | undefined,
): object {
  return {
    row_count: summary.rowCount,
    total_fetched: summary.rowCount,
    truncated,
    has_more: cursor !== null,
    cursor,
    limit,
    api_calls: 1,
    ...(statementId !== undefined && { statement_id: statementId }),
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
  };
}
