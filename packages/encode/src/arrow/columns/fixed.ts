import { AppError } from '@sdq/contract';
import { isValid } from '../../vectors/validity.ts';
import type { FixedVector } from '../../vectors/vector-data.ts';
import type { BatchBuilder } from '../message.ts';
import { clearBit, packBooleans } from './bits.ts';
import { ArrowColumn, bufferSource } from './column.ts';
import type { Segment } from './segment.ts';

/** Values whose bytes Arrow stores as DuckDB does: integers, floats, days, times, timestamps, 128-bit decimals. */
export class FixedColumn extends ArrowColumn<FixedVector> {
  readonly #width: number;

  constructor(width: number) {
    super();
    this.#width = width;
  }

  protected emitValues(batch: BatchBuilder): void {
    const { segments } = this;
    const width = this.#width;
    const writeTo = (target: Uint8Array, start: number): void => {
      let at = start;
      for (const segment of segments) {
        const { data, start: first, count } = segment;
        const { bytes } = data;
        const whole = first === 0 && count === data.rows;
        target.set(whole ? bytes : bytes.subarray(first * width, (first + count) * width), at);
        clearNulls(target, at, width, segment);
        at += count * width;
      }
    };
    batch.addBuffer(bufferSource(this.rows * width, writeTo));
  }
}

/** BOOLEAN: one byte per value in DuckDB, one bit in Arrow. */
export class BooleanColumn extends ArrowColumn<FixedVector> {
  protected emitValues(batch: BatchBuilder): void {
    const { segments, rows } = this;
    const byteLength = Math.ceil(rows / 8);
    const writeTo = (target: Uint8Array, at: number): void => {
      target.fill(0, at, at + byteLength);
      let bit = at * 8;
      for (const { data, start, count } of segments) {
        packBooleans(data.bytes, start, count, target, bit);
        if (data.validity !== null) {
          for (let row = 0; row < count; row++)
            if (!isValid(data.validity, start + row)) clearBit(target, bit + row);
        }
        bit += count;
      }
    };
    batch.addBuffer(bufferSource(byteLength, writeTo));
  }
}

/** Values that are widened or rescaled to 16 bytes, one at a time. */
abstract class SixteenBytesColumn extends ArrowColumn<FixedVector> {
  protected emitValues(batch: BatchBuilder): void {
    const { segments, rows } = this;
    const writeTo = (target: Uint8Array, start: number): void => {
      let at = start;
      for (const segment of segments) {
        this.writeSegment(segment, new Int32Array(target.buffer, target.byteOffset + at, segment.count * 4));
        clearNulls(target, at, 16, segment);
        at += segment.count * 16;
      }
    };
    batch.addBuffer(bufferSource(rows * 16, writeTo));
  }

  protected abstract writeSegment(segment: Segment<FixedVector>, words: Int32Array): void;
}

/** DECIMAL stored in 16, 32 or 64 bits, as Decimal128. */
export class NarrowDecimalColumn extends SixteenBytesColumn {
  readonly #storageBytes: number;

  constructor(storageBytes: number) {
    super();
    this.#storageBytes = storageBytes;
  }

  protected writeSegment({ data, start, count }: Segment<FixedVector>, words: Int32Array): void {
    const { buffer, byteOffset } = data.bytes;
    const wide = this.#storageBytes === 8;
    const source =
      this.#storageBytes === 2
        ? new Int16Array(buffer, byteOffset, data.rows)
        : new Int32Array(buffer, byteOffset, wide ? data.rows * 2 : data.rows);
    for (let row = start, at = 0; row < start + count; row++, at += 4) {
      const low = source[wide ? row * 2 : row] as number;
      const high = wide ? (source[row * 2 + 1] as number) : low >> 31;
      words[at] = low;
      words[at + 1] = high;
      words[at + 2] = high >> 31;
      words[at + 3] = high >> 31;
    }
  }
}

const nanosMax = 2n ** 63n - 1n;
const microsPerDay = 86_400_000_000n;

/**
 * INTERVAL as months, days and nanoseconds. DuckDB counts microseconds; where a thousand times that exceeds 64 bits
 * (292 years of hours), whole days are counted as days, which DuckDB considers equal.
 */
export class IntervalColumn extends SixteenBytesColumn {
  protected writeSegment({ data, start, count }: Segment<FixedVector>, words: Int32Array): void {
    const { buffer, byteOffset } = data.bytes;
    const parts = new Int32Array(buffer, byteOffset, data.rows * 4);
    const micros = new BigInt64Array(buffer, byteOffset, data.rows * 2);
    const nanos = new BigInt64Array(words.buffer, words.byteOffset, count * 2);
    for (let row = start, at = 0; row < start + count; row++, at++) {
      if (!isValid(data.validity, row)) continue;
      let days = parts[row * 4 + 1] as number;
      let rest = micros[row * 2 + 1] as bigint;
      if (rest * 1000n > nanosMax || rest * 1000n < -nanosMax) {
        days += Number(rest / microsPerDay);
        rest %= microsPerDay;
        if (days !== (days | 0)) {
          throw new AppError('sql_conversion_error', 'An INTERVAL has more days than Arrow can represent');
        }
      }
      words[at * 4] = parts[row * 4] as number;
      words[at * 4 + 1] = days;
      nanos[at * 2 + 1] = rest * 1000n;
    }
  }
}

/**
 * Zeroes the values of NULL rows, `width` bytes each from `at` on. DuckDB leaves in them whatever its memory
 * contained, which may be values of another query.
 */
function clearNulls(
  target: Uint8Array,
  at: number,
  width: number,
  { data: { validity }, start, count }: Segment<FixedVector>,
): void {
  if (validity === null) return;
  const units = unitsOf(target, at, width, count);
  const perRow = units.length / count;
  for (let row = start & ~7; row < start + count; row += 8) {
    // clears the lowest set bit each time
    for (let nulls = ~(validity[row >> 3] as number) & 0xff; nulls !== 0; nulls &= nulls - 1) {
      const index = row + 31 - Math.clz32(nulls & -nulls) - start;
      if (index < 0 || index >= count) continue;
      for (let unit = index * perRow; unit < (index + 1) * perRow; unit++) units[unit] = 0;
    }
  }
}

/** The values of `count` rows in the largest contiguous pieces. */
function unitsOf(target: Uint8Array, at: number, width: number, count: number) {
  const { buffer, byteOffset } = target;
  if (width === 1) return new Uint8Array(buffer, byteOffset + at, count);
  if (width === 2) return new Uint16Array(buffer, byteOffset + at, count);
  return new Uint32Array(buffer, byteOffset + at, (count * width) / 4);
}
