import { AppError } from '@sdq/contract';
import type { Engine, QueuePlace } from '@sdq/core';
import type { FastifyReply } from 'fastify';
import { whenClosed } from '../request/aborted-when-closed.ts';

/**
 * Takes a place in the queue of the key for the query of a request, before anything is reserved for it. It counts until
 * the answer has left, and the query, which may go on as a statement, has ended.
 * Errors: `too_many_concurrent_queries`.
 */
export function takePlace(engine: Engine, keyId: string, reply: FastifyReply): QueuePlace {
  const place = engine.enqueue(keyId);
  if (place === undefined) {
    const { runningPerTenantMax: running, waitingPerTenantMax: waiting } = engine.concurrency;
    const message = `${running} queries of this key run and ${waiting} wait already`;
    throw new AppError('too_many_concurrent_queries', message, {
      retryAfterSeconds: 1,
      meta: { running_max: running, waiting_max: waiting },
    });
  }
  whenClosed(reply, () => place[Symbol.dispose]());
  return place;
}
