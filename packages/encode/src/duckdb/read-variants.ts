import {
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampNanosecondsValue,
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
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  const text = String(value);
  const isTimestamp =
    value instanceof DuckDBTimestampValue ||
    value instanceof DuckDBTimestampTZValue ||
    value instanceof DuckDBTimestampNanosecondsValue;
  return isTimestamp ? isoOf(text) : text;
}

function jsonOfInteger(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** `2025-05-19 15:45:53+00`, as the client prints it, in ISO 8601; infinities and years BC stay as they are. */
function isoOf(text: string): string {
  return text.replace(/^(\S+) ([\d:.]+?)(?:\.0+)?(?:\+00)?$/, '$1T$2Z');
}
