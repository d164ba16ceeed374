import type { DataType as TypeOfColumn } from '@sdq/encode/vectors';
import {
  fixedVector,
  type ListVector,
  packValidity,
  stringVector,
  type VectorData,
} from '@sdq/encode/vectors';
import { type Data, DataType, type Decimal, type Field, makeVector, TimeUnit } from 'apache-arrow';

/** How a column of Arrow becomes one of SQL. */
export interface ArrowColumn {
  readonly type: TypeOfColumn;
  /** The values of one record batch. */
  vector(data: Data): VectorData;
}

const plain = (name: Exclude<TypeOfColumn, { members: unknown } | { child: unknown }>['name']) =>
  ({ alias: null, name }) as TypeOfColumn;

/** The way of a type; undefined for one that SQL does not have here. */
export function arrowColumn(type: DataType): ArrowColumn | undefined {
  if (DataType.isBool(type)) return { type: plain('BOOLEAN'), vector: booleans };
  if (DataType.isInt(type)) {
    const name = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'][Math.log2(type.bitWidth / 8)];
    return { type: plain(`${type.isSigned ? '' : 'U'}${name}` as 'BIGINT'), vector: fixed };
  }
  if (DataType.isFloat(type)) {
    if (type.precision === 0) return undefined;
    return { type: plain(type.precision === 1 ? 'FLOAT' : 'DOUBLE'), vector: fixed };
  }
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type))
    return { type: plain('VARCHAR'), vector: variableBytes };
  if (DataType.isBinary(type) || DataType.isLargeBinary(type))
    return { type: plain('BLOB'), vector: variableBytes };
  if (DataType.isDecimal(type)) return decimal(type);
  if (DataType.isDate(type))
    return { type: plain('DATE'), vector: type.unit === 0 ? fixed : (data) => days(data) };
  if (DataType.isTimestamp(type)) return timestamp(type.unit, type.timezone);
  if (DataType.isNull(type)) return { type: plain('VARCHAR'), vector: nothing };
  if (DataType.isUtf8View(type))
    return { type: plain('VARCHAR'), vector: texts((data, row) => makeVector(data).get(row)) };
  if (
    DataType.isDictionary(type) &&
    (DataType.isUtf8(type.dictionary) || DataType.isLargeUtf8(type.dictionary))
  )
    return { type: plain('VARCHAR'), vector: texts(wordAt) };
  if (DataType.isList(type) && type.children[0] !== undefined) return list(type.children[0]);
  return undefined;
}

function validityOf(data: Data): Uint8Array | null {
  if (data.nullCount === 0) return null;
  return packValidity(data.length, (row) => data.getValid(row));
}

/** Bytes of values that lie one after the other, in memory of their own. */
function fixed(data: Data): VectorData {
  const { buffer, byteOffset, byteLength } = data.values as Uint8Array;
  // what pads the buffer is left out
  const width = bytesOf(data.type);
  const bytes = new Uint8Array(buffer, byteOffset, Math.min(byteLength, data.length * width)).slice();
  return fixedVector(data.length, validityOf(data), bytes);
}

function bytesOf(type: DataType): number {
  if (DataType.isInt(type) || DataType.isDecimal(type)) return type.bitWidth / 8;
  return DataType.isFloat(type) && type.precision === 2 ? 8 : 4;
}

function booleans(data: Data): VectorData {
  const bits = data.values as Uint8Array;
  const bytes = new Uint8Array(Math.ceil(data.length / 8) * 8);
  for (let row = 0; row < data.length; row++) {
    const at = data.offset + row;
    bytes[row] = ((bits[at >> 3] as number) >> (at & 7)) & 1;
  }
  return fixedVector(data.length, validityOf(data), bytes.subarray(0, data.length));
}

function variableBytes(data: Data): VectorData {
  const offsets = data.valueOffsets as Int32Array | BigInt64Array;
  const first = Number(offsets[0] ?? 0);
  const last = Number(offsets[data.length] ?? first);
  const lengths = new Uint32Array(data.length);
  const heap = (data.values as Uint8Array).slice(first, last);
  const hasValue = (row: number) => data.getValid(row);
  // the bytes of a NULL may be there; its length must be 0, and those after it are moved
  let kept = 0;
  for (let row = 0; row < data.length; row++) {
    const from = Number(offsets[row]) - first;
    const to = Number(offsets[row + 1]) - first;
    if (!hasValue(row)) continue;
    lengths[row] = to - from;
    if (from !== kept) heap.copyWithin(kept, from, to);
    kept += to - from;
  }
  return stringVector(validityOf(data), lengths, heap.subarray(0, kept));
}

function nothing(data: Data): VectorData {
  return stringVector(
    packValidity(data.length, () => false),
    new Uint32Array(data.length),
    new Uint8Array(0),
  );
}

function decimal(type: Decimal): ArrowColumn | undefined {
  const { precision, scale, bitWidth } = type;
  if (bitWidth !== 128 || precision > 38 || scale < 0 || scale > precision) return undefined;
  // 19 digits and more are stored in 16 bytes, and so are these
  const width = Math.max(19, precision);
  return { type: { alias: null, name: 'DECIMAL', width, scale, storageBytes: 16 }, vector: fixed };
}

function days(data: Data): VectorData {
  const words = data.values as unknown as BigInt64Array | Int32Array;
  const values = longsOf(words);
  const day = new Int32Array(Math.ceil(data.length / 2) * 2);
  for (let row = 0; row < data.length; row++)
    day[row] = Math.floor(Number(values[row] as bigint) / 86_400_000);
  return fixedVector(data.length, validityOf(data), new Uint8Array(day.buffer, 0, data.length * 4));
}

function longsOf(values: ArrayBufferView): BigInt64Array {
  const { buffer, byteOffset, byteLength } = values;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength - (byteLength % 8)).slice();
  return new BigInt64Array(bytes.buffer);
}

/** Instants with a zone are microseconds in UTC; a time without one keeps its unit. */
function timestamp(unit: TimeUnit, zone: string | null | undefined): ArrowColumn {
  const names = ['TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP', 'TIMESTAMP_NS'] as const;
  const hasZone = zone !== null && zone !== undefined && zone !== '';
  if (!hasZone) return { type: plain(names[unit] ?? 'TIMESTAMP'), vector: longs((value) => value) };
  const factor = 1_000n ** BigInt(TimeUnit.MICROSECOND - Math.min(unit, TimeUnit.MICROSECOND));
  const toMicroseconds =
    unit === TimeUnit.NANOSECOND
      ? (value: bigint) => (value - (((value % 1_000n) + 1_000n) % 1_000n)) / 1_000n
      : (value: bigint) => value * factor;
  return { type: plain('TIMESTAMP WITH TIME ZONE'), vector: longs(toMicroseconds) };
}

function longs(convert: (value: bigint) => bigint): (data: Data) => VectorData {
  return (data) => {
    const values = longsOf(data.values as unknown as ArrayBufferView).subarray(0, data.length);
    const converted = new BigInt64Array(data.length);
    for (let row = 0; row < data.length; row++) converted[row] = convert(values[row] as bigint);
    return fixedVector(data.length, validityOf(data), new Uint8Array(converted.buffer));
  };
}

/** Texts one by one: of a dictionary, or where the format has views of them. */
function texts(textAt: (data: Data, row: number) => string | null): (data: Data) => VectorData {
  const encoder = new TextEncoder();
  return (data) => {
    const bytes = Array.from({ length: data.length }, (_, row) => {
      const text = data.getValid(row) ? textAt(data, row) : null;
      return text === null ? null : encoder.encode(text);
    });
    const lengths = Uint32Array.from(bytes, (each) => each?.length ?? 0);
    const heap = Buffer.concat(bytes.flatMap((each) => each ?? []));
    return stringVector(
      packValidity(data.length, (row) => bytes[row] !== null),
      lengths,
      new Uint8Array(heap),
    );
  };
}

function wordAt(data: Data, row: number): string | null {
  return data.dictionary?.get(Number((data.values as unknown as ArrayLike<number | bigint>)[row])) ?? null;
}

function list({ type }: Field): ArrowColumn | undefined {
  const element = arrowColumn(type as DataType);
  if (element === undefined) return undefined;
  return {
    type: { alias: null, name: 'LIST', child: element.type },
    vector: (data): ListVector => {
      const offsets = data.valueOffsets as Int32Array;
      const child = element.vector(data.children[0] as Data);
      const words = new Uint32Array(data.length * 4);
      for (let row = 0; row < data.length; row++) {
        if (!data.getValid(row)) continue;
        words[row * 4] = offsets[row] as number;
        words[row * 4 + 2] = (offsets[row + 1] as number) - (offsets[row] as number);
      }
      const weightBytes = data.length * 4 + child.weightBytes;
      return { kind: 'list', rows: data.length, validity: validityOf(data), weightBytes, words, child };
    },
  };
}
