import type { Principal } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { Engine, QueuePlace } from '@sdq/core';
import type { FastifyReply } from 'fastify';
import { whenClosed } from '../request/aborted-when-closed.ts';

/**
 * Takes a place in the fair queue of the engine for the query of a request, with the key as the tenant, before its cost
 * is reserved. The place counts until the response is sent and the query, which can continue as a statement, has ended.
 * Errors: `too_many_concurrent_queries`.
 */
export function takePlace(
  engine: Engine,
  principal: Pick<Principal, 'accountId' | 'keyId'>,
  reply: FastifyReply,
): QueuePlace {
  const place = enterQueue(engine, principal);
  whenClosed(reply, () => place[Symbol.dispose]());
  return place;
}

/** The same, disposed of by the caller. Errors: `too_many_concurrent_queries`. */
export function enterQueue(
  engine: Engine,
  { accountId, keyId }: Pick<Principal, 'accountId' | 'keyId'>,
): QueuePlace {
  const place = engine.enqueue(keyId, { account: accountId });
  if (place === undefined) {
    const { runningPerTenantMax: running, waitingPerTenantMax: waiting } = engine.concurrency;
    const message = `Too many concurrent queries: ${running} running and ${waiting} queued for this key.`;
    throw new AppError('too_many_concurrent_queries', message, {
      retryAfterSeconds: 1,
      meta: { running_max: running, waiting_max: waiting },
    });
  }
  return place;
}
