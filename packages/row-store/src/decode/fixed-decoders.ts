import type { ByteReader } from '../bytes/byte-reader.ts';
import type { FixedValues } from '../row-set.ts';
import { absent, ColumnDecoder } from './column-decoder.ts';
import { readIntegers } from './integers.ts';

export class BitsDecoder extends ColumnDecoder {
  readonly #bytes: Uint8Array;

  constructor(rowsMax: number) {
    super(rowsMax);
    this.#bytes = new Uint8Array(rowsMax);
  }

  values(): FixedValues {
    return { kind: 'fixed', validity: this.validity, width: 1, bytes: this.#bytes };
  }

  protected skip(): void {}

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    const start = reader.skip(Math.ceil(count / 8));
    for (let index = 0; index < ranks.length; index++) {
      const rank = ranks[index] as number;
      if (rank === absent) continue;
      this.#bytes[this.rows + index] = ((reader.bytes[start + (rank >> 3)] as number) >> (rank & 7)) & 1;
    }
  }
}

export class IntegersDecoder extends ColumnDecoder {
  readonly #width: 4 | 8;
  readonly #words: Uint32Array;

  constructor(rowsMax: number, width: 4 | 8) {
    super(rowsMax);
    this.#width = width;
    this.#words = new Uint32Array(rowsMax * (width / 4));
  }

  values(): FixedValues {
    const bytes = new Uint8Array(this.#words.buffer);
    return { kind: 'fixed', validity: this.validity, width: this.#width, bytes };
  }

  protected skip(): void {}

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    if (this.#width === 8) {
      readIntegers(reader, count, ranks, this.#words.subarray(this.rows * 2));
      return;
    }
    const pairs = new Uint32Array(ranks.length * 2);
    readIntegers(reader, count, ranks, pairs);
    for (let index = 0; index < ranks.length; index++) {
      this.#words[this.rows + index] = pairs[index * 2] as number;
    }
  }
}
