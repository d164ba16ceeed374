/**
 * Unpacked blocks, the last used of them: reading and unpacking one costs about as much as taking a row out of it.
 * They were checked when they were read.
 */
export class BlockCache {
  readonly #bytesMax: number;
  /** By file and block; the last used stands last. */
  readonly #blocks = new Map<number, Uint8Array>();
  #bytes = 0;
  #filesNumbered = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A number for a file whose blocks will be kept. */
  numberFile(): number {
    return this.#filesNumbered++;
  }

  get(file: number, block: number): Uint8Array | undefined {
    const key = keyOf(file, block);
    const found = this.#blocks.get(key);
    if (found === undefined) return undefined;
    this.#blocks.delete(key);
    this.#blocks.set(key, found);
    return found;
  }

  /** Keeps a block that is not kept yet. */
  keep(file: number, block: number, bytes: Uint8Array): void {
    const key = keyOf(file, block);
    if (this.#blocks.has(key)) return;
    this.#blocks.set(key, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#blocks) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#blocks.delete(oldest);
      this.#bytes -= length;
    }
  }
}

/** Files have fewer than 2^27 blocks: of 2^31 rows, 32 in each. */
function keyOf(file: number, block: number): number {
  return file * 2 ** 27 + block;
}
