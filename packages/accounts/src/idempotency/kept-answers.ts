import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StoreSchema } from '../store/schema.ts';

/** Bytes of answers that are kept of one key's named requests; what comes beyond them is not kept. */
const bytesPerKeyMax = 256 * 2 ** 20;
/** For how long a sum is believed: what other processes keep, and what is dropped by age, shows after it. */
const memoryMs = 60_000;
const keysMax = 10_000;

/** How much is kept of whose answers, so that nobody fills the database with them. */
export class KeptAnswers {
  readonly #known = new LRUCache<string, { bytes: number; readAt: number }>({ max: keysMax });
  readonly #bytesMax: number;

  constructor(bytesMax = bytesPerKeyMax) {
    this.#bytesMax = bytesMax;
  }

  /** Whether an answer of that many bytes may be kept; it counts from then on. */
  async hasRoom(kysely: Kysely<StoreSchema>, keyId: string, bytes: number): Promise<boolean> {
    let known = this.#known.get(keyId);
    if (known === undefined || performance.now() - known.readAt > memoryMs) {
      known = { bytes: await this.#read(kysely, keyId), readAt: performance.now() };
      this.#known.set(keyId, known);
    }
    if (known.bytes + bytes > this.#bytesMax) return false;
    known.bytes += bytes;
    return true;
  }

  /** Neither database reads the bodies for that. */
  async #read(kysely: Kysely<StoreSchema>, keyId: string): Promise<number> {
    const { bytes } = await kysely
      .selectFrom('idempotency')
      .select(sql<number>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    return Number(bytes);
  }
}
