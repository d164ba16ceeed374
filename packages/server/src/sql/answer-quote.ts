import type { PlatformDefinition } from '@sdq/catalog/define';
import type { SqlQuote, SqlRequest } from '@sdq/contract';
import type { Quote, SealedResult } from '@sdq/core';
import { formatCost, type PriceTables, parseDollars, priceOf, pricesAt } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import { metered } from '../request/metering.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import { serviceLimits } from '../service-limits.ts';
import { takePlace } from './queue-place.ts';
import type { RetainedResult } from './retained-results.ts';
import { browse, maxCostExceeded } from './sql-query.ts';
import type { SqlServices } from './sql-state.ts';

/** Makes a quote: free of charge, or exact, for the price of an exact quote, which counts for the first row. */
export async function answerQuote(
  services: SqlServices,
  definition: PlatformDefinition,
  reply: FastifyReply,
): Promise<void> {
  const { accounts, engine, prices, sql } = services;
  const { request } = reply;
  const { platform } = definition;
  const body = request.body as SqlRequest;
  const { accountId, keyId } = principalOf(request);
  const text = body.query.trim() === '' ? browse(definition, body) : body.query;
  const options = {
    platform,
    limit: body.limit,
    tenant: keyId,
    quotesValues: false,
    signal: abortedWhenClosed(reply),
    ...(body.parameters && { parameters: body.parameters }),
    ...(typeof body.snapshot_id === 'string' && { snapshotId: body.snapshot_id }),
  };
  if (!body.exact) {
    const timeoutMs = Math.min(body.timeout_ms, serviceLimits.checkMs);
    sendQuote(reply, await sql.quotes.make(accountId, text, { ...options, timeoutMs }), prices);
    return;
  }
  const endpoint = exactEndpoint(platform, prices);
  const worst = { records: 1 };
  const most = priceOf(pricesAt(Date.now(), prices), endpoint, worst).units;
  const allowed = typeof body.max_cost === 'string' ? parseDollars(body.max_cost) : undefined;
  if (allowed !== undefined && most > allowed) throw maxCostExceeded(most, allowed);
  const place = takePlace(engine, principalOf(request), reply);
  // which result the first row is of is known only after the query has been read: the reservation is for any row
  const once = { result: '', first: 0, mayVary: true };
  await metered({ accounts, prices }, request, endpoint, { worst, once }, async (meter) => {
    const quote = await sql.quotes.make(accountId, text, {
      ...options,
      place,
      timeoutMs: body.timeout_ms,
      bytesMax: sql.limits.resultBytesMax,
      seal: async (result) => sealedOf(await sql.results.keep(result, { accountId })),
    });
    try {
      once.result = quote.resultId;
      const records = quote.isFree ? 0 : 1;
      const { units } = await meter.settle({ records }, quote.snapshotId, undefined, { isWhole: true });
      sendQuote(reply, quote, prices, units);
    } catch (error) {
      sql.quotes.drop(quote.id, accountId, platform);
      throw error;
    }
  });
}

/** The endpoint whose price an exact quote has: a row, where the platform does not say. */
function exactEndpoint(platform: string, prices: PriceTables): string {
  const { endpoints } = pricesAt(Date.now(), prices);
  const own = `${platform}/sql/quotes`;
  return endpoints[own] === undefined ? `${platform}/sql` : own;
}

function sealedOf({ summary, read, drop }: RetainedResult): SealedResult {
  return {
    rowCount: summary.rowCount,
    truncated: summary.truncated,
    read: ({ count, ...options }) => read({ first: 0, count, without: [] }, options),
    drop,
  };
}

/** Sends a quote; `units` is what making it cost. */
export function sendQuote(reply: FastifyReply, quote: Quote, prices: PriceTables, units = 0): void {
  const { id, platform, snapshotId, columns, rowsMax, isFree, sealed, madeAt, expiresAt } = quote;
  // the first row of an exact quote is paid
  const unpaid = isFree ? 0 : Math.max(0, rowsMax - (sealed === null ? 0 : 1));
  const price = priceOf(pricesAt(madeAt, prices), `${platform}/sql`, { records: unpaid });
  const view: SqlQuote = {
    quote_id: id,
    snapshot_id: snapshotId,
    price_version: price.version,
    columns: [...columns],
    rows_max: rowsMax,
    cost_max: formatCost(price.units),
    exact: sealed !== null,
    rows: sealed?.rowCount ?? null,
    truncated: sealed?.truncated ?? null,
    expires_at: new Date(expiresAt).toISOString(),
  };
  reply.header('cache-control', 'no-store');
  const { id: requestId } = reply.request;
  const answer = { success: true, data: view, cost: formatCost(units), request_id: requestId };
  sendJsonText(reply, JSON.stringify(answer));
}
