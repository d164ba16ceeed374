import type { Accounts } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { validateRequest } from '../fastapi/validate-request.ts';
import { checkAccess } from '../request/access.ts';
import { findAdmin, findPrincipal, findReader, hasKey } from '../request/credentials.ts';
import { type FindStatementPath, replayResponse } from '../request/idempotency.ts';
import { sendRequestIds } from '../request/request-id.ts';
import { sessionSecretOf } from '../request/session-cookie.ts';
import { findSessionPrincipal } from '../request/session-principal.ts';
import type { RefuseUnknownRoute } from '../response/unknown-route.ts';
import { serviceLimits } from '../service-limits.ts';
import '../siblings/held-by.ts';
import { proofPath } from '../siblings/sibling-connection.ts';
import type { Siblings } from '../siblings/siblings.ts';
import { AddressCounts } from './address-counts.ts';
import type { Admission } from './admission.ts';
import type { CallLimits } from './call-limits.ts';
import { isBeyondCap, tooManyConnections } from './connection-caps.ts';
import { answerCrossOrigin } from './cross-origin.ts';
import type { FailedAuthentications } from './failed-authentications.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { LinkGuesses } from './link-guesses.ts';
import { takeRates } from './rate-limits.ts';
import { setSecurityHeaders } from './security-headers.ts';

const hourMs = 3_600_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route runs SQL, which has separate limits. */
    isSql?: boolean;
    /** Whether the route checks SQL without running it, with a rate limit of its own. */
    isCheck?: boolean;
    /** Returns why the route is unavailable; undefined when it is available. */
    refusal?: () => AppError | undefined;
    /** Whether the route creates accounts, whose number per client address is limited. */
    isSignup?: boolean;
    /** Whether the route needs the API key itself, which a session does not have. */
    needsKey?: boolean;
  }
}

/** CORS and HSTS. */
export interface HttpOptions {
  /** Allowed origins of CORS; default: none; `*` for all. */
  corsOrigins?: readonly string[];
  /** `max-age` of the Strict-Transport-Security header; default 0: no header. */
  hstsSeconds?: number;
}

export interface Guards extends HttpOptions {
  accounts: Accounts;
  limits: CallLimits;
  lifecycle: Lifecycle;
  admission: Admission;
  linkGuesses: LinkGuesses;
  refuseUnknownRoute: RefuseUnknownRoute;
  failedAuthentications: FailedAuthentications;
  /** The public URL that the operator has set, if any. */
  publicUrl: string | undefined;
  /** Finds the path of the statement that a request submitted. */
  findStatementPath: FindStatementPath;
  siblings: Siblings;
}

/**
 * Adds the checks of a request, in this order: overload 503, malformed JSON 422 (the body parser), credentials 401,
 * fields 422, permission 403, availability 501, rate limits 429; the route then checks the balance 402.
 */
export function addGuards(app: App, guards: Guards): void {
  const { accounts, limits, lifecycle, admission, linkGuesses, refuseUnknownRoute, siblings } = guards;
  const { failedAuthentications: failed, publicUrl, corsOrigins = [], hstsSeconds = 0 } = guards;
  const signups = new AddressCounts(limits.signupsPerHour, hourMs);
  app.addHook('onRequest', sendRequestIds);
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, hstsSeconds);
    request.scope.address = siblings.callerAddress(request);
    if (answerCrossOrigin(request, reply, corsOrigins)) return reply;
    if (isBeyondCap(request.raw.socket)) {
      reply.header('connection', 'close');
      throw tooManyConnections();
    }
    // siblings ask for what only this instance holds
    const isLast = isProbe(request) || siblings.isFromSibling(request);
    if (lifecycle.isDraining && !isLast) throw shuttingDown();
    if (!isProbe(request)) admission.enter(reply);
    if (request.routeOptions.config.isSql) admission.refuseSqlWhenFull();
  });
  app.addHook('preValidation', async (request, reply) => {
    if (request.is404) refuseUnknownRoute(request);
    const { access = 'public', needsKey = false } = request.routeOptions.config;
    if (access === 'admin') {
      request.scope.adminKeyId = await findAdmin(accounts, request).catch((error: unknown) => {
        throw failed.note(error, request.scope.address);
      });
    } else if (access === 'reader') {
      request.principal = await findReader(accounts, request).catch((error: unknown) => {
        throw linkGuesses.note(error, request.scope.address);
      });
      request.scope.principal = request.principal;
    } else if (access !== 'public') {
      const hasSession = !needsKey && !hasKey(request) && sessionSecretOf(request) !== undefined;
      const finding = hasSession
        ? findSessionPrincipal(accounts, request, reply, { publicUrl, access })
        : findPrincipal(accounts, request, access);
      request.principal = await finding.catch((error: unknown) => {
        throw failed.note(error, request.scope.address);
      });
      request.scope.principal = request.principal;
    }
    validateRequest(request);
  });
  app.addHook('preHandler', async (request, reply) => {
    const { access = 'public', platform, refusal, isSql = false, isSignup } = request.routeOptions.config;
    const { principal } = request;
    if (principal !== null) checkAccess(principal, access, platform);
    const refused = refusal?.();
    if (refused !== undefined) throw refused;
    if (isSignup) refuseSignup(signups, request.ip);
    const holder = request.routeOptions.config.heldBy?.(request);
    // the instance that answers counts the request against the rates
    if (holder !== undefined && (await siblings.forward(holder, request, reply, request.bodyBytes)))
      return reply;
    await takeRates(accounts, limits, request, reply);
    if (isSql) admission.enterSql(reply);
    if (await replayResponse(guards, request, reply)) return reply;
  });
  app.addHook('onSend', async (request, reply) => watchReader(request, reply, lifecycle));
}

function refuseSignup(signups: AddressCounts, address: string): void {
  const retryAfterSeconds = signups.add(address);
  if (retryAfterSeconds === undefined) return;
  throw new AppError(
    'rate_limited',
    'Rate limit exceeded: too many accounts were created from this IP address',
    {
      retryAfterSeconds,
      meta: { policy: 'signup', window_seconds: hourMs / 1_000 },
    },
  );
}

/** Whether the request is a probe of health or of a sibling, which is answered even when the service is overloaded. */
function isProbe(request: FastifyRequest): boolean {
  const { url } = request;
  return url === '/healthz' || url === '/readyz' || url.startsWith(`${proofPath}?`);
}

/** Closes the connection of a client that does not read its response for too long; streams do so themselves. */
async function watchReader(
  request: FastifyRequest,
  reply: FastifyReply,
  lifecycle: Lifecycle,
): Promise<void> {
  // what a sibling asks next, it asks on the same connection
  if (lifecycle.isDraining && !request.url.startsWith(proofPath)) reply.header('connection', 'close');
  reply.raw.setTimeout(serviceLimits.stallMs, () => reply.raw.destroy());
}

export function shuttingDown(): AppError {
  return new AppError('service_unavailable', 'The service is shutting down', { retryAfterSeconds: 1 });
}

export function isCancelled(error: unknown): boolean {
  return error instanceof AppError && error.code === 'query_cancelled';
}
