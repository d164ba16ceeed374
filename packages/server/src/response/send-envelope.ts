import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';

/** Sends JSON text. As bytes: Fastify would add a charset to a string, which JSON does not have. */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(text));
}

/** Sends a response that is free of charge. */
export function sendEnvelope(reply: FastifyReply, data: object): FastifyReply {
  return sendJsonText(reply, envelopeText(reply.request.id, data));
}

/** The JSON text of a free response. */
export function envelopeText(requestId: string, data: object): string {
  return JSON.stringify({ success: true, data, cost: formatCost(0), request_id: requestId });
}
