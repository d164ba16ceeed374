import type { PageBytes } from './page-bytes.ts';
import { bitsAt } from './runs.ts';
import { unreadable } from './unreadable.ts';

/** A number of 64 bits as two words of 32. */
interface Words {
  readonly low: number;
  readonly high: number;
}

/** Whole numbers as differences from one to the next (DELTA_BINARY_PACKED). */
export class DeltaNumbers {
  /** How many there are. */
  readonly count: number;
  readonly #page: PageBytes;
  readonly #first: Words;
  readonly #ofMiniblock: number;
  readonly #miniblocks: number;
  #at: number;

  constructor(page: PageBytes, start: number) {
    this.#page = page;
    this.#at = start;
    const ofBlock = this.#varint();
    this.#miniblocks = this.#varint();
    this.count = this.#varint();
    this.#first = this.#zigzag();
    this.#ofMiniblock = ofBlock / this.#miniblocks;
    if (!(this.#ofMiniblock > 0 && this.#ofMiniblock % 8 === 0))
      throw unreadable('its blocks are of no size');
  }

  /** Reads the first numbers, as many as there is room for, modulo 2^32; with `highs`, their upper halves too. */
  read(lows: Uint32Array, highs?: Uint32Array): void {
    const count = lows.length;
    if (count > this.count) throw unreadable('a page has too few values');
    if (count === 0) return;
    lows[0] = this.#first.low;
    if (highs !== undefined) highs[0] = this.#first.high;
    for (let index = 1; index < count; ) {
      const least = this.#zigzag();
      const widths = this.#widths();
      for (let block = 0; block < this.#miniblocks && index < count; block++) {
        const width = widths[block] as number;
        const start = this.#miniblock(width);
        const end = Math.min(count, index + this.#ofMiniblock);
        const { bytes } = this.#page;
        unpack(bytes, start, 0, width, Math.min(width, 32), lows, index, end);
        if (highs === undefined) addUp(lows, least.low, index, end);
        else {
          unpack(bytes, start, 32, width, Math.max(0, width - 32), highs, index, end);
          addUpWords(lows, highs, least, index, end);
        }
        index = end;
      }
    }
  }

  /** Where they end, once all were read. */
  get end(): number {
    return this.#at;
  }

  #widths(): Uint8Array {
    const start = this.#take(this.#miniblocks);
    return this.#page.bytes.slice(start, start + this.#miniblocks);
  }

  #miniblock(width: number): number {
    if (width > 64) throw unreadable(`differences of ${width} bits`);
    return this.#take((width * this.#ofMiniblock) / 8);
  }

  #take(bytes: number): number {
    const start = this.#at;
    this.#page.need(start + bytes);
    this.#at = start + bytes;
    return start;
  }

  #varint(): number {
    const { low, high } = this.#words();
    if (high !== 0) throw unreadable('a count is too large');
    return low;
  }

  /** A signed number of 64 bits. */
  #zigzag(): Words {
    const { low, high } = this.#words();
    const sign = (low & 1) === 0 ? 0 : 0xffffffff;
    return { low: (((low >>> 1) | (high << 31)) ^ sign) >>> 0, high: ((high >>> 1) ^ sign) >>> 0 };
  }

  #words(): Words {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#page.bytes[this.#take(1)] as number;
      const bits = byte & 127;
      if (shift < 32) low |= bits << shift;
      if (shift > 25) high |= shift < 32 ? bits >>> (32 - shift) : bits << (shift - 32);
      if (byte < 128) return { low: low >>> 0, high: high >>> 0 };
    }
    throw unreadable('a number is too long');
  }
}

/** Unpacks some bits of numbers that have `width` each. */
function unpack(
  bytes: Uint8Array,
  start: number,
  firstBit: number,
  width: number,
  bits: number,
  into: Uint32Array,
  from: number,
  to: number,
): void {
  if (bits === 0) into.fill(0, from, to);
  else
    for (let index = from, bit = firstBit; index < to; index++, bit += width)
      into[index] = bitsAt(bytes, start, bit, bits);
}

/** Makes numbers of differences, each of which is `least` more than it is said. */
function addUp(lows: Uint32Array, least: number, from: number, to: number): void {
  let low = lows[from - 1] as number;
  for (let index = from; index < to; index++) {
    low = (low + least + (lows[index] as number)) >>> 0;
    lows[index] = low;
  }
}

function addUpWords(lows: Uint32Array, highs: Uint32Array, least: Words, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const sum = (lows[index - 1] as number) + least.low + (lows[index] as number);
    lows[index] = sum;
    highs[index] =
      (highs[index - 1] as number) + least.high + (highs[index] as number) + Math.floor(sum / 4294967296);
  }
}
