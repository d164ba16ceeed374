import type { PreparedTexts } from './prepared-texts.ts';
import type { StringVector } from './string-vector.ts';
import type { Validity } from './validity.ts';

/**
 * Values of one column, whichever engine they come from. Rows `[0, rows)`; what stands in a NULL row is not defined.
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

/** Values of VARIANT, each as the text of its JSON. */
export interface VariantVector {
  readonly kind: 'variant';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly texts: PreparedTexts;
}
