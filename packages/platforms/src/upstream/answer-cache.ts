import { LRUCache } from 'lru-cache';

/** An LRU cache of responses with an expiry, which also shares one fetch among concurrent requests for the same key. */
export class AnswerCache<Value> {
  readonly #kept: LRUCache<string, { value: Value; until: number }>;
  readonly #flights = new Map<string, Promise<Value>>();
  hits = 0;
  misses = 0;
  readonly #now: () => number;

  constructor(entriesMax: number, now: () => number) {
    this.#kept = new LRUCache({ max: entriesMax });
    this.#now = now;
  }

  async get(key: string, ttlOf: (value: Value) => number, fetch: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#now()) {
      this.hits++;
      return kept.value;
    }
    this.#kept.delete(key);
    const flying = this.#flights.get(key);
    if (flying !== undefined) {
      this.hits++;
      return await flying;
    }
    this.misses++;
    const flight = fetch()
      .then((value) => {
        const ttl = ttlOf(value);
        if (ttl > 0) this.#kept.set(key, { value, until: this.#now() + ttl });
        return value;
      })
      .finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return await flight;
  }
}
