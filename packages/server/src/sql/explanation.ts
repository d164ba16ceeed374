import type { ResultColumn, SqlExplanation, SqlRequest } from '@sdq/contract';
import type { Engine, Explanation } from '@sdq/core';
import { formatCost, type PriceTables } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import { sendEnvelope } from '../response/send-envelope.ts';
import { type SqlQuery, worstCaseRows, worstCaseUnits } from './sql-query.ts';

interface Explained {
  columns: readonly ResultColumn[];
  snapshotId: string;
  facts: SqlExplanation;
}

/** Plans a query without running it. */
export async function explain(
  { engine, prices }: { engine: Engine; prices: PriceTables },
  query: SqlQuery,
  signal: AbortSignal,
): Promise<Explained> {
  const { platform, text, body, place, prepared } = query;
  const explanation = await engine.explain(text, {
    platform,
    limit: body.limit,
    timeoutMs: body.timeout_ms,
    quotesValues: false,
    signal,
    prepared,
    snapshotId: query.snapshotId,
    ...(place.tenant !== null && { tenant: place.tenant }),
    ...(place.account !== null && { account: place.account }),
    ...(body.parameters && { parameters: body.parameters }),
  });
  const worst = { rowsMax: worstCaseRows(query), unitsMax: worstCaseUnits(prices, query) };
  return {
    columns: explanation.columns,
    snapshotId: explanation.snapshotId,
    facts: explanationView(explanation, worst),
  };
}

/** The public form of a plan; `unitsMax`: the maximum cost in units of $0.0001. */
export function explanationView(
  explanation: Explanation,
  { rowsMax, unitsMax }: { rowsMax: number; unitsMax: number },
): SqlExplanation {
  return {
    rules: explanation.rules.map((rule) => ({ ...rule })),
    routes: explanation.routes.map((route) => ({
      table: route.table,
      via: route.via,
      files_total: route.filesTotal,
      files_read: route.filesRead,
      rows_estimated: route.rowsEstimated,
      bytes_estimated: route.bytesEstimated,
    })),
    rows_estimated: explanation.rowsEstimated,
    bytes_estimated: explanation.bytesEstimated,
    attempts: explanation.attempts,
    attempt: null,
    rows_max: rowsMax,
    cost_max: formatCost(unitsMax),
    stage_ms: Object.fromEntries(
      Object.entries(explanation.stageMs).map(([stage, ms]) => [stage, Math.round(ms * 1_000) / 1_000]),
    ),
  };
}

/** Responds to a dry run: without rows, free of charge. */
export function sendDryRun(
  reply: FastifyReply,
  body: SqlRequest,
  { columns, snapshotId, facts }: Explained,
): void {
  sendEnvelope(reply, {
    columns: [...columns],
    rows: [],
    row_count: 0,
    total_fetched: 0,
    truncated: false,
    has_more: false,
    cursor: null,
    limit: body.limit,
    api_calls: 0,
    snapshot_id: snapshotId,
    repeat_of: null,
    stats: {
      elapsed_ms: 0,
      queued_ms: null,
      rows_scanned: null,
      bytes_scanned: null,
      cache: null,
      rewrites: [],
    },
    explanation: facts,
  });
}
