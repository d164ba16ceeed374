import { AppError } from '@sdq/contract';
import { wordAt } from './word-at.ts';

/** Reads what a `ByteWriter` wrote. Errors: `index_corrupt` where the bytes end too early. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Goes on with this part of its bytes: a reader for each column of each block would be garbage at once. */
  moveTo(start: number, end: number): void {
    this.at = start;
    this.end = end;
  }

  byte(): number {
    return this.bytes[this.skip(1)] as number;
  }

  varint(): number {
    const first = this.bytes[this.at] as number;
    if (first < 128 && this.at < this.end) {
      this.at++;
      return first;
    }
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
      if (factor > 2 ** 49) throw shortBlock();
    }
  }

  word(): number {
    return wordAt(this.bytes, this.skip(4)) >>> 0;
  }

  /** Advances by `count` bytes and returns the position where they begin. */
  skip(count: number): number {
    const start = this.at;
    if (count > this.end - start) throw shortBlock();
    this.at = start + count;
    return start;
  }
}

function shortBlock(): AppError {
  return new AppError('index_corrupt', 'A block has unexpected content');
}
