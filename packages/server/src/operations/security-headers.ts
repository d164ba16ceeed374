import type { FastifyReply } from 'fastify';

/**
 * Headers for whoever opens an answer in a browser: it is data, it loads and runs nothing, stands in no frame, and
 * tells no other site where it came from. A page that needs more sets its own policy.
 */
export function setSecurityHeaders(reply: FastifyReply, hstsSeconds: number): void {
  reply.headers({
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  // only behind TLS, which this service does not end itself: the operator says so
  if (hstsSeconds > 0) reply.header('Strict-Transport-Security', `max-age=${hstsSeconds}; includeSubDomains`);
}
