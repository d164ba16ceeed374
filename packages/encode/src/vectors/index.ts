export type { DataType } from '../types/data-type.ts';
export { fixedVector, listVector, stringVector } from './make-vectors.ts';
export { inlineBytesMax, type StringVector, stringAt } from './string-vector.ts';
export { takeRows } from './take-rows.ts';
export { packValidity, type Validity } from './validity.ts';
export type { VectorBatch } from './vector-batch.ts';
export type { FixedVector, ListVector, VectorData } from './vector-data.ts';
