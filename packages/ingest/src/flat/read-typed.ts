import {
  type CatalogColumn,
  type CatalogTable,
  type ColumnType,
  readColumnType,
  type ScalarType,
} from '@sdq/catalog';
import { Refusal, type Value } from '../observation.ts';
import { readFlag } from '../values/flag.ts';
import { readDecimal, readDouble, readWhole } from '../values/number.ts';
import { isTooDeep, tooDeep } from '../values/object-for-value.ts';
import { parsePythonLiteral } from '../values/python-literal.ts';
import { printJson, quoted } from '../values/shown.ts';
import { isBlank, readText } from '../values/text.ts';
import { parseTime, type Time } from '../values/time.ts';
import type { Read, Reading } from './read-column.ts';

/** Range of four-digit years, as needed for monthly partitions. */
const earliestMicros = BigInt(Date.parse('0001-01-01T00:00:00Z')) * 1000n;
const latestMicros = BigInt(Date.UTC(10_000, 0, 1)) * 1000n;

/** The function that converts a source value for a column of a user-defined table, chosen by the column's type. */
export function typedReader(table: CatalogTable, column: CatalogColumn): Read {
  const type = readColumnType(column.type);
  if (type === undefined)
    throw new Error(`${table.name}.${column.name} has the unsupported type ${column.type}`);
  const isKey = table.key.includes(column.name);
  return (value, reading) => (saysNothing(column, value) ? null : readValue(value, type, reading, isKey));
}

/** Whether a value is unknown: an empty text, or a spelling of null in columns that are not text. */
export function saysNothing({ type }: Pick<CatalogColumn, 'type'>, value: unknown): boolean {
  return type === 'VARCHAR' ? value === undefined || value === null || value === '' : isBlank(value);
}

function readValue(value: unknown, type: ColumnType, reading: Reading, isKey: boolean): Value {
  return type.name === 'LIST'
    ? readList(value, type.element, reading)
    : readScalar(value, type, reading, isKey);
}

function readScalar(value: unknown, type: ScalarType, reading: Reading, isKey: boolean): Value {
  const { field } = reading;
  switch (type.name) {
    case 'BOOLEAN':
      return readBoolean(value, field);
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'UBIGINT':
      return readWhole(value, type.name, field);
    case 'DOUBLE':
      return readDouble(value, field);
    case 'DECIMAL':
      return readDecimal(value, type, field);
    case 'DATE':
      return readDate(value, reading);
    case 'TIMESTAMP':
    case 'TIMESTAMP WITH TIME ZONE':
      return readInstant(value, reading);
    case 'VARCHAR':
      return readPlainText(value, field, isKey);
  }
}

function readBoolean(value: unknown, field: string): boolean {
  const flag = readFlag(value);
  if (flag === null) throw invalid(value, field, 'is neither true nor false');
  return flag;
}

function readInstant(value: unknown, reading: Reading): bigint {
  const { micros, zoneAssumed } = readTime(value, reading);
  if (zoneAssumed) reading.context.notes.add('time_zone_assumed');
  return micros;
}

function readTime(value: unknown, { field, writing }: Reading): Time {
  const time = parseTime(value, writing);
  if (time === undefined) {
    throw new Refusal('time_invalid', field, `${quoted(value)} is not a valid time`);
  }
  if (time.micros < earliestMicros || time.micros >= latestMicros) {
    const message = `${quoted(value)} is outside the years 1 to 9999`;
    throw new Refusal('time_implausible', field, message);
  }
  return time;
}

/** The date as written; the UTC date of a Unix time. */
function readDate(value: unknown, reading: Reading): string {
  const day = typeof value === 'string' ? /^\s*(\d{4}-\d{2}-\d{2})(?:$|[T\s])/.exec(value)?.[1] : undefined;
  const { micros } = readTime(day ?? value, reading);
  return new Date(Number(micros / 1000n)).toISOString().slice(0, 10);
}

/** Text unchanged; lists and objects as JSON. */
function readPlainText(value: unknown, field: string, isKey: boolean): string | null {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && isKey) {
    const message = 'The key was stored as a floating-point number and has lost its last digits';
    throw new Refusal('id_rounded', field, message);
  }
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return readText(value);
  if (isTooDeep(value)) throw tooDeep(field);
  return readText(printJson(value));
}

/** A list from an array, from JSON or Python text, or from text separated by commas, semicolons or bars. */
function readList(value: unknown, element: ScalarType, reading: Reading): readonly Value[] {
  return membersOf(value, element).map((member) =>
    saysNothing({ type: element.name }, member) ? null : readScalar(member, element, reading, false),
  );
}

function membersOf(value: unknown, element: ScalarType): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const text = value.trim();
  const parsed = /^[[(]/.test(text) ? (parseJson(text) ?? parsePythonLiteral(text)) : undefined;
  if (Array.isArray(parsed)) return parsed;
  const parts = text.split(/[,;|]/).map((part) => part.trim());
  return element.name === 'VARCHAR' ? parts.filter((part) => part !== '') : parts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(value: unknown, field: string, why: string): Refusal {
  return new Refusal('value_invalid', field, `${quoted(value)} ${why}`);
}
