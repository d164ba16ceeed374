import type { SqlParameter } from '@sdq/contract';
import type { PostgresType } from '@sdq/core';
import { ByteReader, readText } from '../protocol/byte-reader.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { typeOfOid } from './column-type.ts';
import { writeDate, writeInterval, writeTime, writeTimestamp } from './times.ts';

const epochDays = 10_957;
const epochMicros = 946_684_800_000_000n;
const elementsMax = 10_000;

/** The value of a parameter in either format. Errors: ProtocolError `22P02`, `22P03`. */
export function readParameter(bytes: Buffer | null, type: PostgresType, format: number): SqlParameter {
  if (bytes === null) return null;
  return format === 1 ? fromBinary(bytes, type) : fromText(readText(bytes), type);
}

function fromText(text: string, type: PostgresType): SqlParameter {
  if (type.elementOid !== 0) return readArray(text, typeOfOid(type.elementOid));
  switch (type.name) {
    case 'bool':
      return booleanOf(text);
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
      if (!/^\s*[+-]?\d{1,39}\s*$/.test(text)) throw invalid(text, type);
      return BigInt(text.trim().replace(/^\+/, ''));
    case 'float4':
    case 'float8':
    case 'numeric':
      return numberOf(text, type);
    default:
      return text;
  }
}

function booleanOf(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (/^(?:t|tr|tru|true|y|ye|yes|on|1)$/.test(word)) return true;
  if (/^(?:f|fa|fal|fals|false|n|no|of|off|0)$/.test(word)) return false;
  throw invalid(text, typeOfOid(16));
}

/** A whole number stays exact; digits beyond those of a double are bound as text. */
function numberOf(text: string, type: PostgresType): SqlParameter {
  const plain = text.trim();
  if (/^[+-]?\d{1,38}$/.test(plain)) return BigInt(plain.replace(/^\+/, ''));
  const value = Number(plain);
  if (plain === '' || (Number.isNaN(value) && !/^[+-]?nan$/i.test(plain))) {
    if (/^[+-]?inf(?:inity)?$/i.test(plain)) return plain;
    throw invalid(text, type);
  }
  const isExact =
    Number.isFinite(value) && (type.name !== 'numeric' || plain.replace(/\D/g, '').length <= 15);
  return isExact ? value : plain;
}

function invalid(text: string, { formatted }: PostgresType): ProtocolError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new ProtocolError(
    '22P02',
    `Invalid value for a parameter of type ${formatted}: ${JSON.stringify(shown)}`,
  );
}

/** `{1,NULL,"a \"b\""}`. */
function readArray(text: string, element: PostgresType): SqlParameter {
  const body = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
  if (body === undefined) throw invalid(text, typeOfOid(element.arrayOid));
  if (body.trim() === '') return [];
  const values: SqlParameter[] = [];
  const item = /(?:\s*"((?:[^"\\]|\\.)*)"\s*|([^",{}]*))(,|$)/gsy;
  for (let at = 0; at <= body.length; ) {
    item.lastIndex = at;
    const match = item.exec(body);
    if (match === null || values.length >= elementsMax) throw invalid(text, typeOfOid(element.arrayOid));
    const [, quoted, written = '', separator] = match;
    const plain = written.trim();
    const isNull = quoted === undefined && /^null$/i.test(plain);
    values.push(isNull ? null : fromText(quoted?.replace(/\\(.)/gs, '$1') ?? plain, element));
    if (separator === '') break;
    at = item.lastIndex;
  }
  return values;
}

function fromBinary(bytes: Buffer, type: PostgresType): SqlParameter {
  if (type.elementOid !== 0) return binaryArray(bytes);
  const size = type.length > 0 && type.name !== 'name' ? type.length : bytes.length;
  if (bytes.length !== size) {
    throw new ProtocolError(
      '22P03',
      `A binary value of type ${type.formatted} has ${size} bytes, not ${bytes.length}`,
    );
  }
  switch (type.name) {
    case 'bool':
      return bytes[0] !== 0;
    case 'int2':
      return bytes.readInt16BE();
    case 'int4':
      return bytes.readInt32BE();
    case 'oid':
      return bytes.readUInt32BE();
    case 'int8':
      return bytes.readBigInt64BE();
    case 'float4':
      return finite(bytes.readFloatBE());
    case 'float8':
      return finite(bytes.readDoubleBE());
    case 'numeric':
      return numberOf(numericText(new ByteReader(bytes)), type);
    case 'date':
      return writeDate(bytes.readInt32BE() + epochDays);
    case 'time':
      return writeTime(bytes.readBigInt64BE());
    case 'timestamp':
      return writeTimestamp(bytes.readBigInt64BE() + epochMicros, '');
    case 'timestamptz':
      return writeTimestamp(bytes.readBigInt64BE() + epochMicros, '+00');
    case 'interval':
      return writeInterval({
        micros: bytes.readBigInt64BE(),
        days: bytes.readInt32BE(8),
        months: bytes.readInt32BE(12),
      });
    case 'uuid':
      return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    case 'bytea':
      throw new ProtocolError('0A000', 'A parameter of type bytea is not supported', {
        hint: "Write the bytes in the statement: from_hex('…')",
      });
    default:
      return readText(bytes);
  }
}

/** NaN and the infinities are bound as text. */
function finite(value: number): SqlParameter {
  return Number.isFinite(value) ? value : String(value);
}

function numericText(bytes: ByteReader): string {
  const count = bytes.int16();
  const weight = bytes.int16();
  const sign = bytes.int16() & 0xffff;
  const scale = bytes.int16();
  if (sign === 0xc000) return 'NaN';
  if (count < 0 || count > 1_000 || scale < 0 || scale > 1_000 || Math.abs(weight) > 1_000)
    throw new ProtocolError('22P03', 'A binary numeric is malformed');
  const groups = Array.from({ length: count }, () => bytes.int16());
  const at = (power: number) => String(groups[weight - power] ?? 0).padStart(4, '0');
  let whole = '';
  for (let power = weight; power >= 0; power--) whole += at(power);
  let fraction = '';
  for (let power = -1; fraction.length < scale; power--) fraction += at(power);
  const text = `${whole.replace(/^0+(?=\d)/, '') || '0'}${scale > 0 ? `.${fraction.slice(0, scale)}` : ''}`;
  return sign === 0x4000 ? `-${text}` : text;
}

function binaryArray(bytes: Buffer): SqlParameter {
  const reader = new ByteReader(bytes);
  const dimensions = reader.int32();
  reader.int32();
  const element = typeOfOid(reader.int32());
  if (dimensions === 0) return [];
  if (dimensions !== 1) throw new ProtocolError('0A000', 'Array parameters have one dimension');
  const count = reader.int32();
  reader.int32();
  if (count < 0 || count > elementsMax)
    throw new ProtocolError('54000', `An array parameter may have at most ${elementsMax} elements`);
  return Array.from({ length: count }, () => {
    const length = reader.int32();
    return length < 0 ? null : fromBinary(reader.take(length), element);
  });
}
