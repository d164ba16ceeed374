import { LRUCache } from 'lru-cache';

/** An LRU cache of blocks and pages of key files, which were checked when they were read. */
export class KeyCache {
  readonly #parts: LRUCache<string, Buffer>;
  #filesNumbered = 0;

  constructor(bytesMax: number) {
    this.#parts = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ length }) => Math.max(1, length),
    });
  }

  /** Assigns a number to a file. */
  numberFile(): number {
    return this.#filesNumbered++;
  }

  get(file: number, start: number): Buffer | undefined {
    return this.#parts.get(`${file} ${start}`);
  }

  /** Caches a part, unless it alone is larger than the cache. */
  keep(file: number, start: number, part: Buffer): void {
    this.#parts.set(`${file} ${start}`, part);
  }
}
