import { LRUCache } from 'lru-cache';

/**
 * Unpacked blocks, the least recently used of which go first: reading and unpacking one costs about as much as taking a row out of it.
 * They were checked when they were read.
 */
export class BlockCache {
  /** By file and block. Without `max`, which makes look-ups slower. */
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

  /** A number for a file whose blocks will be kept. */
  numberFile(): number {
    return this.#filesNumbered++;
  }

  get(file: number, block: number): Uint8Array | undefined {
    return this.#blocks.get(keyOf(file, block));
  }

  /** Keeps a block, unless it alone is larger than the cache. */
  keep(file: number, block: number, bytes: Uint8Array): void {
    this.#blocks.set(keyOf(file, block), bytes);
  }
}

/** Files have fewer than 2^27 blocks: of 2^31 rows, 32 in each. */
function keyOf(file: number, block: number): number {
  return file * 2 ** 27 + block;
}
