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

/** Logs, counts and traces each request when its response is sent or its connection is closed. */
export function watchRequests(app: App, { metrics, tracing }: Watchers): void {
  const traces = new WeakMap<FastifyRequest, RequestTrace>();
  const sentBefore = new WeakMap<FastifyRequest, number>();
  app.decorateRequest('scope', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    request.scope = newRequestScope(request.id, request.ip);
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

/** The route, not the URL, so that input of callers stays out of logs and metrics. */
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
      address: request.scope.address,
      ...(principal !== null && { account_id: principal.accountId, key_id: principal.keyId }),
      ...(errorCode !== undefined && { error_code: errorCode }),
      ...(units > 0 && { units }),
      ...(records > 0 && { records }),
    },
    reply.raw.writableFinished ? 'Request completed' : 'Client disconnected before the response was complete',
  );
}

/** Records the error code of a request for its log line. */
export function noteFailure(request: FastifyRequest, error: unknown, isInvalid: boolean): void {
  if (request.scope !== null) request.scope.errorCode = isInvalid ? 'validation' : toAppError(error).code;
}

/** Wraps the accounts to record each charge in the scope of its request. */
export function noteCharges(accounts: Accounts): Accounts {
  return {
    ...accounts,
    async settle(settlement) {
      const charge = await accounts.settle(settlement);
      const scope = requestScope.getStore();
      if (scope !== undefined) {
        scope.units += charge.units;
        scope.records += settlement.records;
      }
      return charge;
    },
  };
}

/** The observer for an engine that counts query steps and adds them to the traces of their requests. */
export function observeQueries(metrics: Metrics | undefined): QueryObserver {
  return (ended) => {
    metrics?.step(ended);
    requestScope.getStore()?.onStep?.(ended);
  };
}
