import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';

/** Sends a finished JSON text. As bytes: to a string Fastify would add a charset, which JSON has not. */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(text));
}

/** A free answer: account calls and facts about the service cost nothing. */
export function sendEnvelope(reply: FastifyReply, data: object): FastifyReply {
  return sendJsonText(reply, envelopeText(reply.request.id, data));
}

/** Its text. */
export function envelopeText(requestId: string, data: object): string {
  return JSON.stringify({ success: true, data, cost: formatCost(0), request_id: requestId });
}
