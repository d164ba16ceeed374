import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Platform } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Authentication, Principal } from './key.ts';
import { digestOf, sameDigest } from './key-digest.ts';
import { type KeyKind, readKey } from './key-format.ts';

/** How long a key record is cached, in milliseconds: another process may revoke the key meanwhile. */
const memoryMs = 750;
const keysMax = 10_000;

/** A cached key record. */
interface KnownKey {
  readAt: number;
  isRevoked: boolean;
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
  readonly #pepper: KeyObject;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, KnownKey>({ max: keysMax });
  /** The number of revocations in this process, so that a lookup that overlaps one is not cached. */
  #generation = 0;

  constructor(store: Store, pepper: Buffer, now: () => number) {
    this.#store = store;
    this.#pepper = createSecretKey(pepper);
    this.#now = now;
  }

  async authenticate(key: string): Promise<Authentication> {
    if (readKey(key) === undefined) return { ok: false, reason: 'malformed' };
    const known = await this.#find(digestOf(this.#pepper, key));
    if (known === undefined) return { ok: false, reason: 'unknown' };
    if (known.isRevoked) return { ok: false, reason: 'revoked' };
    if (known.expiresAt <= this.#now()) return { ok: false, reason: 'expired' };
    return { ok: true, principal: known.principal };
  }

  /** Clears the cache; call it after every change to a key. */
  forget(): void {
    this.#generation++;
    this.#known.clear();
  }

  async #find(digest: string): Promise<KnownKey | undefined> {
    const readAt = performance.now(); // monotonic, unlike the wall clock
    const remembered = this.#known.get(digest);
    if (remembered !== undefined && readAt - remembered.readAt < memoryMs) return remembered;
    const generation = this.#generation;
    const row = await this.#store.db
      .selectFrom('api_keys')
      .selectAll()
      .where('digest', '=', digest)
      .executeTakeFirst();
    if (row === undefined || !sameDigest(row.digest, digest)) return undefined;
    const known = toKnownKey(row, readAt);
    if (generation === this.#generation) this.#known.set(digest, known);
    return known;
  }
}

function toKnownKey(row: ApiKeyRow, readAt: number): KnownKey {
  return {
    readAt,
    isRevoked: row.revoked_at !== null,
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    principal: Object.freeze({
      accountId: row.account_id,
      keyId: row.key_id,
      kind: row.kind as KeyKind,
      permissions: JSON.parse(row.permissions) as Platform[],
    }),
  };
}
