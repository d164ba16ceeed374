import type { FastifyReply } from 'fastify';

/**
 * Sets security headers for responses in browsers: no scripts, no external resources, no frames, no referrer. A page
 * that needs more sets its own policy.
 */
export function setSecurityHeaders(reply: FastifyReply, hstsSeconds: number): void {
  reply.headers({
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  // only behind TLS, which a proxy terminates: the operator enables the header
  if (hstsSeconds > 0) reply.header('Strict-Transport-Security', `max-age=${hstsSeconds}; includeSubDomains`);
}
