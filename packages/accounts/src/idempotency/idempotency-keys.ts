import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { RetainedResponses } from './retained-responses.ts';
import type { StoredResponse } from './stored-response.ts';

/** How long an idempotency key and its response are retained: 24 hours. */
export const idempotencyKeyLifeMs = 86_400_000;

/** An idempotency key, which is scoped to the API key of its request. */
export interface ScopedIdempotencyKey {
  keyId: string;
  idempotencyKey: string;
}

/** The end of a request with an idempotency key: a response to retain, or without one, a key to free. */
export interface IdempotencyEnd extends ScopedIdempotencyKey {
  requestId: string;
  answered: { status: number; answer?: StoredResponse | undefined } | undefined;
}

/** A scoped idempotency key as one string. */
export function scopedKeyText(keyId: string, idempotencyKey: string): string {
  return `${keyId} ${idempotencyKey}`;
}

/** Returns which of the keys are in use; deletes expired keys first. */
export async function usedIdempotencyKeys(
  kysely: Kysely<StoreSchema>,
  names: readonly ScopedIdempotencyKey[],
  now: number,
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const keyIds = [...new Set(names.map(({ keyId }) => keyId))];
  const idempotencyKeys = [...new Set(names.map(({ idempotencyKey }) => idempotencyKey))];
  await kysely
    .deleteFrom('idempotency')
    .where('key_id', 'in', keyIds)
    .where('idempotency_key', 'in', idempotencyKeys)
    .where('created_at', '<=', now - idempotencyKeyLifeMs)
    .execute();
  const rows = await kysely
    .selectFrom('idempotency')
    .select(['key_id', 'idempotency_key'])
    .where('key_id', 'in', keyIds)
    .where('idempotency_key', 'in', idempotencyKeys)
    .execute();
  return new Set(rows.map((row) => scopedKeyText(row.key_id, row.idempotency_key)));
}

/** Retains the responses of successful requests, and frees the keys of failed ones, which can be retried. */
export async function endIdempotencyKeys(
  kysely: Kysely<StoreSchema>,
  ends: readonly IdempotencyEnd[],
  kept: RetainedResponses,
): Promise<void> {
  for (const { keyId, idempotencyKey, requestId, answered } of ends) {
    if (answered === undefined) {
      await kysely
        .deleteFrom('idempotency')
        .where('key_id', '=', keyId)
        .where('request_id', '=', requestId)
        .execute();
      continue;
    }
    const { contentType = '', body = null } = answered.answer ?? {};
    const isKept = body !== null && (await kept.tryReserve(kysely, keyId, body.length));
    await kysely
      .updateTable('idempotency')
      .set({
        state: 'done',
        status: answered.status,
        content_type: contentType,
        body: isKept ? body : null,
      })
      .where('key_id', '=', keyId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('request_id', '=', requestId)
      .execute();
  }
}

/** Deletes expired idempotency keys. */
export async function dropExpiredIdempotencyKeys({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<=', now - idempotencyKeyLifeMs)
    .execute();
}

/** A request with an idempotency key, and how to make the response to retain. */
export interface IdempotentCall<Result> extends ScopedIdempotencyKey {
  fingerprint: string;
  requestId: string;
  /** Makes the response to retain; called before the change is committed. */
  answer(result: Result): StoredResponse;
}

/**
 * Runs the work of an idempotent call that charges nothing, in its transaction, and retains its response. Undefined
 * when the idempotency key is in use, so that nothing is done; or when the work returns undefined, so that the key
 * stays free.
 */
export async function doOnce<Result extends object>(
  transaction: Transaction<StoreSchema>,
  { keyId, idempotencyKey, fingerprint, requestId, answer }: IdempotentCall<Result>,
  now: number,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  await transaction
    .deleteFrom('idempotency')
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '<=', now - idempotencyKeyLifeMs)
    .execute();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotency')
    .values({
      key_id: keyId,
      idempotency_key: idempotencyKey,
      fingerprint,
      request_id: requestId,
      state: 'running',
      status: null,
      content_type: null,
      body: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['key_id', 'idempotency_key']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return undefined;
  const result = await work();
  const named = (eb: ExpressionBuilder<StoreSchema, 'idempotency'>) =>
    eb.and({ key_id: keyId, idempotency_key: idempotencyKey });
  if (result === undefined) {
    await transaction.deleteFrom('idempotency').where(named).execute();
    return undefined;
  }
  const { contentType, body } = answer(result);
  await transaction
    .updateTable('idempotency')
    .set({ state: 'done', status: 200, content_type: contentType, body })
    .where(named)
    .execute();
  return result;
}
