import { inlineBytesMax, type StringVector } from './string-vector.ts';
import type { Validity } from './validity.ts';
import type { FixedVector, ListVector, VectorData } from './vector-data.ts';

/** Contiguous fixed-width values; the bytes must be aligned to 8 bytes. */
export function fixedVector(rows: number, validity: Validity, bytes: Uint8Array): FixedVector {
  return { kind: 'fixed', rows, validity, weightBytes: bytes.length, bytes };
}

/** Strings whose bytes are contiguous in `heap`, which is UTF-8 if the type is text. NULL has length 0. */
export function stringVector(validity: Validity, lengths: Uint32Array, heap: Uint8Array): StringVector {
  const rows = lengths.length;
  const words = new Uint32Array(rows * 4);
  const bytes = new Uint8Array(words.buffer);
  let areLong = true;
  let offset = 0;
  for (let row = 0; row < rows; row++) {
    const length = lengths[row] as number;
    words[row * 4] = length;
    if (length > inlineBytesMax) words[row * 4 + 3] = offset;
    else {
      areLong &&= length === 0;
      for (let at = 0, to = row * 16 + 4; at < length; at++, to++) bytes[to] = heap[offset + at] as number;
    }
    offset += length;
  }
  const weightBytes = rows * 4 + offset;
  return {
    kind: 'string',
    rows,
    validity,
    weightBytes,
    stringBytes: offset,
    words,
    bytes,
    heaps: [heap],
    areLong,
  };
}

/** Lists whose elements are contiguous in `child`. NULL has length 0. */
export function listVector(validity: Validity, lengths: Uint32Array, child: VectorData): ListVector {
  const rows = lengths.length;
  const words = new Uint32Array(rows * 4);
  let offset = 0;
  for (let row = 0; row < rows; row++) {
    const length = lengths[row] as number;
    words[row * 4] = length === 0 ? 0 : offset;
    words[row * 4 + 2] = length;
    offset += length;
  }
  return { kind: 'list', rows, validity, weightBytes: rows * 4 + child.weightBytes, words, child };
}
