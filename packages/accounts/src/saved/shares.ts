import { randomInt } from 'node:crypto';
import type { Platform, SqlParameters } from '@sdq/contract';
import type { Kysely, Transaction } from 'kysely';
import type { ShareRow } from '../store/saved-schema.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import {
  deleteSavedResults,
  findSavedResult,
  insertSavedResult,
  type NewSavedResult,
  type SavedResult,
} from './kept-results.ts';
import { lockAccount, refuseBeyond, savedLimits } from './saved-limits.ts';

/** What is shared: the text as it was run, over one snapshot. */
export interface SharedQuery {
  queryId: string;
  title: string;
  description: string;
  platform: Platform;
  text: string;
  parameters: SqlParameters | null;
  limit: number;
  snapshotId: string;
  /** Hosts whose pages may embed it, such as `https://example.org`. */
  embedHosts: readonly string[];
  /** Null: until it is revoked. */
  expiresAt: Date | null;
}

/** A permalink. Its ID is the permission to read it. */
export interface Share extends SharedQuery {
  shareId: string;
  createdAt: Date;
  resultId: string;
}

export interface OpenedShare {
  share: Share;
  /** Undefined when its result is no longer kept. */
  result: SavedResult | undefined;
}

const idLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 26 base62 characters have 154 random bits. */
const idLength = 26;
const idPattern = /^[0-9A-Za-z]{26}$/;
/** How long a share may wait to be published: its request has ended by then. */
const unpublishedMs = 3_600_000;

/** A share that nobody can open before it is published. Errors: `saved_limit_reached`. */
export async function insertShare(
  store: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  accountId: string,
  { query, result }: { query: SharedQuery; result: NewSavedResult },
  now: number,
): Promise<Share> {
  await lockAccount(store, transaction, accountId);
  await dropEndedShares(transaction, now, accountId);
  const { shares } = await transaction
    .selectFrom('shares')
    .select((eb) => eb.fn.countAll<number>().as('shares'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  refuseBeyond(Number(shares), savedLimits.sharesMax, 'shares', 'Revoke shares that are no longer used');
  const row: ShareRow = {
    share_id: Array.from({ length: idLength }, () => idLetters[randomInt(idLetters.length)]).join(''),
    account_id: accountId,
    query_id: query.queryId,
    title: query.title,
    description: query.description,
    platform: query.platform,
    query_text: query.text,
    parameters: query.parameters === null ? null : JSON.stringify(query.parameters),
    row_limit: query.limit,
    snapshot_id: query.snapshotId,
    embed_hosts: JSON.stringify(query.embedHosts),
    result_id: await insertSavedResult(store, transaction, accountId, result, now),
    is_published: 0,
    created_at: now,
    expires_at: query.expiresAt?.getTime() ?? null,
  };
  await transaction.insertInto('shares').values(row).execute();
  return toShare(row);
}

export async function publishShare({ db }: Store, shareId: string): Promise<void> {
  await db.updateTable('shares').set({ is_published: 1 }).where('share_id', '=', shareId).execute();
}

/** Newest first. */
export async function listShares(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  queryId: string,
  now: number,
): Promise<Share[]> {
  const rows = await openShares(db, now)
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .orderBy('created_at', 'desc')
    .orderBy('share_id')
    .execute();
  return rows.map(toShare);
}

/** Undefined for one that never was, was revoked, or has expired. Text that is no ID is not looked up. */
export async function openShare(
  { db }: Store,
  shareId: string,
  now: number,
): Promise<OpenedShare | undefined> {
  if (!idPattern.test(shareId)) return undefined;
  const row = await openShares(db, now)
    .innerJoin('accounts', 'accounts.account_id', 'shares.account_id')
    .where('share_id', '=', shareId)
    .where('accounts.state', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { share: toShare(row), result: await findSavedResult({ db }, row.result_id, now) };
}

/** Deletes a share with its result; false when the account has no such share. */
export async function deleteShare(
  db: Kysely<StoreSchema>,
  accountId: string,
  share: { queryId?: string; shareId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('shares')
    .where('account_id', '=', accountId)
    .where('share_id', '=', share.shareId)
    .$if(share.queryId !== undefined, (query) => query.where('query_id', '=', share.queryId ?? ''))
    .returning('result_id')
    .executeTakeFirst();
  if (row !== undefined) await deleteSavedResults(db, [row.result_id]);
  return row !== undefined;
}

/** Deletes all shares of a query. */
export async function deleteSharesOf(db: Kysely<StoreSchema>, queryId: string): Promise<void> {
  const rows = await db.deleteFrom('shares').where('query_id', '=', queryId).returning('result_id').execute();
  await deleteSavedResults(
    db,
    rows.map((row) => row.result_id),
  );
}

/** Deletes shares that have expired, or were never published because their request was killed. */
export async function dropEndedShares(
  db: Kysely<StoreSchema>,
  now: number,
  accountId?: string,
): Promise<void> {
  const rows = await db
    .deleteFrom('shares')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        eb.and([eb('is_published', '=', 0), eb('created_at', '<=', now - unpublishedMs)]),
      ]),
    )
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .returning('result_id')
    .execute();
  await deleteSavedResults(
    db,
    rows.map((row) => row.result_id),
  );
}

function openShares(db: Kysely<StoreSchema>, now: number) {
  return db
    .selectFrom('shares')
    .selectAll('shares')
    .where('is_published', '=', 1)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
}

function toShare(row: ShareRow): Share {
  return {
    shareId: row.share_id,
    queryId: row.query_id,
    title: row.title,
    description: row.description,
    platform: row.platform as Platform,
    text: row.query_text,
    parameters: row.parameters === null ? null : (JSON.parse(row.parameters) as SqlParameters),
    limit: row.row_limit,
    snapshotId: row.snapshot_id,
    embedHosts: JSON.parse(row.embed_hosts) as string[],
    resultId: row.result_id,
    createdAt: new Date(row.created_at),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  };
}

/** An ID for the audit log, which must not contain what opens a share. */
export function auditNameOf(shareId: string): string {
  return `${shareId.slice(0, 4)}…`;
}
