import type { Store } from '../store/store.ts';
import { idempotencyKeyLifeMs } from './idempotency-keys.ts';
import type { StoredResponse } from './stored-response.ts';

/** An earlier request with the same idempotency key. */
export type IdempotentRequest =
  | { state: 'running'; requestId: string; fingerprint: string }
  | {
      state: 'done';
      requestId: string;
      fingerprint: string;
      status: number;
      answer: StoredResponse;
    };

/** The request of an API key with this idempotency key within the last 24 hours. */
export async function findIdempotentRequest(
  { db }: Store,
  keyId: string,
  idempotencyKey: string,
  now: number,
): Promise<IdempotentRequest | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '>', now - idempotencyKeyLifeMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { request_id: requestId, fingerprint, status, content_type: contentType, body } = row;
  if (row.state === 'running' || status === null) return { state: 'running', requestId, fingerprint };
  return { state: 'done', requestId, fingerprint, status, answer: { contentType: contentType ?? '', body } };
}
