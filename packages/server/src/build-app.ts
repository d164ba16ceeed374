import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { builtInPlatforms } from '@sdq/catalog';
import type { CompactionFigures } from '@sdq/core';
import { Cursors, openPlatformData, type PlatformDataOptions } from '@sdq/platforms';
import { priceTablesOf } from '@sdq/pricing';
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from './app.ts';
import { parseQueryString } from './fastapi/parse-query-string.ts';
import { RequestInvalid } from './fastapi/request-invalid.ts';
import { addMcp, type McpAnswer } from './mcp/add-mcp.ts';
import { registerOpenApi } from './openapi/register-openapi.ts';
import { Admission } from './operations/admission.ts';
import { type CallLimits, callLimitDefaults } from './operations/call-limits.ts';
import { addCompactionGauges } from './operations/compaction-gauges.ts';
import { FailedAuthentications } from './operations/failed-authentications.ts';
import { addFreshnessGauges, type FreshnessFigures } from './operations/freshness-gauges.ts';
import { addGuards, type HttpOptions, isCancelled, shuttingDown } from './operations/guards.ts';
import { Lifecycle } from './operations/lifecycle.ts';
import { LinkGuesses } from './operations/link-guesses.ts';
import { addMachineGauges } from './operations/machine-gauges.ts';
import { addMirrorGauges, type MirrorFigures } from './operations/mirror-gauges.ts';
import { addNodeGauges } from './operations/node-gauges.ts';
import { addPlatformGauges } from './operations/platform-gauges.ts';
import { QueryWatch } from './operations/query-watch.ts';
import { checkReadiness } from './operations/readiness.ts';
import { noteCharges, noteFailure, type Watchers, watchRequests } from './operations/watch-requests.ts';
import type { PostgresParts } from './postgres/postgres-parts.ts';
import { parseBody } from './request/body-parser.ts';
import { answerClientError } from './request/client-error.ts';
import { refuseOddHead } from './request/refuse-odd-head.ts';
import { makeRequestId } from './request/request-id.ts';
import { UsagePages } from './request/usage-pages.ts';
import { compressAnswer } from './response/compress-answer.ts';
import { sendError } from './response/error-response.ts';
import { EventStreams } from './response/event-streams.ts';
import { listeningUrl } from './response/listening-url.ts';
import { watchRoutes } from './response/unknown-route.ts';
import { addHome } from './routes/docs.ts';
import { routes } from './routes/index.ts';
import { SavedResults } from './saved/kept-results.ts';
import { ScheduleRunner } from './schedules/schedule-runner.ts';
import { serviceLimits } from './service-limits.ts';
import type { Services } from './services.ts';
import { Instance } from './siblings/instance.ts';
import { Siblings } from './siblings/siblings.ts';
import { openSqlState, type SqlStateOptions } from './sql/sql-state.ts';
import { statementPath } from './sql/statement-view.ts';

export interface AppOptions extends Pick<Services, 'engine' | 'accounts'>, Watchers, SqlStateOptions {
  /** Whether unauthenticated users may create accounts; default false. */
  isSignupOpen?: boolean;
  /** Whether accounts may run their saved queries by schedule; default false. */
  hasSchedules?: boolean;
  /** Allows webhook URLs with `http:` or private IP addresses; default false. */
  allowPrivateWebhooks?: boolean;
  /** The public URL of the service, without a trailing slash; default: the address that it listens on. */
  baseUrl?: string;
  /** Whose data is answered, and by what endpoints; default: the built-in platforms, with the labels they have. */
  platforms?: Services['platforms'];
  /** Sources and media of the data endpoints, and the secret of their cursors and links; default: only the index. */
  data?: Omit<PlatformDataOptions, 'engine' | 'baseUrl' | 'platforms'>;
  /** The log of requests and errors; default: none. Request headers are never logged. */
  logger?: FastifyBaseLogger;
  /** Overrides of {@link callLimitDefaults}. The engine has the concurrency limits of SQL. */
  limits?: Partial<CallLimits>;
  http?: HttpOptions;
  /** Trusted proxies whose X-Forwarded-For header is honoured: comma-separated IP addresses or CIDR ranges. */
  trustProxy?: string;
  lifecycle?: Lifecycle;
  /** Version of the program, for the metrics; default `unknown`. */
  version?: string;
  /** Directory of the built console, served at `/console/`; default: no console. */
  consoleDirectory?: string;
  /** Milliseconds from which on a query is logged as slow; default 5,000. */
  slowQueryMs?: number;
  /** Directories whose free space operators see, by name; the index is always one. */
  directories?: Readonly<Record<string, string>>;
  /** How far the index is behind the object store that it mirrors; default: it mirrors none. */
  mirror?: () => MirrorFigures;
  /** What the service compacts by itself; default: nothing. */
  compaction?: () => CompactionFigures;
  /** The URL at which other instances of the service reach this one; default: it works alone. */
  siblingUrl?: string;
  /** How fresh the index is, for the metrics; default: not told. */
  freshness?: () => Promise<FreshnessFigures>;
  /** Answers `/mcp`; default: not served. `selfUrl` is where this service is reached by itself. */
  mcp?: (selfUrl: () => string) => McpAnswer;
  /** Timeouts for receiving a request, and the interval of their check; default: `serviceLimits`. */
  arrival?: { headersMs: number; requestMs: number; checkMs: number };
}

const slowQueryMsDefault = 5_000;

/** The application, not yet listening: `buildService` without what other listeners need. */
export async function buildApp(options: AppOptions): Promise<App> {
  return (await buildService(options)).app;
}

/**
 * Builds the application, not yet listening. It does not close the engine or the accounts. `operations/guards.ts` has
 * the checks of a request. Errors: `usage_error` when the console is not built.
 */
export async function buildService(
  options: AppOptions,
): Promise<{ app: App; postgres: PostgresParts; siblings: Siblings }> {
  const { platforms = builtInPlatforms, lifecycle = new Lifecycle() } = options;
  const accounts = noteCharges(options.accounts);
  const { slowQueryMs: slowMs = slowQueryMsDefault } = options;
  const queries = new QueryWatch({ accounts, slowMs, onSlow: (query) => app.log.warn(query, 'Slow query') });
  const engine = queries.watch(options.engine);
  const limits = { ...callLimitDefaults, ...options.limits };
  const admission = new Admission(limits);
  const failedAuthentications = new FailedAuthentications(limits.failedAuthenticationsPerMinute);
  const publicUrl = options.baseUrl;
  const linkGuesses = new LinkGuesses(limits.failedAuthenticationsPerMinute);
  const { isSignupOpen = false, allowPrivateWebhooks = false, hasSchedules = false } = options;
  const baseUrl = () => options.baseUrl ?? listeningUrl(app);
  const app: App = createApp(options, baseUrl).withTypeProvider<ZodTypeProvider>();
  const { secret = randomBytes(32) } = options.data ?? {};
  const data = openPlatformData({ engine, baseUrl, platforms, ...options.data, secret });
  const refuseUnknownRoute = watchRoutes(app);
  watchRequests(app, options);
  await registerOpenApi(app, platforms);
  app.decorateRequest('principal', null);
  app.decorateRequest('idempotency', null);
  app.decorateRequest('bodyText', null);
  app.decorateRequest('bodyBytes', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer | string) =>
    parseBody(request, body as Buffer),
  );
  app.setValidatorCompiler(() => (value) => ({ value })); // validateRequest checks all parts together
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  const findStatementPath = (requestId: string) => {
    const statement = sql.statements.begunBy(requestId);
    return statement === undefined ? undefined : statementPath(statement);
  };
  const instance = new Instance();
  const siblings = new Siblings(accounts, instance, options.siblingUrl);
  addGuards(app, {
    accounts,
    siblings,
    limits,
    lifecycle,
    admission,
    linkGuesses,
    refuseUnknownRoute,
    failedAuthentications,
    publicUrl,
    findStatementPath,
    ...options.http,
  });
  app.addHook('onRequest', refuseOddHead);
  lifecycle.onStop(() => {
    engine.cancelAll();
    void data.close();
  });
  app.addHook('onClose', () => data.close());
  const sql = openSqlState(engine, { ...options, secret, instance });
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
    platformNames: platforms.map(({ platform }) => platform),
    prices: priceTablesOf(platforms),
    data,
    sql,
    usagePages: new UsagePages(new Cursors(secret)),
    baseUrl,
    publicUrl,
    failedAuthentications,
    kept: new SavedResults(accounts, sql.results),
    linkGuesses,
    siblings,
    eventStreams: new EventStreams(app),
    isSignupOpen,
    hasSchedules,
    allowPrivateWebhooks,
    limits,
    readiness: () => checkReadiness(engine, accounts, lifecycle),
    queries,
    directories: { index: options.engine.index, ...options.directories },
    mirror: options.mirror,
  };
  if (options.metrics !== undefined) {
    const { registry } = options.metrics;
    addPlatformGauges(registry, () => data.figures());
    const { version = 'unknown' } = options;
    const { directories } = services;
    if (options.mirror !== undefined) addMirrorGauges(registry, options.mirror);
    if (options.compaction !== undefined) addCompactionGauges(registry, options.compaction);
    if (options.freshness !== undefined) addFreshnessGauges(registry, options.freshness);
    addNodeGauges(registry, engine);
    addMachineGauges(registry, { engine, version, directories, queriesEnded: () => queries.ended });
  }
  options.metrics?.watch(
    engine,
    () => admission.requests,
    () => promisify(app.server.getConnections.bind(app.server))(),
  );
  for (const route of routes) route(app, services);
  if (hasSchedules) {
    const runner = new ScheduleRunner(services, app.log);
    app.addHook('onListen', async () => runner.start());
    app.addHook('preClose', () => runner.close());
  }
  if (options.mcp !== undefined)
    addMcp(
      app,
      options.mcp(() => listeningUrl(app)),
      baseUrl,
    );
  if (options.consoleDirectory !== undefined) {
    const { addConsole } = await import('./console/console-pages.ts');
    await addConsole(app, options.consoleDirectory, accounts);
  } else addHome(app);
  const { metrics } = options;
  const failed = failedAuthentications;
  return {
    app,
    siblings,
    postgres: { services, limits, admission, failed, lifecycle, log: app.log, metrics },
  };
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
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }), // watchRequests logs them
    bodyLimit: serviceLimits.bodyBytesMax,
    requestTimeout: arrival.requestMs,
    keepAliveTimeout: serviceLimits.keepAliveTimeoutMs,
    maxRequestsPerSocket: serviceLimits.requestsPerConnectionMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // the guards respond, with the envelope
    genReqId: makeRequestId,
    routerOptions: { querystringParser: parseQueryString, ignoreTrailingSlash: false },
    http: {
      headersTimeout: arrival.headersMs,
      connectionsCheckingInterval: arrival.checkMs,
      maxHeaderSize: serviceLimits.headerBytesMax,
      requireHostHeader: false, // refuseOddHead refuses it, with a body
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, baseUrl()),
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      sendError(request, reply, error, baseUrl());
    },
  });
}
