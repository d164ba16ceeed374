import type { Validity } from './validity.ts';

/**
 * Strings or blobs. `words` has an entry of 16 bytes per row: `words[4r]` is the length in bytes (0 for a NULL row).
 * Strings of up to 12 bytes are inlined in the entry, at `16r + 4` of `bytes`, which is the same memory; longer ones
 * are at `words[4r + 3]` of `heaps[words[4r + 2]]`. Strings that are adjacent in a heap are mostly adjacent in the
 * vector.
 */
export interface StringVector {
  readonly kind: 'string';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  /** The total bytes of all strings. */
  readonly stringBytes: number;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly heaps: readonly Uint8Array[];
  /**
   * Whether all strings are either too long to be inlined or empty: the heaps then contain their concatenated bytes.
   */
  readonly areLong: boolean;
}

/** The maximum length of an inlined string in bytes. */
export const inlineBytesMax = 12;

/** The bytes of one string: a view that is valid as long as the vector is. */
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
