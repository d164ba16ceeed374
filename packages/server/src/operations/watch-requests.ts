import type { Accounts } from '@sdq/accounts';
import type { QueryObserver } from '@sdq/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { toAppError } from '../response/error-response.ts';
import type { Metrics } from './metrics.ts';
import { newRequestScope, requestScope } from './request-scope.ts';
import type { RequestTrace, Tracing } from './traces.ts';

export interface Watchers {
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
}

/** Logs, counts and traces each request once its answer has left or its caller is gone. */
export function watchRequests(app: App, { metrics, tracing }: Watchers): void {
  const traces = new WeakMap<FastifyRequest, RequestTrace>();
  const sentBefore = new WeakMap<FastifyRequest, number>();
  app.decorateRequest('scope', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    request.scope = newRequestScope();
    sentBefore.set(request, request.raw.socket.bytesWritten);
    const trace = tracing?.begin({
      method: request.method,
      route: routeOf(request),
      requestId: request.id,
      traceparent: request.headers.traceparent as string | undefined,
    });
    if (trace !== undefined) {
      traces.set(request, trace);
      request.scope.onStep = (ended) => trace.step(ended);
    }
    requestScope.run(request.scope, done);
  });
  // bodies arrive in the context of their connection, not of their request
  app.addHook('preValidation', (request, _reply, done) => requestScope.run(request.scope, done));
  app.addHook('onResponse', async (request, reply) => {
    const { units, records, errorCode } = request.scope;
    const bytes = Math.max(0, request.raw.socket.bytesWritten - (sentBefore.get(request) ?? 0));
    const [route, method, status] = [routeOf(request), request.method, reply.statusCode];
    const answered = { status, errorCode, units, records };
    metrics?.answered({ route, method, ...answered, seconds: reply.elapsedTime / 1_000, bytes });
    traces.get(request)?.end(answered);
    log(request, reply, { route, method, bytes });
  });
}

/** The route, not the URL: whatever a caller put into that stays out of logs and figures. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

function log(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, method, bytes }: { route: string; method: string; bytes: number },
): void {
  const { units, records, errorCode } = request.scope;
  const { principal } = request;
  request.log.info(
    {
      method,
      route,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 1_000) / 1_000,
      bytes,
      address: request.ip,
      ...(principal !== null && { account_id: principal.accountId, key_id: principal.keyId }),
      ...(errorCode !== undefined && { error_code: errorCode }),
      ...(units > 0 && { units }),
      ...(records > 0 && { records }),
    },
    reply.raw.writableFinished ? 'Request completed' : 'Client disconnected before the response was complete',
  );
}

/** Notes what a request failed with, for its line in the log. */
export function noteFailure(request: FastifyRequest, error: unknown, isInvalid: boolean): void {
  if (request.scope !== null) request.scope.errorCode = isInvalid ? 'validation' : toAppError(error).code;
}

/** The accounts, with each charge noted in the scope of the request that it is for. */
export function noteCharges(accounts: Accounts): Accounts {
  return {
    ...accounts,
    async settle(settlement) {
      await accounts.settle(settlement);
      const scope = requestScope.getStore();
      if (scope === undefined) return;
      scope.units += settlement.units;
      scope.records += settlement.records;
    },
  };
}

/** What an engine is to be opened with, so that its steps are counted, and found in the traces of their requests. */
export function observeQueries(metrics: Metrics | undefined): QueryObserver {
  return (ended) => {
    metrics?.step(ended);
    requestScope.getStore()?.onStep?.(ended);
  };
}
