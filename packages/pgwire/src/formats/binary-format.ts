import type { PostgresType } from '@sdq/core';
import type { Decimal, Interval, Value } from './arrow-values.ts';
import { decimalText } from './json-text.ts';
import { textFormat } from './text-format.ts';
import { isInfinite, isInfiniteDate } from './times.ts';

/** From 1970 to 2000, where PostgreSQL begins to count. */
const epochDays = 10_957;
const epochMicros = 946_684_800_000_000n;

/** A value that is not NULL in PostgreSQL's binary format; types without one of their own are texts in it. */
export function binaryFormat(value: Exclude<Value, null>, type: string, sent: PostgresType): Uint8Array {
  if (sent.elementOid !== 0) return arrayBytes(value as readonly Value[], type, sent);
  switch (sent.name) {
    case 'bool':
      return Buffer.from([value === true ? 1 : 0]);
    case 'int2':
      return written(2, (bytes) => bytes.writeInt16BE(Number(value)));
    case 'int4':
      return written(4, (bytes) => bytes.writeInt32BE(Number(value)));
    case 'oid':
      return written(4, (bytes) => bytes.writeUInt32BE(Number(value)));
    case 'int8':
      return int64(BigInt(value as bigint));
    case 'float4':
      return written(4, (bytes) => bytes.writeFloatBE(value as number));
    case 'float8':
      return written(8, (bytes) => bytes.writeDoubleBE(value as number));
    case 'numeric':
      return numericBytes(numericText(value));
    case 'date':
      return written(4, (bytes) => bytes.writeInt32BE(dateOf(value as number)));
    case 'time':
      return int64(value as bigint);
    case 'timestamp':
    case 'timestamptz':
      return int64(timestampOf(value as bigint));
    case 'interval':
      return intervalBytes(value as Interval);
    case 'uuid':
      return Buffer.from(
        Buffer.from(value as Uint8Array)
          .toString()
          .replaceAll('-', ''),
        'hex',
      );
    case 'bytea':
      return value as Uint8Array;
    default: {
      const text = textFormat(value, type, sent);
      return typeof text === 'string' ? Buffer.from(text) : text;
    }
  }
}

function written(size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes;
}

function int64(value: bigint): Buffer {
  return written(8, (bytes) => bytes.writeBigInt64BE(value));
}

function dateOf(days: number): number {
  if (isInfiniteDate(days)) return days > 0 ? 2 ** 31 - 1 : -(2 ** 31);
  return days - epochDays;
}

function timestampOf(micros: bigint): bigint {
  if (isInfinite(micros)) return micros > 0n ? 2n ** 63n - 1n : -(2n ** 63n);
  return micros - epochMicros;
}

function intervalBytes({ months, days, micros }: Interval): Buffer {
  return written(16, (bytes) => {
    bytes.writeBigInt64BE(micros);
    bytes.writeInt32BE(days, 8);
    bytes.writeInt32BE(months, 12);
  });
}

function numericText(value: Exclude<Value, null>): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  return typeof value === 'object' ? decimalText(value as Decimal) : String(value);
}

/** Digits to the base 10,000, with the power of the first one. */
function numericBytes(text: string): Buffer {
  const sign = text.startsWith('-') ? 0x4000 : 0;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const padded = whole.replace(/^0+/, '');
  const head = padded.padStart(Math.ceil(padded.length / 4) * 4, '0');
  const tail = fraction.padEnd(Math.ceil(fraction.length / 4) * 4, '0');
  const groups = (head + tail).match(/\d{4}/g)?.map(Number) ?? [];
  let weight = head.length / 4 - 1;
  while (groups[0] === 0) {
    groups.shift();
    weight--;
  }
  while (groups.at(-1) === 0) groups.pop();
  const isZero = groups.length === 0;
  return written(8 + groups.length * 2, (bytes) => {
    bytes.writeInt16BE(groups.length);
    bytes.writeInt16BE(isZero ? 0 : weight, 2);
    bytes.writeUInt16BE(isZero ? 0 : sign, 4);
    bytes.writeInt16BE(fraction.length, 6);
    for (const [index, group] of groups.entries()) bytes.writeInt16BE(group, 8 + index * 2);
  });
}

function arrayBytes(values: readonly Value[], type: string, sent: PostgresType): Buffer {
  const elementType = type.replace(/\[\d*\]$/, '');
  const element = { ...sent, name: sent.name.slice(1), oid: sent.elementOid, elementOid: 0 };
  const head = Buffer.alloc(values.length === 0 ? 12 : 20);
  head.writeInt32BE(values.length === 0 ? 0 : 1);
  head.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  head.writeInt32BE(sent.elementOid, 8);
  if (values.length > 0) {
    head.writeInt32BE(values.length, 12);
    head.writeInt32BE(1, 16);
  }
  const parts = values.flatMap((each) => {
    if (each === null) return [written(4, (bytes) => bytes.writeInt32BE(-1))];
    const bytes = binaryFormat(each, elementType, element);
    return [written(4, (length) => length.writeInt32BE(bytes.length)), bytes];
  });
  return Buffer.concat([head, ...parts]);
}
