import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StoreSchema } from '../store/schema.ts';

/** Maximum bytes of retained responses per API key; further responses are not retained. */
const bytesPerKeyMax = 256 * 2 ** 20;
/** How long a sum is cached: changes by other processes and by expiry take effect afterwards. */
const memoryMs = 60_000;
const keysMax = 10_000;

/** A quota of retained responses per API key, so that no key can fill the database. */
export class RetainedResponses {
  readonly #known = new LRUCache<string, { bytes: number; readAt: number }>({ max: keysMax });
  readonly #bytesMax: number;

  constructor(bytesMax = bytesPerKeyMax) {
    this.#bytesMax = bytesMax;
  }

  /** Takes the bytes of a response from the quota; false when it is exhausted. */
  async tryReserve(kysely: Kysely<StoreSchema>, keyId: string, bytes: number): Promise<boolean> {
    let known = this.#known.get(keyId);
    if (known === undefined || performance.now() - known.readAt > memoryMs) {
      known = { bytes: await this.#read(kysely, keyId), readAt: performance.now() };
      this.#known.set(keyId, known);
    }
    if (known.bytes + bytes > this.#bytesMax) return false;
    known.bytes += bytes;
    return true;
  }

  /** Neither database reads the bodies for this sum. */
  async #read(kysely: Kysely<StoreSchema>, keyId: string): Promise<number> {
    const { bytes } = await kysely
      .selectFrom('idempotency')
      .select(sql<number>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    return Number(bytes);
  }
}
