import { type Data, Type } from 'apache-arrow';

/** Months, days and microseconds. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

/** Entries of a struct, by the names of its members. */
export class Members {
  readonly entries: readonly (readonly [name: string, value: Value])[];

  constructor(entries: readonly (readonly [name: string, value: Value])[]) {
    this.entries = entries;
  }
}

/** A decimal: its digits as a whole number, and how many of them are after the point. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/**
 * A value as it is sent: texts and bytes as bytes, whole numbers beyond 32 bits as bigints, dates as days and times as
 * microseconds since 1970 or midnight.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | Uint8Array
  | Interval
  | Decimal
  | Members
  | readonly Value[];

export type ReadValue = (row: number) => Value;

const perMicro = [1_000_000n, 1_000n, 1n] as const;

/** Reads the values of one column of a record batch. */
export function readerOf(data: Data): ReadValue {
  const read = plainReader(data);
  return data.nullCount === 0 ? read : (row) => (data.getValid(row) ? read(row) : null);
}

function plainReader(data: Data): ReadValue {
  const { type, values, valueOffsets: offsets, children } = data;
  switch (type.typeId) {
    case Type.Null:
      return () => null;
    case Type.Bool: {
      const bits = values as Uint8Array;
      return (row) => {
        const at = data.offset + row;
        return (((bits[at >> 3] as number) >> (at & 7)) & 1) === 1;
      };
    }
    case Type.Int:
    case Type.Float:
    case Type.Date:
      return (row) => values[row] as number | bigint;
    case Type.Utf8:
    case Type.Binary:
      return (row) => (values as Uint8Array).subarray(offsets[row], offsets[row + 1]);
    case Type.Decimal: {
      const { scale } = type as unknown as { scale: number };
      return (row) => ({ digits: wide(values as Uint32Array, row * 4), scale });
    }
    case Type.Time:
    case Type.Timestamp: {
      const { unit } = type as unknown as { unit: number };
      return (row) => toMicros((values as BigInt64Array)[row] as bigint, unit);
    }
    case Type.Interval:
      return (row) => readInterval(values as Int32Array, row * 4);
    case Type.Dictionary: {
      const { dictionary } = data;
      const words = (dictionary?.data ?? []).map((part) => ({ length: part.length, read: readerOf(part) }));
      return (row) => {
        let index = Number(values[row]);
        for (const { length, read } of words) {
          if (index < length) return read(index);
          index -= length;
        }
        return null;
      };
    }
    case Type.List:
    case Type.Map:
    case Type.FixedSizeList:
      return listReader(data);
    case Type.Struct: {
      const names = type.children.map(({ name }) => name);
      const members = children.map(readerOf);
      return (row) => new Members(members.map((read, index) => [names[index] ?? '', read(row)] as const));
    }
    default:
      throw new TypeError(`There is no reader of Arrow's type ${String(type)}`);
  }
}

function listReader(data: Data): ReadValue {
  const { type, valueOffsets: offsets, children } = data;
  const [child] = children;
  if (child === undefined) return () => [];
  const read = readerOf(child);
  const size =
    type.typeId === Type.FixedSizeList ? (type as unknown as { listSize: number }).listSize : undefined;
  return (row) => {
    const first = size === undefined ? (offsets[row] as number) : row * size;
    const end = size === undefined ? (offsets[row + 1] as number) : first + size;
    return Array.from({ length: end - first }, (_, index) => read(first + index));
  };
}

/** 128 bits, two's complement. */
function wide(words: Uint32Array, at: number): bigint {
  const word = (index: number) => BigInt(words[at + index] as number);
  return BigInt.asIntN(128, word(0) | (word(1) << 32n) | (word(2) << 64n) | (word(3) << 96n));
}

const extremes = new Set([2n ** 63n - 1n, -(2n ** 63n) + 1n, -(2n ** 63n)]);

/** The extremes stand for infinity in every unit. */
function toMicros(value: bigint, unit: number): bigint {
  if (extremes.has(value)) return value;
  const factor = perMicro[unit];
  return factor === undefined ? value / 1_000n : value * factor;
}

function readInterval(words: Int32Array, at: number): Interval {
  const low = BigInt((words[at + 2] as number) >>> 0);
  const nanos = (BigInt(words[at + 3] as number) << 32n) | low;
  return { months: words[at] as number, days: words[at + 1] as number, micros: nanos / 1_000n };
}
