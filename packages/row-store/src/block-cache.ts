import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of decompressed blocks: reading and decompressing a block costs about as much as decoding a row from it.
 * Checksums are verified when a block is read, not again on a cache hit.
 */
export class BlockCache {
  /** Key: file and block number. The option `max` is not set, because it makes look-ups slower. */
  readonly #blocks: LRUCache<number, Uint8Array>;
  #filesNumbered = 0;

  constructor(bytesMax: number) {
    this.#blocks = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ length }) => Math.max(1, length),
    });
  }

  get bytes(): number {
    return this.#blocks.calculatedSize;
  }

  /** Assigns a number to a file whose blocks will be cached. */
  numberFile(): number {
    return this.#filesNumbered++;
  }

  get(file: number, block: number): Uint8Array | undefined {
    return this.#blocks.get(keyOf(file, block));
  }

  /** Caches a block, unless the block alone is larger than the cache. */
  keep(file: number, block: number, bytes: Uint8Array): void {
    this.#blocks.set(keyOf(file, block), bytes);
  }
}

/** A file has fewer than 2^27 blocks: at most 2^31 rows, 32 per block. */
function keyOf(file: number, block: number): number {
  return file * 2 ** 27 + block;
}
