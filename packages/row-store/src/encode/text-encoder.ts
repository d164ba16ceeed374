import { inlineBytesMax, type StringVector } from '@sdq/encode/vectors';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { decimalDigitsMax, parseDecimal } from '../decimals.ts';
import { ColumnEncoder } from './column-encoder.ts';
import { writeIntegers } from './integers.ts';

/** The encoding of a column's texts in a block. */
export const textLayouts = {
  /** All lengths, then all bytes. */
  plain: 0,
  /** As integers: each text is a canonical decimal number. */
  decimals: 1,
} as const;

/** VARCHAR. Lists use one for their elements, which may be any number. */
export class TextEncoder extends ColumnEncoder<StringVector> {
  readonly #bytes = new ByteWriter();
  #lengths: Uint32Array;
  #words: Uint32Array;

  constructor(blockRows: number) {
    super(blockRows);
    this.#lengths = new Uint32Array(blockRows);
    this.#words = new Uint32Array(blockRows * 2);
  }

  protected add({ words, bytes, heaps }: StringVector, row: number, index: number): void {
    if (index === this.#lengths.length) this.#grow();
    const length = words[row * 4] as number;
    this.#lengths[index] = length;
    const target = this.#bytes;
    target.reserve(length);
    if (length <= inlineBytesMax) {
      const from = row * 16 + 4;
      for (let at = 0; at < length; at++) target.bytes[target.length + at] = bytes[from + at] as number;
    } else {
      const heap = heaps[words[row * 4 + 2] as number] as Uint8Array;
      const from = words[row * 4 + 3] as number;
      if (length > 64) target.bytes.set(heap.subarray(from, from + length), target.length);
      else for (let at = 0; at < length; at++) target.bytes[target.length + at] = heap[from + at] as number;
    }
    target.length += length;
  }

  protected write(writer: ByteWriter, count: number): void {
    if (this.#readDecimals(count)) {
      writer.byte(textLayouts.decimals);
      writeIntegers(writer, this.#words, count);
    } else {
      writer.byte(textLayouts.plain);
      for (let index = 0; index < count; index++) writer.varint(this.#lengths[index] as number);
      writer.put(this.#bytes.written());
    }
    this.#bytes.length = 0;
  }

  #readDecimals(count: number): boolean {
    let at = 0;
    for (let index = 0; index < count; index++) {
      const length = this.#lengths[index] as number;
      if (length > decimalDigitsMax || !parseDecimal(this.#bytes.bytes, at, length, this.#words, index * 2)) {
        return false;
      }
      at += length;
    }
    return true;
  }

  #grow(): void {
    const lengths = new Uint32Array(Math.max(64, this.#lengths.length * 2));
    lengths.set(this.#lengths);
    this.#lengths = lengths;
    this.#words = new Uint32Array(lengths.length * 2);
  }
}
