import type { FastifyReply } from 'fastify';

/** Aborts when the caller is gone, also if that was before it was asked for. */
export function abortedWhenClosed(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (reply.raw.destroyed) controller.abort();
  return controller.signal;
}
