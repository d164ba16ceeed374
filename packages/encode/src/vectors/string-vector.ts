import type { Validity } from './validity.ts';

/**
 * Strings or blobs. An entry of 16 bytes a row, in `words`: `words[4r]` is the length in bytes (0 in a NULL row). Up to 12 bytes stand in the entry itself, at `16r + 4` of
 * `bytes`, which is the same memory; longer ones at `words[4r + 3]` of `heaps[words[4r + 2]]`. Neighbours in a heap
 * are mostly neighbours in the vector.
 */
export interface StringVector {
  readonly kind: 'string';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  /** Of all strings together. */
  readonly stringBytes: number;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly heaps: readonly Uint8Array[];
  /** Whether all strings are longer than that or empty: the heaps are then their bytes one after another. */
  readonly areLong: boolean;
}

/** Bytes that an entry holds in itself. */
export const inlineBytesMax = 12;

/** The bytes of one string; a view, valid as long as the vector is. */
export function stringAt(
  words: Uint32Array,
  bytes: Uint8Array,
  heaps: readonly Uint8Array[],
  row: number,
): Uint8Array {
  const length = words[row * 4] as number;
  if (length <= inlineBytesMax) return bytes.subarray(row * 16 + 4, row * 16 + 4 + length);
  const offset = words[row * 4 + 3] as number;
  return (heaps[words[row * 4 + 2] as number] as Uint8Array).subarray(offset, offset + length);
}
