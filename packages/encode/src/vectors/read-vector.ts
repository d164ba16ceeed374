import ddb, { type Vector } from '@duckdb/node-bindings';
import type { DataType, Member, PlainName } from '../types/data-type.ts';
import { readStrings, type StringVector } from './string-vector.ts';
import { bothValid, readValidity, repeatValidity, type Validity } from './validity.ts';
import { readVariants, type VariantVector } from './variant-vector.ts';
import type { VectorMemory } from './vector-memory.ts';

/**
 * A vector of DuckDB's, copied into memory of our own. Rows `[0, rows)`; what stands in a NULL row is not defined.
 * `weightBytes` is about what the rows take in a result: `Infinity` when elements are used more than once, so that
 * only counting row by row can tell.
 */
export type VectorData = FixedVector | StringVector | ListVector | ArrayVector | StructVector | VariantVector;

/** Values of one width, side by side, little endian. The bytes begin at a multiple of 8. */
export interface FixedVector {
  readonly kind: 'fixed';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly bytes: Uint8Array;
}

/** Row r holds the elements `[words[4r], words[4r] + words[4r + 2])` of `child`; a NULL row holds none. */
export interface ListVector {
  readonly kind: 'list';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly words: Uint32Array;
  readonly child: VectorData;
}

/** Row r holds the elements `[r * size, (r + 1) * size)` of `child`. */
export interface ArrayVector {
  readonly kind: 'array';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly size: number;
  readonly child: VectorData;
}

/** A struct; or a union, whose first member is then the tag, a byte that counts the others from 0. */
export interface StructVector {
  readonly kind: 'struct';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly members: readonly VectorData[];
}

/** Bytes per value of the types that are kept side by side. */
const fixedBytes: Readonly<Partial<Record<PlainName, number>>> = {
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
  UHUGEINT: 16,
  FLOAT: 4,
  DOUBLE: 8,
  DATE: 4,
  TIME: 8,
  TIME_NS: 8,
  'TIME WITH TIME ZONE': 8,
  TIMESTAMP: 8,
  TIMESTAMP_S: 8,
  TIMESTAMP_MS: 8,
  TIMESTAMP_NS: 8,
  'TIMESTAMP WITH TIME ZONE': 8,
  INTERVAL: 16,
  UUID: 16,
  '"NULL"': 4,
};

const tag: Member = { name: 'tag', type: { alias: null, name: 'UTINYINT' } };

/**
 * Copies the first `rows` rows of a flat vector into `memory`, with which they are freed. The chunk it belongs to must stay alive until this returns: lengths
 * and addresses found in its memory are followed.
 */
export function readVector(
  memory: VectorMemory,
  type: DataType,
  vector: Vector,
  rows: number,
  parent: Validity = null,
): VectorData {
  const validity = bothValid(readValidity(memory, vector, rows), parent);
  switch (type.name) {
    case 'VARCHAR':
      return readStrings(memory, vector, rows, validity, true);
    case 'BLOB':
    case 'BIT':
    case 'BIGNUM':
    case 'GEOMETRY':
      return readStrings(memory, vector, rows, validity, false);
    case 'VARIANT':
      return readVariants(vector, rows, validity);
    case 'LIST':
      return readList(memory, type.child, vector, rows, validity);
    case 'MAP':
      return readList(memory, entryOf(type.key, type.value), vector, rows, validity);
    case 'ARRAY':
      return readArray(memory, type.child, type.size, vector, rows, validity);
    case 'STRUCT':
      return readStruct(memory, type.members, vector, rows, validity);
    case 'UNION':
      return readStruct(memory, [tag, ...type.members], vector, rows, validity);
    case 'DECIMAL':
    case 'ENUM':
      return readFixed(memory, type.storageBytes, vector, rows, validity);
    default:
      return readFixed(memory, fixedBytes[type.name] as number, vector, rows, validity);
  }
}

/** The struct that a map is a list of. */
export function entryOf(key: DataType, value: DataType): DataType {
  const members = [
    { name: 'key', type: key },
    { name: 'value', type: value },
  ];
  return { alias: null, name: 'STRUCT', members };
}

function readFixed(
  memory: VectorMemory,
  width: number,
  vector: Vector,
  rows: number,
  validity: Validity,
): FixedVector {
  const bytes = memory.copyData(vector, rows * width);
  return { kind: 'fixed', rows, validity, weightBytes: bytes.length, bytes };
}

function readList(
  memory: VectorMemory,
  childType: DataType,
  vector: Vector,
  rows: number,
  validity: Validity,
): ListVector {
  const bytes = memory.copyData(vector, rows * 16);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, rows * 4);
  let childRows = 0;
  let elements = 0;
  for (let row = 0, at = 0; row < rows; row++, at += 4) {
    if (validity !== null && (((validity[row >> 3] as number) >> (row & 7)) & 1) === 0) {
      words[at] = 0;
      words[at + 2] = 0;
      continue;
    }
    const length = words[at + 2] as number;
    const end = (words[at] as number) + length;
    elements += length;
    if (length !== 0 && end > childRows) childRows = end;
  }
  const child = readVector(memory, childType, ddb.list_vector_get_child(vector), childRows);
  const weightBytes = elements > childRows ? Number.POSITIVE_INFINITY : rows * 4 + child.weightBytes;
  return { kind: 'list', rows, validity, weightBytes, words, child };
}

function readArray(
  memory: VectorMemory,
  childType: DataType,
  size: number,
  vector: Vector,
  rows: number,
  validity: Validity,
): ArrayVector {
  const childValidity = repeatValidity(validity, rows, size);
  const child = readVector(memory, childType, ddb.array_vector_get_child(vector), rows * size, childValidity);
  return { kind: 'array', rows, validity, weightBytes: child.weightBytes, size, child };
}

function readStruct(
  memory: VectorMemory,
  memberTypes: readonly Member[],
  vector: Vector,
  rows: number,
  validity: Validity,
): StructVector {
  const members = memberTypes.map(({ type }, index) =>
    readVector(memory, type, ddb.struct_vector_get_child(vector, index), rows, validity),
  );
  const weightBytes = members.reduce((sum, member) => sum + member.weightBytes, 0);
  return { kind: 'struct', rows, validity, weightBytes, members };
}
