import type { FastifyReply, FastifyRequest } from 'fastify';

const exposedHeaders =
  'X-Request-Id, X-Client-Request-Id, X-Statement-Id, X-Snapshot-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, ETag, Location, Server-Timing, X-Cost-Max';
const allowedHeaders =
  'Authorization, X-API-Key, Content-Type, Accept, Idempotency-Key, X-Request-Id, X-Client-Request-Id, If-None-Match';
/** How long a browser may cache a preflight response. */
const maxAgeSeconds = 600;

/**
 * Sets the CORS headers for allowed origins, and responds to preflight requests; returns whether it has responded.
 * Credentials are never allowed: keys are sent in headers, and cookies are for pages of this service only.
 */
export function answerCrossOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): boolean {
  if (origins.length === 0) return false;
  const { origin } = request.headers;
  const isAny = origins.includes('*');
  if (!isAny) reply.header('Vary', 'Origin');
  if (origin === undefined || !(isAny || origins.includes(origin))) return false;
  reply.headers({
    'Access-Control-Allow-Origin': isAny ? '*' : origin,
    'Access-Control-Expose-Headers': exposedHeaders,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    return false;
  }
  reply
    .headers({
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, QUERY',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': String(maxAgeSeconds),
    })
    .code(204)
    .send();
  return true;
}
