import type { FastifyReply } from 'fastify';

/** Calls back once when the response is sent or the connection is closed, also when that has happened already. */
export function whenClosed(reply: FastifyReply, work: () => void): void {
  if (reply.raw.destroyed) work();
  else reply.raw.once('close', work);
}

/** A signal that aborts when the connection is closed, also when that has happened already. */
export function abortedWhenClosed(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  whenClosed(reply, () => controller.abort());
  return controller.signal;
}
