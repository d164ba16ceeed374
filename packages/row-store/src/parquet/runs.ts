import { wordAt } from '../bytes/word-at.ts';
import type { PageBytes } from './page-bytes.ts';
import { unreadable } from './unreadable.ts';

/** Levels, dictionary indexes and booleans in Parquet's hybrid of runs and packed bits, in the order of the values. */
export class Runs {
  readonly #page: PageBytes;
  readonly #width: number;
  readonly #end: number;
  #at: number;
  /** The number of the first value of the current run, and of the first one after it. */
  #first = 0;
  #next = 0;
  /** The value of all of the run; -1 where they are packed at `#at`. */
  #value = -1;
  #packedAt = 0;

  /** `[start, end)` of the page has them, each of `width` bits. */
  constructor(page: PageBytes, start: number, end: number, width: number) {
    if (width > 32) throw unreadable(`values of ${width} bits`);
    this.#page = page;
    this.#at = start;
    this.#end = end;
    this.#width = width;
  }

  /** The value with a number; numbers may only rise. */
  at(index: number): number {
    while (index >= this.#next) this.#forward();
    return this.#value >= 0 ? this.#value : this.#packed(index - this.#first);
  }

  /** The values from a number on, one after the other, as many as there is room for; numbers may only rise. */
  fill(values: Uint8Array, from = 0): void {
    for (let index = from, to = 0; to < values.length; ) {
      while (index >= this.#next) this.#forward();
      const count = Math.min(this.#next - index, values.length - to);
      if (this.#value >= 0) values.fill(this.#value, to, to + count);
      else this.#unpack(index - this.#first, values, to, count);
      index += count;
      to += count;
    }
  }

  /** Whether one run has the first `count` values, and each is this. */
  areAll(value: number, count: number): boolean {
    return count === 0 || (this.at(0) === value && this.#value === value && this.#next >= count);
  }

  #forward(): void {
    const head = this.#varint();
    this.#first = this.#next;
    const count = head >>> 1;
    if ((head & 1) === 1) {
      const bytes = count * this.#width;
      this.#packedAt = this.#at;
      // the last group of bits may be cut short
      this.#at = Math.min(this.#at + bytes, this.#end);
      this.#page.need(this.#at);
      this.#value = -1;
      this.#next += count * 8;
    } else {
      if (count === 0) throw unreadable('a run has no values');
      const bytes = (this.#width + 7) >> 3;
      this.#page.need(Math.min(this.#at + bytes, this.#end));
      let value = 0;
      for (let byte = 0; byte < bytes; byte++)
        value += (this.#page.bytes[this.#at + byte] as number) * 256 ** byte;
      this.#at += bytes;
      this.#value = value;
      this.#next += count;
    }
    if (this.#at > this.#end) throw unreadable('its runs end too early');
  }

  #unpack(index: number, values: Uint8Array, to: number, count: number): void {
    const [width, { bytes }] = [this.#width, this.#page];
    if (width > 2) {
      for (let done = 0; done < count; done++) values[to + done] = this.#packed(index + done);
      return;
    }
    // A level has one bit or two: it is in one byte.
    const mask = (1 << width) - 1;
    const at = this.#packedAt;
    for (let done = 0, bit = index * width; done < count; done++, bit += width)
      values[to + done] = ((bytes[at + (bit >>> 3)] as number) >> (bit & 7)) & mask;
  }

  #packed(index: number): number {
    return bitsAt(this.#page.bytes, this.#packedAt, index * this.#width, this.#width);
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      if (this.#at >= this.#end) break;
      this.#page.need(this.#at + 1);
      const byte = this.#page.bytes[this.#at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw unreadable('its runs end too early');
  }
}

/** Up to 32 bits that begin `bit` bits after a byte, the lowest first. */
export function bitsAt(bytes: Uint8Array, start: number, bit: number, width: number): number {
  const at = start + (bit >>> 3);
  const shift = bit & 7;
  const low = wordAt(bytes, at);
  const bits = shift === 0 ? low : (low >>> shift) | ((bytes[at + 4] as number) << (32 - shift));
  return width === 32 ? bits >>> 0 : (bits & ((1 << width) - 1)) >>> 0;
}
