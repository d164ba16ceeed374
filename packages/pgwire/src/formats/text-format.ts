import type { PostgresType } from '@sdq/core';
import type { Decimal, Interval, Value } from './arrow-values.ts';
import { decimalText, jsonText } from './json-text.ts';
import { writeDate, writeInterval, writeTime, writeTimestamp } from './times.ts';

/** A value that is not NULL in PostgreSQL's text format. `type`: as DuckDB writes it. */
export function textFormat(
  value: Exclude<Value, null>,
  type: string,
  sent: PostgresType,
): string | Uint8Array {
  if (sent.name === 'json') return value instanceof Uint8Array ? value : jsonText(value, type);
  if (sent.elementOid !== 0) return arrayText(value as readonly Value[], type, sent);
  switch (typeof value) {
    case 'boolean':
      return value ? 't' : 'f';
    case 'number':
      return numberText(value, sent);
    case 'bigint':
      return wholeText(value, sent);
    default:
      break;
  }
  if (value instanceof Uint8Array)
    return sent.name === 'bytea' ? `\\x${Buffer.from(value).toString('hex')}` : value;
  return objectText(value as Interval | Decimal | readonly Value[], type);
}

function objectText(value: Interval | Decimal | readonly Value[], type: string): string {
  if ('scale' in value) return decimalText(value);
  return 'months' in value ? writeInterval(value) : jsonText(value, type);
}

function numberText(value: number, { name }: PostgresType): string {
  if (name === 'date') return writeDate(value);
  return name === 'float4' ? singleText(value) : String(value);
}

function wholeText(value: bigint, { name }: PostgresType): string {
  switch (name) {
    case 'timestamp':
      return writeTimestamp(value, '');
    case 'timestamptz':
      return writeTimestamp(value, '+00');
    case 'time':
      return writeTime(value);
    default:
      return String(value);
  }
}

/** The fewest digits that read back as the same number of 32 bits. */
function singleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(Number(value.toPrecision(9)));
}

function arrayText(values: readonly Value[], type: string, sent: PostgresType): string {
  const elementType = type.replace(/\[\d*\]$/, '');
  const element = { ...sent, name: sent.name.slice(1), oid: sent.elementOid, elementOid: 0 };
  const texts = values.map((each) => {
    if (each === null) return 'NULL';
    const text = textFormat(each, elementType, element);
    return elementText(typeof text === 'string' ? text : Buffer.from(text).toString());
  });
  return `{${texts.join(',')}}`;
}

function elementText(text: string): string {
  const isPlain = /^[^\s{}",\\]+$/.test(text) && !/^null$/i.test(text);
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
