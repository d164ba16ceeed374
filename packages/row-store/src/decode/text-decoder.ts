import type { ByteReader } from '../bytes/byte-reader.ts';
import { decimalDigitsMax, formatDecimal } from '../decimals.ts';
import { textLayouts } from '../encode/text-encoder.ts';
import type { RowValues, TextValues } from '../row-set.ts';
import { absent, ColumnDecoder, ofLength } from './column-decoder.ts';
import { readIntegers } from './integers.ts';

/** Up to this length bytes are copied one by one; beyond it a call of `set` is cheaper. */
const bytewiseMax = 64;

/** VARCHAR. Lists use one for their elements, which may be any number. */
export class TextDecoder extends ColumnDecoder {
  #offsets: Uint32Array;
  #bytes = new Uint8Array(256);
  #length = 0;
  #starts = new Uint32Array(0);
  #lengths = new Uint32Array(0);

  constructor(rowsMax: number) {
    super(rowsMax);
    this.#offsets = new Uint32Array(rowsMax + 1);
  }

  override get textBytes(): number {
    return this.#length;
  }

  values(): TextValues {
    return { kind: 'text', validity: this.validity, offsets: this.#offsets, bytes: this.#bytes };
  }

  protected skip(count: number): void {
    this.#reserve(count, 0);
    this.#offsets.fill(this.#length, this.rows + 1, this.rows + count + 1);
  }

  protected copy(values: RowValues, rows: number): void {
    if (values.kind !== 'text') throw new Error('Values are no texts');
    const length = values.offsets[rows] as number;
    this.#reserve(rows, length);
    this.#bytes.set(values.bytes.subarray(0, length), this.#length);
    for (let row = 1; row <= rows; row++)
      this.#offsets[this.rows + row] = this.#length + (values.offsets[row] as number);
    this.#length += length;
  }

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    if (reader.byte() === textLayouts.decimals) this.#readDecimals(reader, count, ranks);
    else this.#readPlain(reader, count, ranks);
  }

  #readDecimals(reader: ByteReader, count: number, ranks: Uint32Array): void {
    const words = new Uint32Array(ranks.length * 2);
    readIntegers(reader, count, ranks, words);
    this.#reserve(ranks.length, ranks.length * decimalDigitsMax);
    for (let index = 0; index < ranks.length; index++) {
      if (ranks[index] !== absent) {
        const digits = formatDecimal(words[2 * index] as number, words[2 * index + 1] as number);
        this.#bytes.set(digits, this.#length);
        this.#length += digits.length;
      }
      this.#offsets[this.rows + index + 1] = this.#length;
    }
  }

  #readPlain(reader: ByteReader, count: number, ranks: Uint32Array): void {
    this.#starts = ofLength(this.#starts, ranks.length);
    this.#lengths = ofLength(this.#lengths, ranks.length).fill(0);
    const starts = this.#starts;
    const lengths = this.#lengths;
    let total = 0;
    let wanted = 0;
    let next = nextPresent(ranks, 0);
    for (let rank = 0; rank < count; rank++) {
      const length = reader.varint();
      if (ranks[next] === rank) {
        starts[next] = total;
        lengths[next] = length;
        wanted += length;
        next = nextPresent(ranks, next + 1);
      }
      total += length;
    }
    const texts = reader.skip(total);
    this.#reserve(ranks.length, wanted);
    for (let index = 0; index < ranks.length; index++) {
      const length = lengths[index] as number;
      this.#copy(reader.bytes, texts + (starts[index] as number), length);
      this.#offsets[this.rows + index + 1] = this.#length;
    }
  }

  #copy(source: Uint8Array, start: number, length: number): void {
    const target = this.#bytes;
    const to = this.#length;
    if (length > bytewiseMax) target.set(source.subarray(start, start + length), to);
    else for (let at = 0; at < length; at++) target[to + at] = source[start + at] as number;
    this.#length = to + length;
  }

  #reserve(rows: number, byteLength: number): void {
    const rowsNeeded = this.rows + rows + 1;
    if (rowsNeeded > this.#offsets.length) {
      const grown = new Uint32Array(Math.max(rowsNeeded, this.#offsets.length * 2));
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    const bytesNeeded = this.#length + byteLength;
    if (bytesNeeded > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(bytesNeeded, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
  }
}

function nextPresent(ranks: Uint32Array, from: number): number {
  let next = from;
  while (ranks[next] === absent) next++;
  return next;
}
