import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceLimits } from '../service-limits.ts';

/**
 * Refuses requests that Node accepts or refuses without a body: HTTP/1.1 without a Host header, two Host headers, too
 * many headers (Node silently drops those above 2,000). The connection is closed.
 * Errors: `malformed_request`, `headers_too_large`.
 */
export async function refuseOddHead({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { rawHeaders, httpVersion } = raw;
  const names = rawHeaders.filter((_text, at) => at % 2 === 0);
  if (names.length > serviceLimits.headersMax) {
    reply.header('connection', 'close');
    throw new AppError('headers_too_large', `The request has more than ${serviceLimits.headersMax} headers`);
  }
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    reply.header('connection', 'close');
    throw new AppError('malformed_request', 'The request must have exactly one Host header');
  }
}
