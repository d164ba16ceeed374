import type { Kysely, Transaction } from 'kysely';
import type { KeyRecord } from '../keys/key.ts';
import { insertKey, listKeys, revokeKey } from '../keys/key-store.ts';
import type { PepperRing } from '../keys/pepper-ring.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { deleteSavedResults, insertSavedResult, type NewSavedResult } from './kept-results.ts';
import { lockAccount, refuseBeyond, savedLimits } from './saved-limits.ts';
import { findSavedQuery, type SavedQuery } from './saved-queries.ts';

/** A token that reads one saved query. Its text is not stored. */
export interface ReadToken {
  tokenId: string;
  queryId: string;
  name: string;
  maskedToken: string;
  status: KeyRecord['status'];
  /** Maximum charge in one UTC day, in units. */
  dayLimitUnits: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

export interface NewReadToken {
  name: string;
  dayLimitUnits: number;
  expiresAt: Date | null;
}

/** A new token; its text is returned only here. */
export interface MadeReadToken {
  record: ReadToken;
  token: string;
}

/** What a token reads, and its newest kept result. */
export interface ReadTarget {
  query: SavedQuery;
  newest: { resultId: string; resultOf: string } | undefined;
}

/** Undefined when the account has no such query. Errors: `saved_limit_reached`. */
export async function insertReadToken(
  store: Store,
  transaction: Transaction<StoreSchema>,
  peppers: PepperRing,
  accountId: string,
  { queryId, token }: { queryId: string; token: NewReadToken },
  now: number,
): Promise<MadeReadToken | undefined> {
  await lockAccount(store, transaction, accountId);
  const query = await findSavedQuery({ db: transaction }, accountId, queryId);
  if (query === undefined) return undefined;
  const known = await listReadTokens({ db: transaction }, accountId, undefined, now);
  const active = known.filter(({ status }) => status === 'active').length;
  refuseBeyond(active, savedLimits.tokensMax, 'read tokens', 'Revoke tokens that are no longer used');
  const made = await insertKey(
    store,
    transaction,
    peppers,
    accountId,
    { kind: 'read', permissions: [query.platform], ...token },
    now,
  );
  const { keyId } = made.record;
  await transaction
    .insertInto('read_tokens')
    .values({ token_id: keyId, account_id: accountId, query_id: queryId, result_id: null, result_of: null })
    .execute();
  return { record: toReadToken(made.record, queryId), token: made.key };
}

/** Tokens of a query, or of all queries; newest first, those of deleted queries not among them. */
export async function listReadTokens(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  queryId: string | undefined,
  now: number,
): Promise<ReadToken[]> {
  const rows = await db
    .selectFrom('read_tokens')
    .select(['token_id', 'query_id'])
    .where('account_id', '=', accountId)
    .$if(queryId !== undefined, (query) => query.where('query_id', '=', queryId ?? ''))
    .execute();
  const queryOf = new Map(rows.map((row) => [row.token_id, row.query_id]));
  const keys = await listKeys({ db }, { accountId, scope: 'read' }, now);
  return keys.flatMap((key) => {
    const id = queryOf.get(key.keyId);
    return id === undefined ? [] : [toReadToken(key, id)];
  });
}

/** Revokes a token, which stays in the list; undefined when the query has no such token. */
export async function revokeReadToken(
  transaction: Transaction<StoreSchema>,
  accountId: string,
  { queryId, tokenId }: { queryId: string; tokenId: string },
  now: number,
): Promise<KeyRecord | undefined> {
  const row = await transaction
    .selectFrom('read_tokens')
    .select('result_id')
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await setNewest(transaction, tokenId, { resultId: null, resultOf: null });
  await deleteSavedResults(transaction, [row.result_id]);
  return (await revokeKey(transaction, { accountId, scope: 'read' }, tokenId, now)).record;
}

/** Revokes and forgets all tokens of a query. */
export async function deleteTokensOf(
  db: Kysely<StoreSchema>,
  accountId: string,
  queryId: string,
  now: number,
): Promise<void> {
  const rows = await db
    .deleteFrom('read_tokens')
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .returning(['token_id', 'result_id'])
    .execute();
  if (rows.length === 0) return;
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where(
      'key_id',
      'in',
      rows.map((row) => row.token_id),
    )
    .where('revoked_at', 'is', null)
    .execute();
  await deleteSavedResults(
    db,
    rows.map((row) => row.result_id),
  );
}

/** What a token reads; undefined when its query was deleted. */
export async function findReadTarget(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  tokenId: string,
): Promise<ReadTarget | undefined> {
  const row = await db
    .selectFrom('read_tokens')
    .selectAll()
    .where('token_id', '=', tokenId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const query = await findSavedQuery({ db }, accountId, row.query_id);
  if (query === undefined) return undefined;
  const { result_id: resultId, result_of: resultOf } = row;
  return { query, newest: resultId === null || resultOf === null ? undefined : { resultId, resultOf } };
}

/** Keeps the newest result of a token in place of the former one. Errors: `saved_limit_reached`. */
export async function keepNewest(
  store: Store,
  accountId: string,
  { tokenId, resultOf, result }: { tokenId: string; resultOf: string; result: NewSavedResult },
  now: number,
): Promise<void> {
  await store.transaction(async (transaction) => {
    await lockAccount(store, transaction, accountId);
    const former = await transaction
      .selectFrom('read_tokens')
      .innerJoin('api_keys', 'api_keys.key_id', 'read_tokens.token_id')
      .select('result_id')
      .where('token_id', '=', tokenId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (former === undefined) return; // revoked meanwhile
    await deleteSavedResults(transaction, [former.result_id]);
    const resultId = await insertSavedResult(store, transaction, accountId, result, now);
    await setNewest(transaction, tokenId, { resultId, resultOf });
  });
}

async function setNewest(
  db: Kysely<StoreSchema>,
  tokenId: string,
  { resultId, resultOf }: { resultId: string | null; resultOf: string | null },
): Promise<void> {
  await db
    .updateTable('read_tokens')
    .set({ result_id: resultId, result_of: resultOf })
    .where('token_id', '=', tokenId)
    .execute();
}

function toReadToken(key: KeyRecord, queryId: string): ReadToken {
  return {
    tokenId: key.keyId,
    queryId,
    name: key.name,
    maskedToken: key.maskedKey,
    status: key.status,
    dayLimitUnits: key.dayLimitUnits ?? 0,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    expiresAt: key.expiresAt,
  };
}
