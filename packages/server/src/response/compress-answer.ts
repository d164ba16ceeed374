import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedCoding, compressBody } from './content-coding.ts';

/** A smaller body fits into one packet uncompressed. */
const bodyBytesMin = 1_024;

const compressible = /^(?:text\/|application\/(?:json|problem\+json|x-ndjson|xml|javascript))/;

/** Compresses a buffered response with an accepted coding; a hook for `onSend`. Streams are compressed elsewhere. */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
  addVary(reply, 'Accept-Encoding');
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
  const coding = acceptedCoding(request.headers['accept-encoding']);
  if (coding === undefined || body.length < bodyBytesMin || reply.hasHeader('content-encoding'))
    return payload;
  reply.removeHeader('content-length');
  reply.header('content-encoding', coding);
  return await compressBody(body, coding);
}

/** Adds a request header to the Vary header. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  const names = before === undefined ? [] : String(before).split(', ');
  if (!names.includes(name)) reply.header('vary', [...names, name].join(', '));
}
