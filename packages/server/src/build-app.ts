import { AppError } from '@sdq/contract';
import { openPlatformData, type PlatformDataOptions, platformFacts } from '@sdq/platforms';
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { registerOpenApi } from './openapi.ts';
import { checkAccess } from './request/access.ts';
import { parseBody } from './request/body-parser.ts';
import { findPrincipal } from './request/credentials.ts';
import { answerFromBefore } from './request/idempotency.ts';
import { parseQueryString } from './request/parse-query-string.ts';
import { makeRequestId, sendRequestIds } from './request/request-id.ts';
import { validateRequest } from './request/validate-request.ts';
import { answerClientError } from './response/client-error.ts';
import { sendError } from './response/error-response.ts';
import { listeningUrl } from './response/listening-url.ts';
import { watchRoutes } from './response/unknown-route.ts';
import { routes } from './routes/index.ts';
import { serviceLimits } from './service-limits.ts';
import type { App, Services } from './services.ts';

export interface AppOptions extends Pick<Services, 'engine' | 'accounts'> {
  /** Whether strangers may make accounts; default false. */
  isSignupOpen?: boolean;
  /** Lets webhooks be at `http:` and private addresses; default false. */
  allowPrivateWebhooks?: boolean;
  /** The service's address as callers see it, without a slash at the end; default: where it listens. */
  baseUrl?: string;
  /** Status labels; default: those of @sdq/platforms. */
  platforms?: Services['platforms'];
  /** Sources, media and secret of the data endpoints; default: the index alone. */
  data?: Omit<PlatformDataOptions, 'engine' | 'baseUrl'>;
  /** Where requests and faults are logged; default: nowhere. No header of a request is ever logged. */
  logger?: FastifyBaseLogger;
}

/**
 * The application, not yet listening. It closes neither the engine nor the accounts. The checks of a request, in
 * their order: malformed JSON 422, credentials 401, fields 422, permission 403, availability 501, balance 402; then
 * the work.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { engine, accounts, platforms = platformFacts } = options;
  const { isSignupOpen = false, allowPrivateWebhooks = false } = options;
  const baseUrl = () => options.baseUrl ?? listeningUrl(app);
  const app: App = createApp(options, baseUrl).withTypeProvider<ZodTypeProvider>();
  const data = openPlatformData({ engine, baseUrl, ...options.data });
  const refuseUnknownRoute = watchRoutes(app);
  await registerOpenApi(app);
  app.decorateRequest('principal', null);
  app.decorateRequest('requestName', null);
  app.decorateRequest('bodyText', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer | string) =>
    parseBody(request, body as Buffer),
  );
  app.setValidatorCompiler(() => (value) => ({ value })); // validateRequest has checked all parts at once
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', sendRequestIds);
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return;
    reply.header('connection', 'close');
    throw new AppError('service_unavailable', 'The service is shutting down', { retryAfterSeconds: 1 });
  });
  app.addHook('preValidation', async (request) => {
    if (request.is404) refuseUnknownRoute(request);
    const { access = 'public' } = request.routeOptions.config;
    if (access !== 'public') request.principal = await findPrincipal(accounts, request, access);
    validateRequest(request);
  });
  app.addHook('preHandler', async (request, reply) => {
    const { access = 'public', platform } = request.routeOptions.config;
    if (request.principal !== null) checkAccess(request.principal, access, platform);
    if (await answerFromBefore(accounts, request, reply)) return reply;
  });
  app.addHook('onClose', () => data.close());
  app.addHook('onSend', async (_request, reply) => {
    // a reader that takes nothing of its answer for that long is cut off; streams see to it themselves
    reply.raw.setTimeout(serviceLimits.stallMs, () => reply.raw.destroy());
  });
  app.addHook('onResponse', async (request, reply) => {
    // the route, not the URL: whatever a caller put into it stays out of the log
    const { method, url: route } = request.routeOptions;
    request.log.info({ method, route, status: reply.statusCode, durationMs: reply.elapsedTime }, 'answered');
  });
  app.setNotFoundHandler(refuseUnknownRoute);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, baseUrl()));
  const services = { engine, accounts, platforms, data, baseUrl, isSignupOpen, allowPrivateWebhooks };
  for (const route of routes) route(app, services);
  return app;
}

function createApp({ logger }: AppOptions, baseUrl: () => string) {
  return fastify({
    ...(logger !== undefined && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }), // see the onResponse hook
    bodyLimit: serviceLimits.bodyBytesMax,
    requestTimeout: serviceLimits.requestTimeoutMs,
    keepAliveTimeout: serviceLimits.keepAliveTimeoutMs,
    maxRequestsPerSocket: serviceLimits.requestsPerConnectionMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // our own hook answers, with the envelope
    genReqId: makeRequestId,
    routerOptions: { querystringParser: parseQueryString, ignoreTrailingSlash: false },
    http: {
      headersTimeout: serviceLimits.headersTimeoutMs,
      connectionsCheckingInterval: serviceLimits.timeoutCheckMs,
      maxHeaderSize: serviceLimits.headerBytesMax,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, baseUrl()),
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      sendError(request, reply, error, baseUrl());
    },
  });
}
