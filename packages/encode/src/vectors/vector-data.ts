import type { PreparedTexts } from './prepared-texts.ts';
import type { StringVector } from './string-vector.ts';
import type { Validity } from './validity.ts';

/**
 * The values of one column, independent of the engine, for the rows `[0, rows)`; the value of a NULL row is undefined.
 * `weightBytes` is the approximate size of the rows in a result: `Infinity` if elements are referenced more than once,
 * so that the size can only be determined row by row.
 */
export type VectorData = FixedVector | StringVector | ListVector | ArrayVector | StructVector | VariantVector;

/** Contiguous fixed-width values, little endian. The bytes are aligned to 8 bytes. */
export interface FixedVector {
  readonly kind: 'fixed';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly bytes: Uint8Array;
}

/** Row r contains the elements `[words[4r], words[4r] + words[4r + 2])` of `child`; a NULL row contains none. */
export interface ListVector {
  readonly kind: 'list';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly words: Uint32Array;
  readonly child: VectorData;
}

/** Row r contains the elements `[r * size, (r + 1) * size)` of `child`. */
export interface ArrayVector {
  readonly kind: 'array';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly size: number;
  readonly child: VectorData;
}

/** A struct, or a union: the first member of a union is the tag, a byte with the index of the other members from 0. */
export interface StructVector {
  readonly kind: 'struct';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly members: readonly VectorData[];
}

/** Values of VARIANT, each as JSON text. */
export interface VariantVector {
  readonly kind: 'variant';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly texts: PreparedTexts;
}
