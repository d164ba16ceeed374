import type { FastifyReply } from 'fastify';

/** Calls back once when the answer has left or the caller is gone, also if that was before. */
export function whenClosed(reply: FastifyReply, work: () => void): void {
  if (reply.raw.destroyed) work();
  else reply.raw.once('close', work);
}

/** Aborts when the caller is gone, also if that was before it was asked for. */
export function abortedWhenClosed(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  whenClosed(reply, () => controller.abort());
  return controller.signal;
}
