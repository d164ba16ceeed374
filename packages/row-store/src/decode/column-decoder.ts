import type { ByteReader } from '../bytes/byte-reader.ts';
import { presence } from '../encode/column-encoder.ts';
import type { RowValues } from '../row-set.ts';

/** Collects the requested rows of one column, block by block. */
export abstract class ColumnDecoder {
  #bits: Uint8Array;
  #nulls = false;
  #ranks = new Uint32Array(0);
  protected rows = 0;

  constructor(rowsMax: number) {
    this.#bits = new Uint8Array(Math.ceil(rowsMax / 64) * 8);
  }

  /** Reads `picks`, ascending row numbers in a block of `blockRows` rows, from the column at `reader`. */
  decode(reader: ByteReader, blockRows: number, picks: Uint32Array): void {
    this.#reserve(this.rows + picks.length);
    const kind = reader.byte();
    if (kind === presence.none) {
      if (picks.length > 0) this.#nulls = true;
      this.skip(picks.length);
    } else if (kind === presence.all) {
      this.#note(picks);
      this.read(reader, blockRows, picks);
    } else {
      this.#ranks = ofLength(this.#ranks, picks.length);
      const ranks = this.#ranks;
      const present = readRanks(reader, blockRows, picks, ranks);
      this.#note(ranks);
      this.read(reader, present, ranks);
    }
    this.rows += picks.length;
  }

  /** Adds the values of rows that were read of another file. */
  append(values: RowValues, rows: number): void {
    this.#reserve(this.rows + rows);
    const { validity } = values;
    for (let index = 0, row = this.rows; index < rows; index++, row++) {
      if (validity !== null && (((validity[index >> 3] as number) >> (index & 7)) & 1) === 0)
        this.#nulls = true;
      else this.#bits[row >> 3] = (this.#bits[row >> 3] as number) | (1 << (row & 7));
    }
    this.copy(values, rows);
    this.rows += rows;
  }

  appendNulls(rows: number): void {
    this.#reserve(this.rows + rows);
    if (rows > 0) this.#nulls = true;
    this.skip(rows);
    this.rows += rows;
  }

  /** Bytes collected so far of variable-length values. */
  get textBytes(): number {
    return 0;
  }

  /** All values collected so far. */
  abstract values(): RowValues;

  protected get validity(): Uint8Array | null {
    return this.#nulls ? this.#bits : null;
  }

  /** Adds `count` NULL rows. */
  protected abstract skip(count: number): void;

  /** Adds rows with these values. */
  protected abstract copy(values: RowValues, rows: number): void;

  /**
   * Adds rows out of the `count` values that follow: of each its index among them, or `absent` for a NULL row.
   */
  protected abstract read(reader: ByteReader, count: number, ranks: Uint32Array): void;

  #reserve(rows: number): void {
    if (rows <= this.#bits.length * 8) return;
    const grown = new Uint8Array(Math.ceil(Math.max(rows, this.#bits.length * 16) / 64) * 8);
    grown.set(this.#bits);
    this.#bits = grown;
  }

  #note(ranks: Uint32Array): void {
    for (let index = 0, row = this.rows; index < ranks.length; index++, row++) {
      if (ranks[index] === absent) this.#nulls = true;
      else this.#bits[row >> 3] = (this.#bits[row >> 3] as number) | (1 << (row & 7));
    }
  }
}

/** The array, or another one where that is of another length: most blocks are asked for as many rows as the one before. */
export function ofLength(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  return numbers.length === length ? numbers : new Uint32Array(length);
}

/** Marks a row without a value in a list of indexes. */
export const absent = 0xffffffff;

/** Fills `ranks` with the index of each pick among the non-NULL rows; returns the number of non-NULL rows. */
function readRanks(reader: ByteReader, blockRows: number, picks: Uint32Array, ranks: Uint32Array): number {
  const start = reader.skip(Math.ceil(blockRows / 8));
  const { bytes } = reader;
  let present = 0;
  let next = 0;
  for (let row = 0; row < blockRows; row++) {
    const bit = ((bytes[start + (row >> 3)] as number) >> (row & 7)) & 1;
    if (picks[next] === row) ranks[next++] = bit === 1 ? present : absent;
    present += bit;
  }
  return present;
}
