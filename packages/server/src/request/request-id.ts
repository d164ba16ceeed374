import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { monotonicFactory } from 'ulid';
import { serviceLimits } from '../service-limits.ts';

/** Each greater than the one before, even when the clock is set back. */
const ulid = monotonicFactory();

/** `req_` and a ULID: sortable by time, and never the caller's. */
export function makeRequestId(_request?: IncomingMessage): string {
  return `req_${ulid()}`;
}

/** Sends our id, and the caller's own back under another name when it is short and printable. */
export async function sendRequestIds(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('X-Request-Id', request.id);
  const theirs = request.headers['x-request-id'];
  if (typeof theirs !== 'string' || theirs.length > serviceLimits.clientRequestIdLengthMax) return;
  if (/^[\x21-\x7e]+$/.test(theirs)) reply.header('X-Client-Request-Id', theirs);
}
