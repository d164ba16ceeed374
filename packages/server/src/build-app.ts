import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Cursors, openPlatformData, type PlatformDataOptions, platformFacts } from '@sdq/platforms';
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from './app.ts';
import { parseQueryString } from './fastapi/parse-query-string.ts';
import { RequestInvalid } from './fastapi/request-invalid.ts';
import { registerOpenApi } from './openapi/register-openapi.ts';
import { Admission } from './operations/admission.ts';
import { type CallLimits, callLimitDefaults } from './operations/call-limits.ts';
import { addGuards, type HttpOptions, isCancelled, shuttingDown } from './operations/guards.ts';
import { Lifecycle } from './operations/lifecycle.ts';
import { addPlatformGauges } from './operations/platform-gauges.ts';
import { checkReadiness } from './operations/readiness.ts';
import { noteCharges, noteFailure, type Watchers, watchRequests } from './operations/watch-requests.ts';
import { parseBody } from './request/body-parser.ts';
import { answerClientError } from './request/client-error.ts';
import { refuseOddHead } from './request/refuse-odd-head.ts';
import { makeRequestId } from './request/request-id.ts';
import { UsagePages } from './request/usage-pages.ts';
import { compressAnswer } from './response/compress-answer.ts';
import { sendError } from './response/error-response.ts';
import { listeningUrl } from './response/listening-url.ts';
import { watchRoutes } from './response/unknown-route.ts';
import { routes } from './routes/index.ts';
import { serviceLimits } from './service-limits.ts';
import type { Services } from './services.ts';
import { openSqlState, type SqlStateOptions } from './sql/sql-state.ts';
import { statementPath } from './sql/statement-view.ts';

export interface AppOptions extends Pick<Services, 'engine' | 'accounts'>, Watchers, SqlStateOptions {
  /** Whether strangers may make accounts; default false. */
  isSignupOpen?: boolean;
  /** Lets webhooks be at `http:` and private addresses; default false. */
  allowPrivateWebhooks?: boolean;
  /** The service's address as callers see it, without a slash at the end; default: where it listens. */
  baseUrl?: string;
  /** Status labels; default: those of @sdq/platforms. */
  platforms?: Services['platforms'];
  /** Sources and media of the data endpoints, and the secret of their cursors and links; default: the index alone. */
  data?: Omit<PlatformDataOptions, 'engine' | 'baseUrl'>;
  /** Where requests and faults are logged; default: nowhere. No header of a request is ever logged. */
  logger?: FastifyBaseLogger;
  /** What differs from {@link callLimitDefaults}. Of SQL the engine holds the ones on what runs and waits. */
  limits?: Partial<CallLimits>;
  http?: HttpOptions;
  /** Proxies whose word on a caller's address is believed: their addresses or ranges, by commas. */
  trustProxy?: string;
  lifecycle?: Lifecycle;
  /** How long a request may take to arrive, and how often that is looked at; default: `serviceLimits`. */
  arrival?: { headersMs: number; requestMs: number; checkMs: number };
}

/**
 * The application, not yet listening. It closes neither the engine nor the accounts. The checks of a request stand
 * in `operations/guards.ts`.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { engine, platforms = platformFacts, lifecycle = new Lifecycle() } = options;
  const accounts = noteCharges(options.accounts);
  const limits = { ...callLimitDefaults, ...options.limits };
  const admission = new Admission(limits);
  const { isSignupOpen = false, allowPrivateWebhooks = false } = options;
  const baseUrl = () => options.baseUrl ?? listeningUrl(app);
  const app: App = createApp(options, baseUrl).withTypeProvider<ZodTypeProvider>();
  const { secret = randomBytes(32) } = options.data ?? {};
  const data = openPlatformData({ engine, baseUrl, ...options.data, secret });
  const refuseUnknownRoute = watchRoutes(app);
  watchRequests(app, options);
  await registerOpenApi(app);
  app.decorateRequest('principal', null);
  app.decorateRequest('idempotency', null);
  app.decorateRequest('bodyText', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer | string) =>
    parseBody(request, body as Buffer),
  );
  app.setValidatorCompiler(() => (value) => ({ value })); // validateRequest has checked all parts at once
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  const findStatementPath = (requestId: string) => {
    const statement = sql.statements.begunBy(requestId);
    return statement === undefined ? undefined : statementPath(statement);
  };
  addGuards(app, {
    accounts,
    limits,
    lifecycle,
    admission,
    refuseUnknownRoute,
    findStatementPath,
    ...options.http,
  });
  app.addHook('onRequest', refuseOddHead);
  lifecycle.onStop(() => {
    engine.cancelAll();
    void data.close();
  });
  app.addHook('onClose', () => data.close());
  const sql = openSqlState(engine, options);
  app.addHook('onClose', () => sql[Symbol.asyncDispose]());
  app.addHook('onSend', compressAnswer);
  app.setNotFoundHandler(refuseUnknownRoute);
  app.setErrorHandler((thrown, request, reply) => {
    const error = lifecycle.isStopped && isCancelled(thrown) ? shuttingDown() : thrown;
    noteFailure(request, error, error instanceof RequestInvalid);
    sendError(request, reply, error, baseUrl());
  });
  const services: Services = {
    engine,
    accounts,
    platforms,
    data,
    sql,
    usagePages: new UsagePages(new Cursors(secret)),
    baseUrl,
    isSignupOpen,
    allowPrivateWebhooks,
    limits,
    readiness: () => checkReadiness(engine, accounts, lifecycle),
  };
  if (options.metrics !== undefined) addPlatformGauges(options.metrics.registry, () => data.figures());
  options.metrics?.watch(
    engine,
    () => admission.requests,
    () => promisify(app.server.getConnections.bind(app.server))(),
  );
  for (const route of routes) route(app, services);
  return app;
}

const arrivalDefaults = {
  headersMs: serviceLimits.headersTimeoutMs,
  requestMs: serviceLimits.requestTimeoutMs,
  checkMs: serviceLimits.timeoutCheckMs,
};

function createApp({ logger, trustProxy, arrival = arrivalDefaults }: AppOptions, baseUrl: () => string) {
  return fastify({
    ...(logger !== undefined && { loggerInstance: logger }),
    ...(trustProxy !== undefined && { trustProxy }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }), // watchRequests does
    bodyLimit: serviceLimits.bodyBytesMax,
    requestTimeout: arrival.requestMs,
    keepAliveTimeout: serviceLimits.keepAliveTimeoutMs,
    maxRequestsPerSocket: serviceLimits.requestsPerConnectionMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // our own hook answers, with the envelope
    genReqId: makeRequestId,
    routerOptions: { querystringParser: parseQueryString, ignoreTrailingSlash: false },
    http: {
      headersTimeout: arrival.headersMs,
      connectionsCheckingInterval: arrival.checkMs,
      maxHeaderSize: serviceLimits.headerBytesMax,
      requireHostHeader: false, // we refuse that ourselves, with a body
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, baseUrl()),
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      sendError(request, reply, error, baseUrl());
    },
  });
}
