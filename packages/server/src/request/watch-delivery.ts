import type { FastifyReply } from 'fastify';
import type { Meter } from './metering.ts';

/**
 * Records a charged response that was not sent completely. Call it when the response is about to end. A response counts
 * as sent when the operating system has accepted it; what remains in its buffers is unknown.
 */
export function watchDelivery(reply: FastifyReply, meter: Meter): void {
  const note = () => {
    if (!reply.raw.writableFinished) void meter.undelivered();
  };
  if (reply.raw.destroyed) note();
  else reply.raw.once('close', note);
}
