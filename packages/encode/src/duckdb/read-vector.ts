import ddb, { type Vector } from '@duckdb/node-bindings';
import type { DataType, Member, PlainName } from '../types/data-type.ts';
import { entryOf } from '../types/entry-of.ts';
import { bothValid, repeatValidity, type Validity } from '../vectors/validity.ts';
import type {
  ArrayVector,
  FixedVector,
  ListVector,
  StructVector,
  VectorData,
} from '../vectors/vector-data.ts';
import { readStrings } from './read-strings.ts';
import { readVariants } from './read-variants.ts';
import type { VectorMemory } from './vector-memory.ts';

/** Bytes per value of fixed-width types. */
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
 * Copies the first `rows` rows of a flat vector into `memory`, which owns and frees the copies. The chunk of the vector
 * must stay alive until this returns, because lengths and addresses stored in its memory are dereferenced.
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

function readValidity(memory: VectorMemory, vector: Vector, rows: number): Validity {
  return memory.copyValidity(vector, Math.ceil(rows / 64) * 8);
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
