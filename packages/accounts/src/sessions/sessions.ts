import type { Platform } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import type { AccountState } from '../account.ts';
import type { Authentication, Principal } from '../keys/key.ts';
import type { KeyKind } from '../keys/key-format.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { Store } from '../store/store.ts';
import { type ConsoleKeyMeans, consoleKeyOf } from './console-key.ts';
import {
  type FoundSession,
  type OpenedSession,
  type Session,
  type SessionRefusal,
  type SignIn,
  sessionMs,
  sessionsPerAccountMax,
} from './session.ts';
import { isSecret, makeSecret, secretDigest, takeSignInToken } from './sign-in-tokens.ts';

/** How long a session is cached, in milliseconds: another process may end it meanwhile. */
const memoryMs = 750;
const cachedMax = 10_000;

interface Means extends ConsoleKeyMeans {
  now: () => number;
  authenticate: (key: string) => Promise<Authentication>;
}

interface Opener {
  accountId: string;
  /** Null for a one-time token. */
  keyId: string | null;
  isAccount: boolean;
}

/** The sessions of browsers, in the database: all processes know them. */
export class Sessions {
  readonly #means: Means;
  readonly #known = new LRUCache<string, { readAt: number; found: FoundSession }>({ max: cachedMax });
  #generation = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /**
   * Opens a session with a new secret. `spendLimitUnits` is the monthly limit of the account's console key, null for
   * none; default: unchanged. Errors: `key_limit_reached`.
   */
  async open(
    signIn: SignIn,
    { spendLimitUnits }: { spendLimitUnits?: number | null | undefined } = {},
  ): Promise<OpenedSession> {
    const { store, audit, now } = this.#means;
    const keyOpener = 'key' in signIn ? await this.#openerOf(signIn.key) : undefined;
    if (typeof keyOpener === 'string') return { ok: false, reason: keyOpener };
    const secret = makeSecret();
    const isOpen = await store.transaction(async (transaction) => {
      const at = now();
      let opener = keyOpener;
      if ('token' in signIn) {
        const accountId = isSecret(signIn.token)
          ? await takeSignInToken(transaction, signIn.token, at)
          : undefined;
        if (accountId !== undefined) opener = { accountId, keyId: null, isAccount: true };
      }
      if (opener === undefined) return false;
      const { accountId, keyId, isAccount } = opener;
      const sessionId = orderedId('sess', at);
      const dataKeyId = isAccount
        ? await consoleKeyOf(this.#means, transaction, { accountId, spendLimitUnits }, at)
        : (keyId ?? '');
      const own = await transaction
        .selectFrom('sessions')
        .select('session_id')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('session_id', 'desc')
        .offset(sessionsPerAccountMax - 1)
        .limit(sessionsPerAccountMax)
        .execute();
      if (own.length > 0) {
        const ids = own.map(({ session_id }) => session_id);
        await transaction.deleteFrom('sessions').where('session_id', 'in', ids).execute();
      }
      const row = {
        session_id: sessionId,
        account_id: accountId,
        digest: secretDigest(secret),
        opener_key_id: keyId,
        data_key_id: dataKeyId,
        created_at: at,
        expires_at: at + sessionMs,
      };
      await transaction.insertInto('sessions').values(row).execute();
      const details = { opened_by: keyId ?? 'one-time token' };
      await audit.add(transaction, { action: 'session.open', accountId, subject: sessionId, details });
      return true;
    });
    this.forget();
    if (!isOpen) return { ok: false, reason: 'unknown' };
    const found = await this.find(secret);
    return found.ok ? { ...found, secret } : found;
  }

  /** The session of a cookie. */
  async find(secret: string): Promise<FoundSession> {
    if (!isSecret(secret)) return { ok: false, reason: 'unknown' };
    const { now } = this.#means;
    const digest = secretDigest(secret);
    const readAt = performance.now();
    const known = this.#known.get(digest);
    const found =
      known !== undefined && readAt - known.readAt < memoryMs
        ? known.found
        : await this.#read(digest, readAt);
    const isOver = found.ok && found.session.expiresAt.getTime() <= now();
    return isOver ? { ok: false, reason: 'unknown' } : found;
  }

  /** Ends a session at once in this process, and within a second in all others; returns whether there was one. */
  async end(secret: string): Promise<boolean> {
    const { store, audit } = this.#means;
    const isEnded = await store.transaction(async (transaction) => {
      const row = await transaction
        .deleteFrom('sessions')
        .where('digest', '=', secretDigest(secret))
        .returning(['session_id', 'account_id'])
        .executeTakeFirst();
      if (row === undefined) return false;
      const { session_id: subject, account_id: accountId } = row;
      await audit.add(transaction, { action: 'session.end', accountId, subject, details: {} });
      return true;
    });
    this.forget();
    return isEnded;
  }

  /** Clears the cache; call it after every change to a key, an account or a session. */
  forget(): void {
    this.#generation++;
    this.#known.clear();
  }

  async #openerOf(key: string): Promise<Opener | SessionRefusal> {
    const authentication = await this.#means.authenticate(key);
    if (!authentication.ok) {
      return authentication.reason === 'malformed' ? 'unknown' : authentication.reason;
    }
    const { accountId, keyId, kind } = authentication.principal;
    return { accountId, keyId, isAccount: kind === 'acct' };
  }

  async #read(digest: string, readAt: number): Promise<FoundSession> {
    const generation = this.#generation;
    const found = await readSession(this.#means.store, digest, this.#means.now());
    if (generation === this.#generation) this.#known.set(digest, { readAt, found });
    return found;
  }
}

async function readSession({ db }: Store, digest: string, now: number): Promise<FoundSession> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.account_id', 'sessions.account_id')
    .innerJoin('api_keys as used', 'used.key_id', 'sessions.data_key_id')
    .leftJoin('api_keys as opener', 'opener.key_id', 'sessions.opener_key_id')
    .select(['session_id', 'sessions.account_id', 'opener_key_id', 'sessions.expires_at', 'state'])
    .select(['used.key_id', 'used.kind', 'used.name', 'used.permissions', 'used.spend_limit_units'])
    .select(['used.revoked_at', 'used.expires_at as used_expires_at'])
    .select(['opener.revoked_at as opener_revoked_at', 'opener.expires_at as opener_expires_at'])
    .select('opener.key_id as opener')
    .where('sessions.digest', '=', digest)
    .executeTakeFirst();
  if (row === undefined) return { ok: false, reason: 'unknown' };
  const keysEndAt = Math.min(
    row.used_expires_at ?? Number.POSITIVE_INFINITY,
    row.opener_expires_at ?? Number.POSITIVE_INFINITY,
  );
  const isOpenerGone = row.opener_key_id !== null && row.opener === null;
  if (row.revoked_at !== null || row.opener_revoked_at !== null || isOpenerGone || keysEndAt <= now) {
    return { ok: false, reason: 'unknown' };
  }
  const state = row.state as AccountState;
  if (state !== 'active') return { ok: false, reason: state };
  const { account_id: accountId, session_id: sessionId, key_id: keyId } = row;
  const permissions = JSON.parse(row.permissions) as Platform[];
  const data: Principal = { accountId, keyId, kind: row.kind as KeyKind, permissions, sessionId };
  const isOfAccount = row.opener_key_id !== keyId;
  const session: Session = {
    sessionId,
    accountId,
    account: isOfAccount ? { ...data, keyId: row.opener_key_id ?? keyId, kind: 'acct' } : null,
    data,
    keyName: row.name,
    spendLimitUnits: row.spend_limit_units,
    expiresAt: new Date(Math.min(row.expires_at, keysEndAt)),
  };
  return { ok: true, session };
}

/** Deletes sessions and one-time tokens that have expired. */
export async function dropExpiredSessions({ db }: Store, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<=', now).execute();
}
