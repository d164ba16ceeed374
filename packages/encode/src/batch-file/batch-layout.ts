import type { Validity } from '../vectors/validity.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import type { VectorData } from '../vectors/vector-data.ts';

/**
 * A batch as bytes: first numbers of 64 bits (how many of them, rows, columns, then of each vector its kind and sizes,
 * parents before children), then the vectors' buffers in the same order, each at a multiple of 8. Everything stands as in
 * memory, so that reading makes views and copies nothing.
 */
const kinds: readonly VectorData['kind'][] = ['fixed', 'string', 'list', 'array', 'struct', 'variant'];

/** Stands for the length of a validity that is not there. */
const noValidity = -1;
const padding = new Uint8Array(8);

/** The pieces of a batch, one after another; views of its memory. */
export function toPieces({ rows, vectors }: Omit<VectorBatch, 'free'>): Uint8Array[] {
  const numbers = [0, rows, vectors.length];
  const pieces: Uint8Array[] = [];
  const put = (piece: Uint8Array): void => {
    pieces.push(piece);
    if (piece.length % 8 > 0) pieces.push(padding.subarray(piece.length % 8));
  };
  for (const vector of vectors) putVector(vector, numbers, put);
  numbers[0] = numbers.length;
  return [bytesOf(Float64Array.from(numbers)), ...pieces];
}

function putVector(data: VectorData, numbers: number[], put: (piece: Uint8Array) => void): void {
  const { validity } = data;
  numbers.push(kinds.indexOf(data.kind), data.rows, data.weightBytes, validity?.length ?? noValidity);
  if (validity !== null) put(validity);
  switch (data.kind) {
    case 'fixed':
      numbers.push(data.bytes.length);
      put(data.bytes);
      break;
    case 'string':
      numbers.push(data.stringBytes, Number(data.areLong), data.heaps.length);
      put(data.bytes);
      for (const heap of data.heaps) {
        numbers.push(heap.length);
        put(heap);
      }
      break;
    case 'list':
      put(bytesOf(data.words));
      putVector(data.child, numbers, put);
      break;
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

/** A batch of bytes that {@link toPieces} gave, and that are the batch's own: its vectors are views of them. */
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
    case 'fixed':
      return { kind, ...common, bytes: reader.bytes(reader.number()) };
    case 'string': {
      const stringBytes = reader.number();
      const areLong = reader.number() === 1;
      const heapCount = reader.number();
      const bytes = reader.bytes(rows * 16);
      const heaps = Array.from({ length: heapCount }, () => reader.bytes(reader.number()));
      return { kind, ...common, stringBytes, areLong, words: wordsOf(bytes), bytes, heaps };
    }
    case 'list':
      return { kind, ...common, words: wordsOf(reader.bytes(rows * 16)), child: readVector(reader) };
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
