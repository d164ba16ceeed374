import {
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBVariantValue,
} from '@duckdb/node-api';
import type { JsonValue } from '@sdq/contract';
import type { VectorData } from '../vectors/read-vector.ts';
import { type PreparedTexts, prepareTexts } from './prepared-texts.ts';

/** VARIANT as the JSON value it holds, its parts by the rules of their types. */
export function variantTexts(data: VectorData): PreparedTexts {
  if (data.kind !== 'variant') throw new Error(`Expected variants, found ${data.kind}`);
  return prepareTexts(data.values, (value) => JSON.stringify(jsonOf(value)));
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
