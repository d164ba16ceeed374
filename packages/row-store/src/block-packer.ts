import { crc32 } from 'node:zlib';
import { blockHeaderBytes } from './file-layout.ts';
import { FrameCompressor } from './frame-compressor.ts';

/** Parameters of packing: the size of a row against the time to fetch it. */
export interface Packing {
  /** Rows of a block; a fetch unpacks whole blocks. */
  readonly blockRows: number;
  /** Level of zstd compression. */
  readonly level: number;
  /** Maximum size of the dictionary in bytes, taken from the first rows; at most 1 MiB. */
  readonly dictionaryBytes: number;
}

/**
 * Measured on 49,000 videos of 27 columns, on a busy machine, in bytes per row; CPU microseconds to write a row, and
 * to fetch one at random. 32 rows per block 123, 11, 45; 64 rows 119, 8, 84; 128 rows 117, 10, 129. With 64 rows,
 * level 3 takes 123 bytes, level 9 115 at twice the time; level 3 without a dictionary 144.
 */
export const packingDefault: Packing = { blockRows: 32, level: 4, dictionaryBytes: 1 << 17 };

/** A dictionary is stored in its file: bytes of it per row, of which a third remain after compression. */
const dictionaryBytesPerRow = 4;

/** Blocks compressed concurrently, each in a thread of the pool. */
const lanesMax = 2;

/** Compresses blocks. The first ones are buffered until there are enough of them to build the dictionary. */
export class BlockPacker implements Disposable {
  dictionary: Buffer = Buffer.alloc(0);
  /** Bytes of each block so far. */
  readonly blockBytes: number[] = [];
  bytes = 0;
  readonly #level: number;
  readonly #dictionaryBytes: number;
  readonly #lanes: FrameCompressor[] = [];
  #samples: Buffer[] | null = [];
  #sampleBytes = 0;

  /** `rows` is the number of rows to come. */
  constructor({ level, dictionaryBytes }: Packing, rows: number) {
    this.#level = level;
    this.#dictionaryBytes = Math.min(dictionaryBytes, rows * dictionaryBytesPerRow);
  }

  /** Packed blocks, in order; possibly none yet. */
  async pack(blocks: readonly Buffer[]): Promise<Buffer[]> {
    if (this.#samples === null) return await this.#compress(blocks);
    for (const block of blocks) {
      this.#samples.push(block);
      this.#sampleBytes += block.length;
    }
    return this.#sampleBytes < this.#dictionaryBytes ? [] : await this.finish();
  }

  /** Packs the buffered blocks. */
  async finish(): Promise<Buffer[]> {
    const samples = this.#samples;
    if (samples === null) return [];
    this.#samples = null;
    this.dictionary = Buffer.concat(samples).subarray(0, this.#dictionaryBytes);
    for (let lane = 0; lane < lanesMax; lane++) {
      this.#lanes.push(new FrameCompressor(this.#level, this.dictionary));
    }
    return await this.#compress(samples);
  }

  [Symbol.dispose](): void {
    for (const lane of this.#lanes) lane[Symbol.dispose]();
  }

  async #compress(blocks: readonly Buffer[]): Promise<Buffer[]> {
    const frames = blocks.map((block, index) =>
      (this.#lanes[index % lanesMax] as FrameCompressor).compress(block),
    );
    const packed = (await Promise.all(frames)).map((frame, index) =>
      packBlock(frame, (blocks[index] as Buffer).length),
    );
    for (const { length } of packed) {
      this.blockBytes.push(length);
      this.bytes += length;
    }
    return packed;
  }
}

function packBlock(frame: Buffer, unpackedBytes: number): Buffer {
  const packed = Buffer.allocUnsafe(blockHeaderBytes + frame.length);
  packed.writeUInt32LE(unpackedBytes, 4);
  packed.set(frame, blockHeaderBytes);
  packed.writeUInt32LE(crc32(packed.subarray(4)), 0);
  return packed;
}
