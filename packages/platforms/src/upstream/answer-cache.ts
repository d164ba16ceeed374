/** Answers kept for a while; those asked for while they are on their way are fetched once. */
export class AnswerCache<Value> {
  readonly #kept = new Map<string, { value: Value; until: number }>();
  readonly #flights = new Map<string, Promise<Value>>();
  hits = 0;
  misses = 0;
  readonly #entriesMax: number;
  readonly #now: () => number;

  constructor(entriesMax: number, now: () => number) {
    this.#entriesMax = entriesMax;
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
        if (ttl > 0) this.#keep(key, value, this.#now() + ttl);
        return value;
      })
      .finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return await flight;
  }

  #keep(key: string, value: Value, until: number): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < this.#entriesMax) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(key, { value, until });
  }
}
