import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Authentication } from './key.ts';
import { digestOf, sameDigest } from './key-digest.ts';
import { type KeyKind, readKey } from './key-format.ts';
import { toKeyRecord } from './key-store.ts';

/** For how long what was read of a key is believed, in milliseconds: another process may have revoked it since. */
const memoryMs = 750;
const keysMax = 10_000;

/**
 * Recognises keys. A key is looked up by its digest, an HMAC whose pepper nobody outside knows, so that the time of a
 * look-up tells nothing about stored keys. A revocation holds at once on the process that made it, and within a
 * second on every other.
 */
export class Authenticator {
  readonly #store: Store;
  readonly #pepper: Buffer;
  readonly #now: () => number;
  readonly #known = new Map<string, { row: ApiKeyRow; readAt: number }>();
  /** Counts revocations here, so that a look-up that one overtook is not remembered. */
  #generation = 0;

  constructor(store: Store, pepper: Buffer, now: () => number) {
    this.#store = store;
    this.#pepper = pepper;
    this.#now = now;
  }

  async authenticate(key: string): Promise<Authentication> {
    if (readKey(key) === undefined) return { ok: false, reason: 'malformed' };
    const digest = digestOf(this.#pepper, key);
    const row = await this.#find(digest);
    if (row === undefined || !sameDigest(row.digest, digest)) return { ok: false, reason: 'unknown' };
    const { status, permissions } = toKeyRecord({ ...row, last_used_at: null }, this.#now());
    if (status !== 'active') return { ok: false, reason: status };
    return {
      ok: true,
      principal: { accountId: row.account_id, keyId: row.key_id, kind: row.kind as KeyKind, permissions },
    };
  }

  /** Call it after every change to a key. */
  forget(): void {
    this.#generation++;
    this.#known.clear();
  }

  async #find(digest: string): Promise<ApiKeyRow | undefined> {
    const readAt = performance.now(); // not the clock that people can set
    const known = this.#known.get(digest);
    if (known !== undefined && readAt - known.readAt < memoryMs) return known.row;
    const generation = this.#generation;
    const row = await this.#store.db
      .selectFrom('api_keys')
      .selectAll()
      .where('digest', '=', digest)
      .executeTakeFirst();
    if (row !== undefined && generation === this.#generation) {
      if (this.#known.size >= keysMax) this.#known.clear();
      this.#known.set(digest, { row, readAt });
    }
    return row;
  }
}
