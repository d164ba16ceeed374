import type { Store } from '../store/store.ts';
import { nameLifeMs } from './names.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** What is known of a request that was named before. */
export type NamedRequest =
  | { state: 'running'; requestId: string; fingerprint: string }
  | {
      state: 'done';
      requestId: string;
      fingerprint: string;
      status: number;
      answer: StoredAnswer;
    };

/** What a key has asked under this name within the last 24 hours. */
export async function findNamed(
  { db }: Store,
  keyId: string,
  idempotencyKey: string,
  now: number,
): Promise<NamedRequest | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '>', now - nameLifeMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { request_id: requestId, fingerprint, status, content_type: contentType, body } = row;
  if (row.state === 'running' || status === null) return { state: 'running', requestId, fingerprint };
  return { state: 'done', requestId, fingerprint, status, answer: { contentType: contentType ?? '', body } };
}
