import { AppError } from '@sdq/contract';
import { sharedKernel } from '../kernel/kernel.ts';
import { placeHeaps } from '../text/text-columns.ts';
import type { DataType } from '../types/data-type.ts';
import type { PreparedTexts } from '../vectors/prepared-texts.ts';
import type { StringVector } from '../vectors/string-vector.ts';
import type { FixedVector, VectorData } from '../vectors/vector-data.ts';
import type { TextVector } from './text-vector.ts';

/** The values of the given rows in Parquet's plain encoding; booleans a byte each, to be packed page by page. */
export function plainValues(type: DataType, data: VectorData | TextVector, rows: Int32Array): Uint8Array {
  if (data.kind === 'texts') return textsWithLengths(data, rows);
  if (data.kind === 'string') return stringsWithLengths(data, rows);
  if (data.kind !== 'fixed') throw new Error(`Expected values of one width, found ${data.kind}`);
  switch (type.name) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'UTINYINT':
    case 'USMALLINT':
      return widened(type.name, data, rows);
    case 'DECIMAL':
      if (type.storageBytes === 2) return widened('SMALLINT', data, rows);
      return type.storageBytes === 16 ? reversed(data, rows, 0) : sameBytes(data, rows);
    case 'HUGEINT':
      return reversed(data, rows, 0);
    case 'UUID':
      return reversed(data, rows, 0x80);
    case 'TIMESTAMP_S':
      return micros(data, rows, 1_000_000n);
    case 'TIMESTAMP_MS':
      return micros(data, rows, 1_000n);
    default:
      return sameBytes(data, rows);
  }
}

/** The texts of an ENUM's values, each after its length. */
export function enumValues(
  values: PreparedTexts,
  storageBytes: number,
  data: VectorData | TextVector,
  rows: Int32Array,
): Uint8Array {
  if (data.kind !== 'fixed') throw new Error(`Expected values of one width, found ${data.kind}`);
  const { buffer, byteOffset } = data.bytes;
  const indexes =
    storageBytes === 1
      ? new Uint8Array(buffer, byteOffset, data.rows)
      : storageBytes === 2
        ? new Uint16Array(buffer, byteOffset, data.rows)
        : new Uint32Array(buffer, byteOffset, data.rows);
  return textsWithLengths(
    values,
    Int32Array.from(rows, (row) => indexes[row] as number),
  );
}

function textsWithLengths({ bytes, ends }: PreparedTexts, rows: Int32Array): Uint8Array {
  let byteLength = rows.length * 4;
  for (const row of rows) byteLength += (ends[row + 1] as number) - (ends[row] as number);
  const plain = Buffer.allocUnsafeSlow(byteLength);
  let at = 0;
  for (const row of rows) {
    const text = bytes.subarray(ends[row], ends[row + 1]);
    plain.writeUInt32LE(text.length, at);
    plain.set(text, at + 4);
    at += 4 + text.length;
  }
  return plain;
}

function stringsWithLengths(data: StringVector, rows: Int32Array): Uint8Array {
  const { words } = data;
  let byteLength = rows.length * 4;
  for (let index = 0; index < rows.length; index++) {
    byteLength += words[(rows[index] as number) * 4] as number;
  }
  const kernel = sharedKernel();
  const entries = kernel.put(data.bytes);
  const heaps = placeHeaps(kernel, data.heaps);
  const list = kernel.put(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
  const gathered = kernel.take(byteLength);
  kernel.run.gatherWithLengths(entries, heaps, list, rows.length, gathered);
  return kernel.copyOut(gathered, gathered + byteLength);
}

function sameBytes({ bytes, rows: all }: FixedVector, rows: Int32Array): Uint8Array {
  const width = bytes.length / all;
  if (rows.length === all && rows.every((row, index) => row === index)) return bytes;
  const { buffer, byteOffset } = bytes;
  if (width === 8) return pickedPairs(new Int32Array(buffer, byteOffset, all * 2), rows);
  if (width === 4) return picked(new Int32Array(buffer, byteOffset, all), new Int32Array(rows.length), rows);
  return picked(bytes, new Uint8Array(rows.length), rows);
}

/** 64-bit values as pairs of 32 bits: JavaScript numbers would lose bits. */
function pickedPairs(source: Int32Array, rows: Int32Array): Uint8Array {
  const target = new Int32Array(rows.length * 2);
  for (let index = 0; index < rows.length; index++) {
    const from = (rows[index] as number) * 2;
    target[index * 2] = source[from] as number;
    target[index * 2 + 1] = source[from + 1] as number;
  }
  return new Uint8Array(target.buffer);
}

function picked<Values extends Int32Array | Uint8Array>(
  source: Values,
  target: Values,
  rows: Int32Array,
): Uint8Array {
  for (let index = 0; index < rows.length; index++) target[index] = source[rows[index] as number] as number;
  return new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
}

function widened(
  type: 'TINYINT' | 'SMALLINT' | 'UTINYINT' | 'USMALLINT',
  { bytes, rows: all }: FixedVector,
  rows: Int32Array,
): Uint8Array {
  const arrays = { TINYINT: Int8Array, SMALLINT: Int16Array, UTINYINT: Uint8Array, USMALLINT: Uint16Array };
  const source = new arrays[type](bytes.buffer as ArrayBuffer, bytes.byteOffset, all);
  const target = new Int32Array(rows.length);
  for (let index = 0; index < rows.length; index++) target[index] = source[rows[index] as number] as number;
  return new Uint8Array(target.buffer);
}

/** Sixteen bytes, big endian; bits of the highest byte may be flipped. */
function reversed({ bytes }: FixedVector, rows: Int32Array, flipped: number): Uint8Array {
  const target = new Uint8Array(rows.length * 16);
  for (let index = 0; index < rows.length; index++) {
    const from = (rows[index] as number) * 16;
    for (let byte = 0; byte < 16; byte++) target[index * 16 + byte] = bytes[from + 15 - byte] as number;
    target[index * 16] = (target[index * 16] as number) ^ flipped;
  }
  return target;
}

const infinity = 2n ** 63n - 1n;

/** Parquet has no timestamps in seconds, and few readers know the infinities of those in milliseconds. */
function micros({ bytes, rows: all }: FixedVector, rows: Int32Array, factor: bigint): Uint8Array {
  const source = new BigInt64Array(bytes.buffer, bytes.byteOffset, all);
  const target = new BigInt64Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const value = source[rows[index] as number] as bigint;
    const isInfinite = value === infinity || value === -infinity;
    const scaled = isInfinite ? value : value * factor;
    if (scaled > infinity || scaled < -infinity)
      throw new AppError('sql_conversion_error', 'A timestamp cannot be represented as 64-bit microseconds');
    target[index] = scaled;
  }
  return new Uint8Array(target.buffer);
}
