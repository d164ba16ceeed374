import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBGeometryValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBVariantValue,
  DuckDBVariantVector,
} from '@duckdb/node-api';
import type { Vector } from '@duckdb/node-bindings';
import type { JsonValue } from '@sdq/contract';
import { prepareTexts } from '../vectors/prepared-texts.ts';
import { isValid, type Validity } from '../vectors/validity.ts';
import type { VariantVector } from '../vectors/vector-data.ts';

/** Assumed size of a value in bytes, however long its text. */
const valueBytesGuess = 64;
/** What DuckDB stores for an infinite date. */
const infiniteDays = 2 ** 31 - 1;
/** The first number of more than 15 digits. */
const exactEnd = 10n ** 15n;
const momentTypes = [
  DuckDBDateValue,
  DuckDBTimestampValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
];

/**
 * VARIANT values, decoded by DuckDB's own client: each as its JSON value, its parts by the rules of their types. Slow
 * (some µs per value) compared with every other vector; the built-in tables have no such column.
 */
export function readVariants(vector: Vector, rows: number, validity: Validity): VariantVector {
  const source = DuckDBVariantVector.fromRawVector(vector, rows);
  const values = Array.from({ length: rows }, (_, row) =>
    isValid(validity, row) ? source.getItem(row) : null,
  );
  const texts = prepareTexts(values, (value) => JSON.stringify(jsonOf(value)));
  return { kind: 'variant', rows, validity, weightBytes: rows * valueBytesGuess, texts };
}

function jsonOf(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return jsonOfInteger(value);
  if (value instanceof DuckDBVariantValue) return jsonOf(value.value);
  if (value instanceof DuckDBListValue) return value.items.map(jsonOf);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([name, part]) => [name, jsonOf(part)]));
  }
  if (value instanceof DuckDBBlobValue || value instanceof DuckDBGeometryValue) {
    return Buffer.from(value.bytes).toString('base64');
  }
  if (value instanceof DuckDBDateValue && Math.abs(value.days) === infiniteDays) {
    return value.days < 0 ? '-infinity' : 'infinity';
  }
  if (value instanceof DuckDBDecimalValue) return jsonOfDecimal(value);
  const text = String(value);
  return momentTypes.some((type) => value instanceof type) ? isoOf(text) : text;
}

function jsonOfInteger(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** As the kernel writes them: numbers of at most 15 digits, else text. */
function jsonOfDecimal(decimal: DuckDBDecimalValue): JsonValue {
  if (decimal.scale === 0) return jsonOfInteger(decimal.value);
  const isExact = decimal.value < exactEnd && decimal.value > -exactEnd;
  return isExact ? Number(decimal.toString()) : decimal.toString();
}

/** `2025-05-19 15:45:53+00` or `0044-03-15 (BC)`, as the client prints it, in ISO 8601; infinities stay as they are. */
function isoOf(text: string): string {
  const found = /^(\d+)(-\d\d-\d\d)( \(BC\))?(?: ([\d:.]+?)(?:\.0+)?(?:\+00)?)?$/.exec(text);
  if (found === null) return text;
  const [, digits = '', day, isBefore, time] = found;
  const year = isBefore === undefined ? Number(digits) : 1 - Number(digits);
  const isFourDigits = year >= 0 && year <= 9_999;
  const sign = isFourDigits ? '' : year < 0 ? '-' : '+';
  const years = String(Math.abs(year)).padStart(isFourDigits ? 4 : 6, '0');
  return `${sign}${years}${day}${time === undefined ? '' : `T${time}Z`}`;
}
