import { LRUCache } from 'lru-cache';
import type { Footer } from './file-layout.ts';

/** The footer of a row file, and the start offset of each block, followed by the end of the last one. */
export interface CheckedFooter {
  readonly footer: Footer;
  readonly offsets: Uint32Array;
}

/** An LRU cache of footers, by path: the content of a row file does not change, and names it. */
export class FooterCache {
  readonly #footers: LRUCache<string, CheckedFooter>;

  constructor(bytesMax: number) {
    this.#footers = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ footer, offsets }) =>
        footer.dictionary.length + footer.blockBytes.byteLength + offsets.byteLength + 1,
    });
  }

  get(path: string): CheckedFooter | undefined {
    return this.#footers.get(path);
  }

  /** Caches a footer, unless it alone is larger than the cache. */
  keep(path: string, footer: CheckedFooter): void {
    this.#footers.set(path, footer);
  }
}
