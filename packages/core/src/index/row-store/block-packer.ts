import { crc32 } from 'node:zlib';
import { blockHeaderBytes } from './file-layout.ts';
import { FrameCompressor } from './frame-compressor.ts';

/** How rows are packed: what a row costs to keep against what it costs to fetch. */
export interface Packing {
  /** Rows of a block; a fetch unpacks whole blocks. */
  readonly blockRows: number;
  /** Of zstd. */
  readonly level: number;
  /** Most bytes of the first rows that every block is compressed against; 1 MiB at most. */
  readonly dictionaryBytes: number;
}

/**
 * Measured on 49,000 videos (bytes a row; time to write one, and to fetch one at random, in processor microseconds on
 * a busy machine): 32 rows a block 125, 9, 60; 64 rows 121, 7, 69; 128 rows 118, 6, 85. Level 3 with half the
 * dictionary: 128; level 6: 119, at half as much time again; without a dictionary 140.
 */
export const packingDefault: Packing = { blockRows: 64, level: 4, dictionaryBytes: 1 << 17 };

/** A dictionary is kept in its file: it may have so many bytes for each row, of which a third are left when kept. */
const dictionaryBytesPerRow = 4;

/** Blocks compressed at the same time, each in a thread of the pool. */
const lanesMax = 2;

/** Compresses blocks. The first ones wait until there are enough of them to make the dictionary of. */
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

  /** `rows` are those to come. */
  constructor({ level, dictionaryBytes }: Packing, rows: number) {
    this.#level = level;
    this.#dictionaryBytes = Math.min(dictionaryBytes, rows * dictionaryBytesPerRow);
  }

  /** Packed blocks, in their order; maybe none yet. */
  async pack(blocks: readonly Buffer[]): Promise<Buffer[]> {
    if (this.#samples === null) return await this.#compress(blocks);
    for (const block of blocks) {
      this.#samples.push(block);
      this.#sampleBytes += block.length;
    }
    return this.#sampleBytes < this.#dictionaryBytes ? [] : await this.finish();
  }

  /** Packs the blocks that still wait. */
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
