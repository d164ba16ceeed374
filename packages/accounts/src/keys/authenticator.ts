import type { Platform } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import type { AccountState } from '../account.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Authentication, KeyLogin, Principal } from './key.ts';
import { digestOf } from './key-digest.ts';
import { type KeyKind, readKey } from './key-format.ts';
import type { PepperRing } from './pepper-ring.ts';
import { readScramVerifier } from './scram-verifier.ts';
import { findByKey } from './stored-digest.ts';

/** How long a key record is cached, in milliseconds: another process may revoke the key meanwhile. */
const memoryMs = 750;
const keysMax = 10_000;

/** A cached key record. */
interface KnownKey {
  readAt: number;
  isRevoked: boolean;
  state: AccountState;
  expiresAt: number;
  principal: Principal;
}

/**
 * Authenticates API keys with an LRU cache. A key is looked up by its digest, an HMAC with a secret pepper, so that the
 * duration of a lookup reveals nothing about stored keys. A revocation takes effect immediately in the process that
 * made it, and within a second in all others.
 */
export class Authenticator {
  readonly #store: Store;
  readonly #peppers: PepperRing;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, KnownKey>({ max: keysMax });
  /** The number of revocations in this process, so that a lookup that overlaps one is not cached. */
  #generation = 0;

  constructor(store: Store, peppers: PepperRing, now: () => number) {
    this.#store = store;
    this.#peppers = peppers;
    this.#now = now;
    peppers.onChange(() => this.forget());
  }

  async authenticate(key: string): Promise<Authentication> {
    if (readKey(key) === undefined) return { ok: false, reason: 'malformed' };
    return this.#stateOf(await this.#find(key));
  }

  /** The state of a key by its ID: its owner has proved to have it. */
  async authenticateKey(keyId: string): Promise<Authentication> {
    return this.#stateOf(await this.#findById(keyId));
  }

  /** What a login by the ID of a key needs; undefined for one that does not exist. */
  async findLogin(keyId: string): Promise<KeyLogin | undefined> {
    const row = await this.#store.db
      .selectFrom('api_keys')
      .select('scram_verifier')
      .where('key_id', '=', keyId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { verifier: row.scram_verifier === null ? null : (readScramVerifier(row.scram_verifier) ?? null) };
  }

  #stateOf(known: KnownKey | undefined): Authentication {
    if (known === undefined) return { ok: false, reason: 'unknown' };
    if (known.state === 'closed') return { ok: false, reason: 'closed' };
    if (known.isRevoked) return { ok: false, reason: 'revoked' };
    if (known.expiresAt <= this.#now()) return { ok: false, reason: 'expired' };
    if (known.state !== 'active') return { ok: false, reason: known.state };
    return { ok: true, principal: known.principal };
  }

  /** Clears the cache; call it after every change to a key. */
  forget(): void {
    this.#generation++;
    this.#known.clear();
  }

  async #find(key: string): Promise<KnownKey | undefined> {
    return await this.#cached(digestOf(this.#peppers.newest.key, key), async () =>
      findByKey(this.#store, this.#peppers, 'api_keys', key, (digests) =>
        this.#rows().where('digest', 'in', digests).executeTakeFirst(),
      ),
    );
  }

  async #findById(keyId: string): Promise<KnownKey | undefined> {
    return await this.#cached(keyId, async () => this.#rows().where('key_id', '=', keyId).executeTakeFirst());
  }

  #rows() {
    return this.#store.db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.account_id', 'api_keys.account_id')
      .selectAll('api_keys')
      .select('state');
  }

  async #cached(
    name: string,
    read: () => Promise<(ApiKeyRow & { state: string }) | undefined>,
  ): Promise<KnownKey | undefined> {
    const readAt = performance.now(); // monotonic, unlike the wall clock
    const remembered = this.#known.get(name);
    if (remembered !== undefined && readAt - remembered.readAt < memoryMs) return remembered;
    const generation = this.#generation;
    const row = await read();
    if (row === undefined) return undefined;
    const known = toKnownKey(row, readAt);
    if (generation === this.#generation) this.#known.set(name, known);
    return known;
  }
}

function toKnownKey(row: ApiKeyRow & { state: string }, readAt: number): KnownKey {
  return {
    readAt,
    isRevoked: row.revoked_at !== null,
    state: row.state as AccountState,
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    principal: Object.freeze({
      accountId: row.account_id,
      keyId: row.key_id,
      kind: row.kind as KeyKind,
      permissions: JSON.parse(row.permissions) as Platform[],
    }),
  };
}
