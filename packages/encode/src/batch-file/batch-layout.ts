import { fixedVector, listVector, stringVector } from '../vectors/make-vectors.ts';
import { countValid, type Validity } from '../vectors/validity.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import { areInOrder, lengthsIn, stringPieces } from './entries.ts';

/**
 * A batch as bytes: first 64-bit numbers (their count, rows, columns, then of each vector its kind and sizes, parents
 * before children), then the vectors' buffers in the same order, each aligned to 8 bytes. Most buffers have their
 * layout in memory, so reading creates views of them. Redundant data is left out: strings and contiguous lists have
 * only lengths, and a column that is all NULL has no values.
 */
const kinds: readonly VectorData['kind'][] = ['fixed', 'string', 'list', 'array', 'struct', 'variant'];

/** The length of a missing validity bitmap, and of strings that are all NULL. */
const noValidity = -1;
const allNull = -1;
const padding = new Uint8Array(8);

/** The pieces of a batch, one after another; mostly views of its memory. */
export function toPieces({ rows, vectors }: Omit<VectorBatch, 'free'>): Uint8Array[] {
  const numbers = [0, rows, vectors.length];
  const pieces: Uint8Array[] = [];
  const put = (...joined: readonly Uint8Array[]): void => {
    pieces.push(...joined);
    const rest = joined.reduce((sum, { length }) => sum + length, 0) % 8;
    if (rest > 0) pieces.push(padding.subarray(rest));
  };
  for (const vector of vectors) putVector(vector, numbers, put);
  numbers[0] = numbers.length;
  return [bytesOf(Float64Array.from(numbers)), ...pieces];
}

function putVector(
  data: VectorData,
  numbers: number[],
  put: (...joined: readonly Uint8Array[]) => void,
): void {
  const { validity, rows } = data;
  numbers.push(kinds.indexOf(data.kind), rows, data.weightBytes, validity?.length ?? noValidity);
  if (validity !== null) put(validity);
  switch (data.kind) {
    case 'fixed': {
      const isEmpty = isAllNull(data);
      numbers.push(data.bytes.length, Number(isEmpty));
      if (!isEmpty) put(data.bytes);
      break;
    }
    case 'string': {
      const isEmpty = isAllNull(data);
      numbers.push(isEmpty ? allNull : data.stringBytes);
      if (isEmpty) break;
      put(bytesOf(lengthsIn(data.words, 0)));
      put(...stringPieces(data));
      break;
    }
    case 'list': {
      const isInOrder = areInOrder(data.words);
      numbers.push(Number(isInOrder));
      put(bytesOf(isInOrder ? lengthsIn(data.words, 2) : data.words));
      putVector(data.child, numbers, put);
      break;
    }
    case 'array':
      numbers.push(data.size);
      putVector(data.child, numbers, put);
      break;
    case 'struct':
      numbers.push(data.members.length);
      for (const member of data.members) putVector(member, numbers, put);
      break;
    case 'variant':
      numbers.push(data.texts.bytes.length);
      put(bytesOf(data.texts.ends));
      put(data.texts.bytes);
  }
}

function isAllNull({ validity, rows }: VectorData): boolean {
  return validity !== null && countValid(validity, 0, rows) === 0;
}

/** Restores a batch from the bytes of {@link toPieces}, which it then owns: its vectors are views of them. */
export function fromBytes(buffer: ArrayBuffer): VectorBatch {
  const [count = 0] = new Float64Array(buffer, 0, 1);
  const numbers = new Float64Array(buffer, 0, count).values();
  let at = count * 8;
  const reader: BatchReader = {
    number: () => numbers.next().value as number,
    bytes: (length) => {
      const bytes = new Uint8Array(buffer, at, length);
      at += Math.ceil(length / 8) * 8;
      return bytes;
    },
  };
  reader.number();
  const rows = reader.number();
  const vectors = Array.from({ length: reader.number() }, () => readVector(reader));
  return { rows, vectors, free: () => void buffer.transfer(0) };
}

interface BatchReader {
  number(): number;
  bytes(length: number): Uint8Array;
}

function readVector(reader: BatchReader): VectorData {
  const kind = kinds[reader.number()] as VectorData['kind'];
  const rows = reader.number();
  const weightBytes = reader.number();
  const validityBytes = reader.number();
  const validity: Validity = validityBytes === noValidity ? null : reader.bytes(validityBytes);
  const common = { rows, weightBytes, validity };
  switch (kind) {
    case 'fixed': {
      const length = reader.number();
      const isEmpty = reader.number() === 1;
      return fixedVector(rows, validity, isEmpty ? new Uint8Array(length) : reader.bytes(length));
    }
    case 'string': {
      const stringBytes = reader.number();
      if (stringBytes === allNull) return stringVector(validity, new Uint32Array(rows), new Uint8Array(0));
      return stringVector(validity, wordsOf(reader.bytes(rows * 4)), reader.bytes(stringBytes));
    }
    case 'list': {
      if (reader.number() === 1) {
        const lengths = wordsOf(reader.bytes(rows * 4));
        return listVector(validity, lengths, readVector(reader));
      }
      return { kind, ...common, words: wordsOf(reader.bytes(rows * 16)), child: readVector(reader) };
    }
    case 'array':
      return { kind, ...common, size: reader.number(), child: readVector(reader) };
    case 'struct': {
      const members = Array.from({ length: reader.number() }, () => readVector(reader));
      return { kind, ...common, members };
    }
    case 'variant': {
      const length = reader.number();
      const ends = wordsOf(reader.bytes((rows + 1) * 4));
      return { kind, ...common, texts: { ends, bytes: reader.bytes(length) } };
    }
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
