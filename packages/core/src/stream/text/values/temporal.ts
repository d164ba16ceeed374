import type { VectorData } from '../../vectors/read-vector.ts';
import { writeClock, writeDay, writeFraction } from '../civil-time.ts';
import { writeAscii, writePadded, writePair } from '../digits.ts';
import { ShortTextWriter, type TextForm, typedRows } from '../value-writer.ts';

const secondsPerDay = 86_400;

/** DATE: `YYYY-MM-DD`, `infinity`, `-infinity`. */
export class DateWriter extends ShortTextWriter {
  #days: Int32Array = new Int32Array(0);

  constructor(form: TextForm) {
    super(form === 'json');
  }

  protected load(data: VectorData): void {
    this.#days = typedRows(data, Int32Array);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    const day = this.#days[row] as number;
    if (day === 2147483647) return writeAscii(bytes, at, 'infinity');
    if (day === -2147483647) return writeAscii(bytes, at, '-infinity');
    return writeDay(bytes, at, day);
  }
}

/**
 * The TIMESTAMP types, stored as units of 10^-`digits` seconds since 1970: `YYYY-MM-DDTHH:MM:SSZ`, a fraction only when
 * it is not zero. Nanoseconds then have all nine digits, the others no final zeros.
 */
export class TimestampWriter extends ShortTextWriter {
  readonly #digits: number;
  readonly #unitsPerSecond: number;
  readonly #unitsPerDay: number;
  #words: Uint32Array = new Uint32Array(0);

  constructor(digits: 0 | 3 | 6 | 9, form: TextForm) {
    super(form === 'json');
    this.#digits = digits;
    this.#unitsPerSecond = 10 ** digits;
    this.#unitsPerDay = secondsPerDay * this.#unitsPerSecond;
  }

  protected load(data: VectorData): void {
    this.#words = typedRows(data, Uint32Array);
  }

  protected put(bytes: Uint8Array, start: number, row: number): number {
    const low = this.#words[row * 2] as number;
    const high = (this.#words[row * 2 + 1] as number) | 0;
    if (high === 0x7fffffff && low === 0xffffffff) return writeAscii(bytes, start, 'infinity');
    if (high === -0x80000000 && low === 1) return writeAscii(bytes, start, '-infinity');
    const value = high * 4294967296 + low;
    let day: number;
    let rest: number;
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
      day = Math.floor(value / this.#unitsPerDay);
      rest = value - day * this.#unitsPerDay;
    } else {
      const exact = (BigInt(high) << 32n) | BigInt(low);
      const perDay = BigInt(this.#unitsPerDay);
      const exactRest = ((exact % perDay) + perDay) % perDay;
      day = Number((exact - exactRest) / perDay);
      rest = Number(exactRest);
    }
    return this.#putParts(bytes, start, day, rest);
  }

  #putParts(bytes: Uint8Array, start: number, day: number, rest: number): number {
    const seconds = Math.floor(rest / this.#unitsPerSecond);
    const fraction = rest - seconds * this.#unitsPerSecond;
    let at = writeDay(bytes, start, day);
    bytes[at] = 84;
    at = writeClock(bytes, at + 1, seconds);
    if (this.#digits === 9 && fraction !== 0) {
      bytes[at] = 46;
      at = writePadded(bytes, at + 1, fraction, 9);
    } else {
      at = writeFraction(bytes, at, fraction, this.#digits);
    }
    bytes[at] = 90;
    return at + 1;
  }
}

/** TIME and TIME_NS: `HH:MM:SS` and a fraction when it is not zero. The end of a day is `24:00:00`. */
export class TimeWriter extends ShortTextWriter {
  readonly #digits: number;
  readonly #unitsPerSecond: number;
  #words: Uint32Array = new Uint32Array(0);

  constructor(digits: 6 | 9, form: TextForm) {
    super(form === 'json');
    this.#digits = digits;
    this.#unitsPerSecond = 10 ** digits;
  }

  protected load(data: VectorData): void {
    this.#words = typedRows(data, Uint32Array);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    const units = (this.#words[row * 2 + 1] as number) * 4294967296 + (this.#words[row * 2] as number);
    const seconds = Math.floor(units / this.#unitsPerSecond);
    const fraction = units - seconds * this.#unitsPerSecond;
    return writeFraction(bytes, writeClock(bytes, at, seconds), fraction, this.#digits);
  }
}

/** The greatest offset from UTC, 15:59:59; offsets are stored as what is missing to it. */
const offsetSecondsMax = 57_599;

/** TIME WITH TIME ZONE, as DuckDB prints it: `HH:MM:SS[.ffffff]+HH[:MM[:SS]]`. */
export class TimeZoneWriter extends ShortTextWriter {
  #words: Uint32Array = new Uint32Array(0);

  constructor(form: TextForm) {
    super(form === 'json');
  }

  protected load(data: VectorData): void {
    this.#words = typedRows(data, Uint32Array);
  }

  protected put(bytes: Uint8Array, start: number, row: number): number {
    const low = this.#words[row * 2] as number;
    // 40 bits of microseconds above 24 bits of offset.
    const micros = (this.#words[row * 2 + 1] as number) * 256 + (low >>> 24);
    const offset = offsetSecondsMax - (low & 0xffffff);
    const seconds = Math.floor(micros / 1e6);
    let at = writeFraction(bytes, writeClock(bytes, start, seconds), micros - seconds * 1e6, 6);
    const size = Math.abs(offset);
    const minutes = ((size / 60) | 0) % 60;
    bytes[at] = offset < 0 ? 45 : 43;
    at = writePair(bytes, at + 1, (size / 3600) | 0);
    if (size % 3600 === 0) return at;
    bytes[at] = 58;
    at = writePair(bytes, at + 1, minutes);
    if (size % 60 === 0) return at;
    bytes[at] = 58;
    return writePair(bytes, at + 1, size % 60);
  }
}
