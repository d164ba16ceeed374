import type { AuditLog } from './audit/audit-log.ts';
import { doOnce, type IdempotentCall } from './idempotency/idempotency-keys.ts';
import type { Authenticator } from './keys/authenticator.ts';
import type { Authentication } from './keys/key.ts';
import { readKey } from './keys/key-format.ts';
import type { PepperRing } from './keys/pepper-ring.ts';
import {
  findSavedResult,
  type NewSavedResult,
  readSavedResult,
  type SavedResult,
  type WithdrawnResults,
  withdrawResults,
} from './saved/kept-results.ts';
import {
  deleteTokensOf,
  findReadTarget,
  insertReadToken,
  keepNewest,
  listReadTokens,
  type MadeReadToken,
  type NewReadToken,
  type ReadTarget,
  type ReadToken,
  revokeReadToken,
} from './saved/read-tokens.ts';
import {
  findSavedQuery,
  insertSavedQuery,
  listSavedQueries,
  type SavedQuery,
  type SavedQueryFilter,
  type SavedQueryPage,
  type SavedQueryText,
  updateSavedQuery,
} from './saved/saved-queries.ts';
import {
  auditNameOf,
  deleteShare,
  deleteSharesOf,
  insertShare,
  listShares,
  type OpenedShare,
  openShare,
  publishShare,
  type Share,
  type SharedQuery,
} from './saved/shares.ts';
import { deleteSchedulesOf } from './schedules/schedules.ts';
import type { Store } from './store/store.ts';

/** Saved queries, and what is shared of them. For another account, none of them exists. */
export interface SavedCalls {
  /**
   * When the idempotency key of `call` is in use, nothing is saved and the result is undefined. Errors:
   * `saved_limit_reached`.
   */
  saveQuery(
    accountId: string,
    text: SavedQueryText,
    call?: IdempotentCall<SavedQuery>,
  ): Promise<SavedQuery | undefined>;
  findSavedQuery(accountId: string, queryId: string): Promise<SavedQuery | undefined>;
  listSavedQueries(accountId: string, filter: SavedQueryFilter): Promise<SavedQueryPage>;
  /** Undefined when the account has no such query. Errors: `saved_limit_reached`. */
  updateSavedQuery(
    accountId: string,
    queryId: string,
    changes: Partial<SavedQueryText>,
  ): Promise<SavedQuery | undefined>;
  /** Deletes a query with its shares, read tokens and schedules; false when the account has no such query. */
  deleteSavedQuery(accountId: string, queryId: string): Promise<boolean>;

  /** Makes a share that nobody can open until `publishShare`. Errors: `saved_limit_reached`. */
  createShare(accountId: string, share: { query: SharedQuery; result: NewSavedResult }): Promise<Share>;
  publishShare(accountId: string, shareId: string): Promise<void>;
  /** Newest first; those that have expired are not among them. */
  listShares(accountId: string, queryId: string): Promise<Share[]>;
  /** False when the query has no such share. */
  deleteShare(accountId: string, share: { queryId?: string; shareId: string }): Promise<boolean>;
  /** Undefined for one that never was, was revoked or has expired: they cannot be told apart. */
  openShare(shareId: string): Promise<OpenedShare | undefined>;

  /**
   * Makes a read token, which is returned only here. Undefined when the account has no such query, or the idempotency
   * key of `call` is in use. Errors: `saved_limit_reached`.
   */
  createReadToken(
    accountId: string,
    queryId: string,
    token: NewReadToken,
    call?: IdempotentCall<MadeReadToken>,
  ): Promise<MadeReadToken | undefined>;
  /** Newest first, with revoked ones. */
  listReadTokens(accountId: string, queryId: string): Promise<ReadToken[]>;
  /** Takes effect as that of a key, and is idempotent. Undefined when the query has no such token. */
  revokeReadToken(accountId: string, token: { queryId: string; tokenId: string }): Promise<Date | undefined>;
  /** The caller that a read token stands for; its key ID is the ID of the token. */
  authenticateReader(token: string): Promise<Authentication>;
  findReadTarget(accountId: string, tokenId: string): Promise<ReadTarget | undefined>;
  /** Keeps the newest result of a read token in place of the former one. Errors: `saved_limit_reached`. */
  keepNewest(
    accountId: string,
    kept: { tokenId: string; resultOf: string; result: NewSavedResult },
  ): Promise<void>;

  /** A kept result; undefined when it is gone. */
  findSavedResult(resultId: string): Promise<SavedResult | undefined>;
  /** Its compressed rows; undefined when they are gone. */
  readSavedResult(resultId: string): Promise<Buffer | undefined>;
  /** Deletes the rows of all kept results, and all retained responses: records were purged that may be in them. */
  withdrawResults(): Promise<WithdrawnResults>;
}

interface Means {
  store: Store;
  peppers: PepperRing;
  audit: AuditLog;
  authenticator: Authenticator;
  now: () => number;
}

export function savedCalls(means: Means): SavedCalls {
  return { ...queryCalls(means), ...shareCalls(means), ...tokenCalls(means) };
}

function queryCalls({ store, audit, authenticator, now }: Means) {
  return {
    saveQuery: (accountId, text, call) =>
      store.transaction(async (transaction) => {
        const make = async () => {
          const saved = await insertSavedQuery(store, transaction, accountId, text, now());
          const change = { accountId, subject: saved.queryId, details: { name: saved.name } };
          await audit.add(transaction, { action: 'saved_query.create', ...change });
          return saved;
        };
        return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
      }),
    findSavedQuery: (accountId, queryId) => findSavedQuery(store, accountId, queryId),
    listSavedQueries: (accountId, filter) => listSavedQueries(store, accountId, filter),
    updateSavedQuery: (accountId, queryId, changes) =>
      store.transaction(async (transaction) => {
        const saved = await updateSavedQuery(store, transaction, accountId, { queryId, changes }, now());
        const change = { accountId, subject: queryId, details: { changed: Object.keys(changes) } };
        if (saved !== undefined) await audit.add(transaction, { action: 'saved_query.update', ...change });
        return saved;
      }),
    deleteSavedQuery: async (accountId, queryId) => {
      const isDeleted = await store.transaction(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('saved_queries')
          .where('account_id', '=', accountId)
          .where('query_id', '=', queryId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await deleteSharesOf(transaction, queryId);
        await deleteTokensOf(transaction, accountId, queryId, now());
        await deleteSchedulesOf(transaction, accountId, { queryId }, now());
        const change = { action: 'saved_query.delete', accountId, subject: queryId, details: {} };
        await audit.add(transaction, change);
        return true;
      });
      authenticator.forget();
      return isDeleted;
    },
  } satisfies Partial<SavedCalls>;
}

function shareCalls({ store, audit, now }: Means) {
  return {
    createShare: (accountId, share) =>
      store.transaction((transaction) => insertShare(store, transaction, accountId, share, now())),
    publishShare: async (accountId, shareId) => {
      await publishShare(store, shareId);
      const change = { action: 'share.create', accountId, subject: auditNameOf(shareId), details: {} };
      await store.transaction((transaction) => audit.add(transaction, change));
    },
    listShares: (accountId, queryId) => listShares(store, accountId, queryId, now()),
    deleteShare: (accountId, share) =>
      store.transaction(async (transaction) => {
        const isDeleted = await deleteShare(transaction, accountId, share);
        const subject = auditNameOf(share.shareId);
        if (isDeleted)
          await audit.add(transaction, { action: 'share.revoke', accountId, subject, details: {} });
        return isDeleted;
      }),
    openShare: (shareId) => openShare(store, shareId, now()),
    findSavedResult: (resultId) => findSavedResult(store, resultId, now()),
    readSavedResult: (resultId) => readSavedResult(store, resultId),
    withdrawResults: () => withdrawResults(store),
  } satisfies Partial<SavedCalls>;
}

function tokenCalls({ store, peppers, audit, authenticator, now }: Means) {
  return {
    createReadToken: (accountId, queryId, token, call) =>
      store.transaction(async (transaction) => {
        const make = async () => {
          const asked = { queryId, token };
          const made = await insertReadToken(store, transaction, peppers, accountId, asked, now());
          if (made === undefined) return undefined;
          const subject = made.record.tokenId;
          const details = { query_id: queryId, name: token.name };
          await audit.add(transaction, { action: 'read_token.create', accountId, subject, details });
          return made;
        };
        return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
      }),
    listReadTokens: (accountId, queryId) => listReadTokens(store, accountId, queryId, now()),
    revokeReadToken: async (accountId, token) => {
      const record = await store.transaction(async (transaction) => {
        const revoked = await revokeReadToken(transaction, accountId, token, now());
        const change = { action: 'read_token.revoke', accountId, subject: token.tokenId, details: {} };
        if (revoked !== undefined) await audit.add(transaction, change);
        return revoked;
      });
      authenticator.forget();
      return record?.revokedAt ?? undefined;
    },
    authenticateReader: async (token) =>
      readKey(token)?.kind === 'read'
        ? await authenticator.authenticate(token)
        : { ok: false, reason: 'malformed' },
    findReadTarget: (accountId, tokenId) => findReadTarget(store, accountId, tokenId),
    keepNewest: (accountId, kept) => keepNewest(store, accountId, kept, now()),
  } satisfies Partial<SavedCalls>;
}
