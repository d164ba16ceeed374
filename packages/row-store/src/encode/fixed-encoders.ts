import type { FixedVector } from '@sdq/encode/vectors';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { ColumnEncoder } from './column-encoder.ts';
import { writeIntegers } from './integers.ts';

/** BOOLEAN: a bit a value. */
export class BitsEncoder extends ColumnEncoder<FixedVector> {
  readonly #values: Uint8Array;

  constructor(blockRows: number) {
    super(blockRows);
    this.#values = new Uint8Array(Math.ceil(blockRows / 8));
  }

  protected add({ bytes }: FixedVector, row: number, index: number): void {
    if (bytes[row] !== 0) {
      this.#values[index >> 3] = (this.#values[index >> 3] as number) | (1 << (index & 7));
    }
  }

  protected write(writer: ByteWriter, count: number): void {
    writer.put(this.#values.subarray(0, Math.ceil(count / 8)));
    this.#values.fill(0);
  }
}

/** Values of 4 or 8 bytes, taken as signed integers. */
export class IntegersEncoder extends ColumnEncoder<FixedVector> {
  readonly #words: Uint32Array;
  readonly #width: 4 | 8;

  constructor(blockRows: number, width: 4 | 8) {
    super(blockRows);
    this.#width = width;
    this.#words = new Uint32Array(blockRows * 2);
  }

  protected add({ bytes }: FixedVector, row: number, index: number): void {
    const at = row * this.#width;
    const low = wordAt(bytes, at);
    this.#words[2 * index] = low;
    this.#words[2 * index + 1] = this.#width === 8 ? wordAt(bytes, at + 4) : low >> 31;
  }

  protected write(writer: ByteWriter, count: number): void {
    writeIntegers(writer, this.#words, count);
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}
