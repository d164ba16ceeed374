import { constants, crc32, zstdCompressSync } from 'node:zlib';
import type { VectorData } from '../../stream/vectors/read-vector.ts';
import type { RowColumn } from './column-kind.ts';
import { ByteWriter } from './encode/byte-writer.ts';
import type { ColumnEncoder } from './encode/column-encoder.ts';
import { createEncoder } from './encode/create-encoder.ts';
import { blockBytesMax, blockHeaderBytes } from './file-layout.ts';

/** How rows are packed: what a row costs to keep against what it costs to fetch. */
export interface Packing {
  /** Rows of a block; a fetch unpacks whole blocks. */
  readonly blockRows: number;
  /** Of zstd. */
  readonly level: number;
  /** Bytes of the first rows that every block is compressed against. */
  readonly dictionaryBytes: number;
}

export const packingDefault: Packing = { blockRows: 64, level: 3, dictionaryBytes: 1 << 16 };

/** Turns rows into blocks. The first blocks wait until there are enough to make the dictionary of. */
export class BlockPacker {
  dictionary: Uint8Array = new Uint8Array(0);
  /** Bytes of each block so far. */
  readonly blockBytes: number[] = [];
  bytes = 0;
  readonly #encoders: readonly ColumnEncoder<VectorData>[];
  readonly #packing: Packing;
  readonly #head = new ByteWriter();
  readonly #body = new ByteWriter();
  #rows = 0;
  #samples: Buffer[] | null = [];
  #sampleBytes = 0;
  #packed: Buffer[] = [];
  #packedBytes = 0;

  constructor(columns: readonly RowColumn[], packing: Packing) {
    this.#packing = packing;
    this.#encoders = columns.map(({ type }) => createEncoder(type, packing.blockRows));
  }

  get packedBytes(): number {
    return this.#packedBytes;
  }

  /** Takes in `count` rows: a vector for each column. */
  append(vectors: readonly VectorData[], count: number): void {
    for (let start = 0; start < count; ) {
      const part = Math.min(this.#packing.blockRows - this.#rows, count - start);
      for (const [index, encoder] of this.#encoders.entries()) {
        encoder.append(vectors[index] as VectorData, start, part);
      }
      this.#rows += part;
      start += part;
      if (this.#rows === this.#packing.blockRows) this.#closeBlock();
    }
  }

  /** Packs the rows that are left. */
  finish(): void {
    if (this.#rows > 0) this.#closeBlock();
    this.#makeDictionary();
  }

  /** Blocks that are ready, which are then forgotten. */
  takePacked(): Buffer[] {
    const packed = this.#packed;
    this.#packed = [];
    this.#packedBytes = 0;
    return packed;
  }

  #closeBlock(): void {
    const head = this.#head;
    const body = this.#body;
    head.length = 0;
    body.length = 0;
    for (const encoder of this.#encoders) {
      const before = body.length;
      encoder.flush(body);
      head.varint(body.length - before);
    }
    head.put(body.written());
    this.#rows = 0;
    if (head.length > blockBytesMax)
      throw new Error(`${this.#packing.blockRows} rows take more than 256 MiB`);
    if (this.#samples === null) {
      this.#pack(head.written());
      return;
    }
    this.#samples.push(Buffer.from(head.written()));
    this.#sampleBytes += head.length;
    if (this.#sampleBytes >= this.#packing.dictionaryBytes) this.#makeDictionary();
  }

  #makeDictionary(): void {
    if (this.#samples === null) return;
    const samples = this.#samples;
    this.#samples = null;
    this.dictionary = Buffer.concat(samples).subarray(0, this.#packing.dictionaryBytes);
    for (const sample of samples) this.#pack(sample);
  }

  #pack(block: Buffer): void {
    const frame = zstdCompressSync(block, {
      params: {
        [constants.ZSTD_c_compressionLevel]: this.#packing.level,
        [constants.ZSTD_c_contentSizeFlag]: 0,
      },
      ...(this.dictionary.length === 0 ? {} : { dictionary: this.dictionary }),
    });
    const packed = Buffer.allocUnsafe(blockHeaderBytes + frame.length);
    packed.writeUInt32LE(block.length, 4);
    packed.set(frame, blockHeaderBytes);
    packed.writeUInt32LE(crc32(packed.subarray(4)), 0);
    this.blockBytes.push(packed.length);
    this.bytes += packed.length;
    this.#packed.push(packed);
    this.#packedBytes += packed.length;
  }
}
