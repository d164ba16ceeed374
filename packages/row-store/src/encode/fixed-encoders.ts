import type { FixedVector } from '@sdq/encode/vectors';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { ColumnEncoder } from './column-encoder.ts';
import { writeIntegers } from './integers.ts';

/** Initial capacity where the number of values is not known: elements of lists. */
const roomMin = 64;

/** BOOLEAN: a bit a value. */
export class BitsEncoder extends ColumnEncoder<FixedVector> {
  #values: Uint8Array;

  constructor(blockRows: number) {
    super(blockRows);
    this.#values = new Uint8Array(Math.ceil(Math.max(roomMin, blockRows) / 8));
  }

  protected add({ bytes }: FixedVector, row: number, index: number): void {
    if (index >> 3 === this.#values.length) this.#grow();
    if (bytes[row] !== 0) {
      this.#values[index >> 3] = (this.#values[index >> 3] as number) | (1 << (index & 7));
    }
  }

  protected write(writer: ByteWriter, count: number): void {
    writer.put(this.#values.subarray(0, Math.ceil(count / 8)));
    this.#values.fill(0);
  }

  #grow(): void {
    const grown = new Uint8Array(this.#values.length * 2);
    grown.set(this.#values);
    this.#values = grown;
  }
}

/** Values of 2, 4 or 8 bytes, taken as signed integers. */
export class IntegersEncoder extends ColumnEncoder<FixedVector> {
  readonly #words: WordPairs;
  readonly #width: 2 | 4 | 8;

  constructor(blockRows: number, width: 2 | 4 | 8) {
    super(blockRows);
    this.#width = width;
    this.#words = new WordPairs(blockRows);
  }

  protected add({ bytes }: FixedVector, row: number, index: number): void {
    const at = row * this.#width;
    if (this.#width === 8) this.#words.set(index, wordAt(bytes, at), wordAt(bytes, at + 4));
    else {
      const low = this.#width === 4 ? wordAt(bytes, at) : halfWordAt(bytes, at);
      this.#words.set(index, low, low >> 31);
    }
  }

  protected write(writer: ByteWriter, count: number): void {
    writeIntegers(writer, this.#words.words, count);
  }
}

/** Values of 16 bytes: all lower halves as integers, then all upper ones. */
export class PairsEncoder extends ColumnEncoder<FixedVector> {
  readonly #lower: WordPairs;
  readonly #upper: WordPairs;

  constructor(blockRows: number) {
    super(blockRows);
    this.#lower = new WordPairs(blockRows);
    this.#upper = new WordPairs(blockRows);
  }

  protected add({ bytes }: FixedVector, row: number, index: number): void {
    const at = row * 16;
    this.#lower.set(index, wordAt(bytes, at), wordAt(bytes, at + 4));
    this.#upper.set(index, wordAt(bytes, at + 8), wordAt(bytes, at + 12));
  }

  protected write(writer: ByteWriter, count: number): void {
    writeIntegers(writer, this.#lower.words, count);
    writeIntegers(writer, this.#upper.words, count);
  }
}

/** Pairs of words as 64-bit integers, as many as are set. */
class WordPairs {
  words: Uint32Array;

  constructor(count: number) {
    this.words = new Uint32Array(Math.max(roomMin, count) * 2);
  }

  set(index: number, low: number, high: number): void {
    if (2 * index === this.words.length) {
      const grown = new Uint32Array(this.words.length * 2);
      grown.set(this.words);
      this.words = grown;
    }
    this.words[2 * index] = low;
    this.words[2 * index + 1] = high;
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

function halfWordAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] as number) | ((bytes[at + 1] as number) << 8)) << 16) >> 16;
}
