import {
  type DataType,
  fixedVector,
  listVector,
  packValidity,
  stringVector,
  type Validity,
  type VectorData,
} from '@sdq/encode/vectors';
import { type Data, Type } from 'apache-arrow';

/** Some rows of a column of an Arrow batch. */
export interface Piece {
  readonly data: Data;
  readonly start: number;
  readonly count: number;
}

/** Bytes of a value in vectors; those of decimals stand in their type. */
const widths: Readonly<Partial<Record<DataType['name'], number>>> = {
  BOOLEAN: 1,
  TINYINT: 1,
  SMALLINT: 2,
  INTEGER: 4,
  BIGINT: 8,
  HUGEINT: 16,
  UTINYINT: 1,
  USMALLINT: 2,
  UINTEGER: 4,
  UBIGINT: 8,
  FLOAT: 4,
  DOUBLE: 8,
  DATE: 4,
  TIMESTAMP: 8,
  TIMESTAMP_S: 8,
  TIMESTAMP_MS: 8,
  TIMESTAMP_NS: 8,
  'TIMESTAMP WITH TIME ZONE': 8,
  '"NULL"': 4,
};

/** Rows of a column as a vector of the type that the language gives it; the node may have sent another width. */
export function toVector(type: DataType, pieces: readonly Piece[]): VectorData {
  const rows = pieces.reduce((sum, { count }) => sum + count, 0);
  const validity = validityOf(pieces, rows);
  switch (type.name) {
    case 'VARCHAR':
    case 'BLOB':
      return toStrings(pieces, rows, validity);
    case 'LIST': {
      const lengths = new Uint32Array(rows);
      const children = listChildren(pieces, lengths);
      return listVector(validity, lengths, toVector(type.child, children));
    }
    case 'STRUCT': {
      const members = type.members.map((member, at) =>
        toVector(
          member.type,
          pieces.map((piece) => ({ ...piece, data: piece.data.children[at] as Data })),
        ),
      );
      const weightBytes = members.reduce((sum, member) => sum + member.weightBytes, 0);
      return { kind: 'struct', rows, validity, weightBytes, members };
    }
    default:
      return fixedVector(rows, validity, toFixed(type, pieces, rows));
  }
}

/** Lists that were sent in lists of one, or of none where they are NULL. */
export function toBoxedVector(type: DataType, pieces: readonly Piece[]): VectorData {
  if (type.name !== 'LIST') throw new Error(`There is no box for ${type.name}`);
  const rows = pieces.reduce((sum, { count }) => sum + count, 0);
  const sizes = new Uint32Array(rows);
  const boxes = listChildren(pieces, sizes);
  const known = new Uint32Array(boxes.reduce((sum, { count }) => sum + count, 0));
  const children = listChildren(boxes, known);
  const lengths = new Uint32Array(rows);
  let from = 0;
  for (let row = 0; row < rows; row++) if (sizes[row] === 1) lengths[row] = known[from++] as number;
  const validity = from === rows ? null : packValidity(rows, (row) => sizes[row] === 1);
  return listVector(validity, lengths, toVector(type.child, children));
}

function hasValue({ data }: Piece, row: number): boolean {
  if (data.typeId === Type.Null) return false;
  const { nullBitmap } = data;
  if (data.nullCount === 0 || nullBitmap === null || nullBitmap.length === 0) return true;
  return (((nullBitmap[row >> 3] as number) >> (row & 7)) & 1) === 1;
}

function validityOf(pieces: readonly Piece[], rows: number): Validity {
  if (pieces.every(({ data }) => data.typeId !== Type.Null && data.nullCount === 0)) return null;
  const known: boolean[] = [];
  for (const piece of pieces)
    for (let row = piece.start; row < piece.start + piece.count; row++) known.push(hasValue(piece, row));
  return known.includes(false) ? packValidity(rows, (row) => known[row] as boolean) : null;
}

function toStrings(pieces: readonly Piece[], rows: number, validity: Validity): VectorData {
  const lengths = new Uint32Array(rows);
  const parts: Uint8Array[] = [];
  let to = 0;
  for (const piece of pieces) {
    if (piece.data.typeId === Type.Null) {
      to += piece.count;
      continue;
    }
    const { valueOffsets, values } = piece.data as unknown as {
      valueOffsets: Int32Array;
      values: Uint8Array;
    };
    let from = Number(valueOffsets[piece.start]);
    for (let row = piece.start; row < piece.start + piece.count; row++, to++) {
      const [start, end] = [Number(valueOffsets[row]), Number(valueOffsets[row + 1])];
      if (hasValue(piece, row)) lengths[to] = end - start;
      else {
        // a NULL may have bytes, which no row of the vector has
        parts.push(values.subarray(from, start));
        from = end;
      }
    }
    parts.push(values.subarray(from, Number(valueOffsets[piece.start + piece.count])));
  }
  const filled = parts.filter(({ length }) => length > 0);
  return stringVector(
    validity,
    lengths,
    filled.length === 1 ? (filled[0] as Uint8Array) : Buffer.concat(filled),
  );
}

/** The elements of lists, and the number of each list's. */
function listChildren(pieces: readonly Piece[], lengths: Uint32Array): Piece[] {
  const children: Piece[] = [];
  let to = 0;
  for (const piece of pieces) {
    if (piece.data.typeId === Type.Null) {
      to += piece.count;
      continue;
    }
    const { valueOffsets } = piece.data as unknown as { valueOffsets: Int32Array };
    const child = piece.data.children[0] as Data;
    let open: { data: Data; start: number; count: number } | undefined;
    for (let row = piece.start; row < piece.start + piece.count; row++, to++) {
      const [start, end] = [Number(valueOffsets[row]), Number(valueOffsets[row + 1])];
      if (start === end || !hasValue(piece, row)) continue;
      lengths[to] = end - start;
      if (open !== undefined && open.start + open.count === start) open.count += end - start;
      else {
        open = { data: child, start, count: end - start };
        children.push(open);
      }
    }
  }
  return children;
}

function toFixed(type: DataType, pieces: readonly Piece[], rows: number): Uint8Array {
  const width = type.name === 'DECIMAL' ? type.storageBytes : widths[type.name];
  if (width === undefined) throw new Error(`ClickHouse's answers have no ${type.name}`);
  const bytes = new Uint8Array(rows * width);
  let to = 0;
  for (const piece of pieces) {
    copyFixed(type, piece, bytes.subarray(to * width, (to + piece.count) * width), width);
    to += piece.count;
  }
  return bytes;
}

function copyFixed(type: DataType, { data, start, count }: Piece, to: Uint8Array, width: number): void {
  if (data.typeId === Type.Null) return;
  const values = data.values as Uint8Array;
  if (data.typeId === Type.Bool) {
    for (let row = 0; row < count; row++) {
      const bit = start + row;
      to[row * width] = ((values[bit >> 3] as number) >> (bit & 7)) & 1;
    }
    return;
  }
  const from = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const { bytes: own, isSigned, scale } = layoutOf(data);
  const times = scale === 1n || type.name === 'DATE' ? 1n : scaleOf(type.name, scale);
  if (times !== 1n) {
    const view = new DataView(to.buffer, to.byteOffset, to.byteLength);
    scaleTimes(from, own, { start, count }, view, times);
    return;
  }
  if (own === width) return void to.set(from.subarray(start * own, (start + count) * own));
  if (type.name === 'FLOAT' || type.name === 'DOUBLE') {
    const [read, write] = [
      new DataView(from.buffer, from.byteOffset),
      new DataView(to.buffer, to.byteOffset),
    ];
    for (let row = 0; row < count; row++) {
      const at = (start + row) * own;
      const value = own === 4 ? read.getFloat32(at, true) : read.getFloat64(at, true);
      if (width === 4) write.setFloat32(row * 4, value, true);
      else write.setFloat64(row * 8, value, true);
    }
    return;
  }
  const least = Math.min(own, width);
  for (let row = 0; row < count; row++) {
    const at = (start + row) * own;
    for (let byte = 0; byte < least; byte++) to[row * width + byte] = from[at + byte] as number;
    if (width > own && isSigned && (from[at + own - 1] as number) > 127)
      to.fill(255, row * width + own, (row + 1) * width);
  }
}

/** Bytes of a value as it was sent, and for times how many of its units make a second. */
function layoutOf(data: Data): { bytes: number; isSigned: boolean; scale: bigint } {
  const type = data.type as unknown as Record<string, number | boolean>;
  const plain = (bytes: number, isSigned = true) => ({ bytes, isSigned, scale: 1n });
  switch (data.typeId) {
    case Type.Int:
      return plain(Number(type.bitWidth) / 8, Boolean(type.isSigned));
    case Type.Float:
      return plain(type.precision === 2 ? 8 : 4);
    case Type.Decimal:
      return plain(Number(type.bitWidth) / 8);
    case Type.FixedSizeBinary:
      return plain(Number(type.byteWidth));
    case Type.Date:
      return plain(type.unit === 0 ? 4 : 8);
    case Type.Timestamp:
      return { bytes: 8, isSigned: true, scale: 1_000n ** BigInt(Number(type.unit)) };
    default:
      throw new Error(`ClickHouse's answers have no values of ${String(data.type)}`);
  }
}

const unitsPerSecond: Readonly<Record<string, bigint>> = {
  TIMESTAMP: 1_000_000n,
  'TIMESTAMP WITH TIME ZONE': 1_000_000n,
  TIMESTAMP_S: 1n,
  TIMESTAMP_MS: 1_000n,
  TIMESTAMP_NS: 1_000_000_000n,
};

/** By how much times are multiplied; less than none where they are divided. */
function scaleOf(name: string, sent: bigint): bigint {
  const wanted = unitsPerSecond[name] ?? sent;
  return wanted >= sent ? wanted / sent : -(sent / wanted);
}

function scaleTimes(
  from: Uint8Array,
  own: number,
  { start, count }: { start: number; count: number },
  to: DataView,
  times: bigint,
): void {
  const read = new DataView(from.buffer, from.byteOffset, from.byteLength);
  for (let row = 0; row < count; row++) {
    const value = read.getBigInt64((start + row) * own, true);
    to.setBigInt64(row * 8, times > 0n ? value * times : value / -times, true);
  }
}
