import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** How long a name is remembered, with what was answered: 24 hours. */
export const nameLifeMs = 86_400_000;

/** A request's name, which is the own of the key that it came with. */
export interface RequestName {
  keyId: string;
  idempotencyKey: string;
}

/** The end of a named request: an answer to keep, or without one a name to free. */
export interface NamedEnd extends RequestName {
  requestId: string;
  answered: { status: number; answer?: StoredAnswer | undefined } | undefined;
}

/** A name as one text. */
export function nameOf(keyId: string, idempotencyKey: string): string {
  return `${keyId} ${idempotencyKey}`;
}

/** Which of the names are taken; names past their life are dropped first. */
export async function knownNames(
  kysely: Kysely<StoreSchema>,
  names: readonly RequestName[],
  now: number,
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const keyIds = [...new Set(names.map(({ keyId }) => keyId))];
  const idempotencyKeys = [...new Set(names.map(({ idempotencyKey }) => idempotencyKey))];
  await kysely
    .deleteFrom('idempotency')
    .where('key_id', 'in', keyIds)
    .where('idempotency_key', 'in', idempotencyKeys)
    .where('created_at', '<=', now - nameLifeMs)
    .execute();
  const rows = await kysely
    .selectFrom('idempotency')
    .select(['key_id', 'idempotency_key'])
    .where('key_id', 'in', keyIds)
    .where('idempotency_key', 'in', idempotencyKeys)
    .execute();
  return new Set(rows.map((row) => nameOf(row.key_id, row.idempotency_key)));
}

/** Keeps what named requests answered, and frees the names of those that failed: they may be tried again. */
export async function endNames(
  kysely: Kysely<StoreSchema>,
  ends: readonly NamedEnd[],
  kept: KeptAnswers,
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
    const isKept = body !== null && (await kept.hasRoom(kysely, keyId, body.length));
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

/** Drops the names past their life. */
export async function dropOldNames({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<=', now - nameLifeMs)
    .execute();
}

/** A request that its caller has named, and what to keep as its answer. */
export interface NamedCall<Result> extends RequestName {
  fingerprint: string;
  requestId: string;
  /** Makes the answer to keep; called before the change is committed. */
  answer(result: Result): StoredAnswer;
}

/**
 * Does the work of a named call that charges nothing, in its transaction, and keeps its answer. Undefined when the
 * name is taken, and nothing is done; or when the work itself comes to nothing, and the name stays free.
 */
export async function doOnce<Result extends object>(
  transaction: Transaction<StoreSchema>,
  { keyId, idempotencyKey, fingerprint, requestId, answer }: NamedCall<Result>,
  now: number,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  await transaction
    .deleteFrom('idempotency')
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '<=', now - nameLifeMs)
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
