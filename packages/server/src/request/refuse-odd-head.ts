import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceLimits } from '../service-limits.ts';

/**
 * Refuses what node lets pass or answers without a body: HTTP/1.1 without a host, two hosts, more headers than
 * anybody needs (node would leave out those above 2,000 without a word). The connection ends with it.
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
    throw new AppError('malformed_request', 'The request must name its host, once');
  }
}
