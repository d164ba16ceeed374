import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { monotonicFactory } from 'ulid';
import { serviceLimits } from '../service-limits.ts';
import { randomFraction } from './random-fraction.ts';

/** Monotonic, even when the clock is set back. */
const ulid = monotonicFactory(randomFraction);

/** `req_` and a ULID: sortable by time. */
export function makeRequestId(_request?: IncomingMessage): string {
  return `req_${ulid()}`;
}

/** Sends the request ID, and echoes the caller's ID as X-Client-Request-Id when it is short and printable. */
export async function sendRequestIds(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('X-Request-Id', request.id);
  const clientId = request.headers['x-request-id'];
  if (typeof clientId !== 'string' || clientId.length > serviceLimits.clientRequestIdLengthMax) return;
  if (/^[\x21-\x7e]+$/.test(clientId)) reply.header('X-Client-Request-Id', clientId);
}
