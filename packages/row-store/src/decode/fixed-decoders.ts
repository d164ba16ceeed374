import type { ByteReader } from '../bytes/byte-reader.ts';
import type { FixedValues, RowValues } from '../row-set.ts';
import { absent, ColumnDecoder } from './column-decoder.ts';
import { readIntegers } from './integers.ts';

export class BitsDecoder extends ColumnDecoder {
  #bytes: Uint8Array;

  constructor(rowsMax: number) {
    super(rowsMax);
    this.#bytes = new Uint8Array(rowsMax);
  }

  values(): FixedValues {
    return { kind: 'fixed', validity: this.validity, width: 1, bytes: this.#bytes };
  }

  protected skip(count: number): void {
    this.#bytes = withRoom(this.#bytes, this.rows + count);
  }

  protected copy(values: RowValues, rows: number): void {
    this.skip(rows);
    putBytes(this.#bytes, values, 1, this.rows, rows);
  }

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    this.skip(ranks.length);
    const start = reader.skip(Math.ceil(count / 8));
    for (let index = 0; index < ranks.length; index++) {
      const rank = ranks[index] as number;
      if (rank === absent) continue;
      this.#bytes[this.rows + index] = ((reader.bytes[start + (rank >> 3)] as number) >> (rank & 7)) & 1;
    }
  }
}

/** Values of 2 or 4 bytes. */
export class IntegersDecoder extends ColumnDecoder {
  readonly #width: 2 | 4;
  #words: Uint16Array | Uint32Array;

  constructor(rowsMax: number, width: 2 | 4) {
    super(rowsMax);
    this.#width = width;
    this.#words = width === 2 ? new Uint16Array(rowsMax) : new Uint32Array(rowsMax);
  }

  values(): FixedValues {
    const bytes = new Uint8Array(this.#words.buffer);
    return { kind: 'fixed', validity: this.validity, width: this.#width, bytes };
  }

  protected skip(count: number): void {
    this.#words = withRoom(this.#words, this.rows + count);
  }

  protected copy(values: RowValues, rows: number): void {
    this.skip(rows);
    putBytes(this.#words, values, this.#width, this.rows, rows);
  }

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    this.skip(ranks.length);
    const pairs = new Uint32Array(ranks.length * 2);
    readIntegers(reader, count, ranks, pairs);
    for (let index = 0; index < ranks.length; index++) {
      this.#words[this.rows + index] = pairs[index * 2] as number;
    }
  }
}

/** Values of 8 bytes. */
export class LongIntegersDecoder extends ColumnDecoder {
  #words: Uint32Array;

  constructor(rowsMax: number) {
    super(rowsMax);
    this.#words = new Uint32Array(rowsMax * 2);
  }

  values(): FixedValues {
    const bytes = new Uint8Array(this.#words.buffer);
    return { kind: 'fixed', validity: this.validity, width: 8, bytes };
  }

  protected skip(count: number): void {
    this.#words = withRoom(this.#words, (this.rows + count) * 2);
  }

  protected copy(values: RowValues, rows: number): void {
    this.skip(rows);
    putBytes(this.#words, values, 8, this.rows, rows);
  }

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    this.skip(ranks.length);
    readIntegers(reader, count, ranks, this.#words.subarray(this.rows * 2));
  }
}

/** Values of 16 bytes. */
export class PairsDecoder extends ColumnDecoder {
  #words: Uint32Array;

  constructor(rowsMax: number) {
    super(rowsMax);
    this.#words = new Uint32Array(rowsMax * 4);
  }

  values(): FixedValues {
    const bytes = new Uint8Array(this.#words.buffer);
    return { kind: 'fixed', validity: this.validity, width: 16, bytes };
  }

  protected skip(count: number): void {
    this.#words = withRoom(this.#words, (this.rows + count) * 4);
  }

  protected copy(values: RowValues, rows: number): void {
    this.skip(rows);
    putBytes(this.#words, values, 16, this.rows, rows);
  }

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    this.skip(ranks.length);
    for (const half of [0, 2]) {
      const pairs = new Uint32Array(ranks.length * 2);
      readIntegers(reader, count, ranks, pairs);
      for (let index = 0, at = this.rows * 4 + half; index < ranks.length; index++, at += 4) {
        this.#words[at] = pairs[index * 2] as number;
        this.#words[at + 1] = pairs[index * 2 + 1] as number;
      }
    }
  }
}

/** Puts the values of `rows` rows behind the first `before` rows. */
function putBytes(
  into: Uint8Array | Uint16Array | Uint32Array,
  values: RowValues,
  width: number,
  before: number,
  rows: number,
): void {
  if (values.kind !== 'fixed' || values.width !== width) throw new Error(`Values are not of ${width} bytes`);
  new Uint8Array(into.buffer).set(values.bytes.subarray(0, rows * width), before * width);
}

/** The array, or a larger copy of it if it is full: lists may have any number of elements. */
function withRoom<Values extends Uint8Array | Uint16Array | Uint32Array>(
  values: Values,
  length: number,
): Values {
  if (length <= values.length) return values;
  const grown = new (values.constructor as new (length: number) => Values)(
    Math.max(length, values.length * 2),
  );
  grown.set(values);
  return grown;
}
