import type { FastifyReply } from 'fastify';
import type { Meter } from './metering.ts';

/**
 * Notes an answer that was charged and did not leave whole. Call it when the answer is about to end. To leave is to
 * be taken over by the operating system: what still waits in its buffers when a caller goes cannot be told.
 */
export function watchDelivery(reply: FastifyReply, meter: Meter): void {
  const note = () => {
    if (!reply.raw.writableFinished) void meter.undelivered();
  };
  if (reply.raw.destroyed) note();
  else reply.raw.once('close', note);
}
