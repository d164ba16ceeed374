import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';

/** A free answer: account calls and facts about the service cost nothing. */
export function sendEnvelope(reply: FastifyReply, data: object): FastifyReply {
  const body = { success: true, data, cost: formatCost(0), request_id: reply.request.id };
  return reply.header('content-type', 'application/json').send(JSON.stringify(body));
}
