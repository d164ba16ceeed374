import { AppError } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EndedQuery, RunningQuery } from '../../operations/query-watch.ts';
import { sendEnvelope } from '../../response/send-envelope.ts';
import type { Services } from '../../services.ts';

const config = { access: 'admin' as const };
const slowQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });

/** `GET /api/admin/queries` and `/api/admin/queries/slow`, `DELETE /api/admin/queries/{query_id}`, for operators. */
export function adminQueryRoutes(app: App, { queries, accounts }: Services): void {
  app.get('/api/admin/queries', { schema: { hide: true }, config }, async (_request, reply) => {
    const running = await queries.running();
    return sendEnvelope(reply, { queries: running.map(runningView), total: running.length });
  });
  const schema = { hide: true, querystring: slowQuery };
  app.get('/api/admin/queries/slow', { schema, config }, async (request, reply) => {
    const slow = queries.slow().slice(0, request.query.limit);
    return sendEnvelope(reply, { queries: slow.map(endedView), total: slow.length });
  });
  const params = z.object({ query_id: z.string() });
  app.delete(
    '/api/admin/queries/:query_id',
    { schema: { hide: true, params }, config },
    async (request, reply) => {
      const { query_id: queryId } = request.params;
      const cancelled = queries.cancel(queryId);
      if (cancelled === undefined) throw new AppError('not_found', `No query "${queryId}" is running`);
      await accounts.addToAudit({ action: 'query.cancel', ...cancelled, subject: queryId, details: {} });
      return sendEnvelope(reply, { query_id: queryId, cancelled: true });
    },
  );
}

function aboutView({ queryId, requestId, accountId, keyId, platform, startedAt, text }: About) {
  return {
    query_id: queryId,
    request_id: requestId,
    account_id: accountId,
    key_id: keyId,
    platform,
    started_at: new Date(startedAt).toISOString(),
    text,
  };
}

type About = Pick<
  RunningQuery,
  'queryId' | 'requestId' | 'accountId' | 'keyId' | 'platform' | 'startedAt' | 'text'
>;

function runningView(query: RunningQuery) {
  const { state, elapsedMs, rows } = query;
  return { ...aboutView(query), state, elapsed_ms: round(elapsedMs), rows };
}

function endedView(query: EndedQuery) {
  return {
    ...aboutView(query),
    outcome: query.outcome,
    error_code: query.errorCode,
    total_ms: round(query.totalMs),
    queued_ms: round(query.queuedMs),
    plan_ms: round(query.planMs),
    execute_ms: round(query.executeMs),
    stream_ms: round(query.streamMs),
    rows: query.rows,
    bytes: query.bytes,
    rows_scanned: query.rowsScanned,
    bytes_scanned: query.bytesScanned,
    routes: query.routes,
  };
}

function round(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds * 10) / 10;
}
