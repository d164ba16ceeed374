export { type DataType, readType } from '../types/data-type.ts';
export { type FixedVector, type ListVector, readVector, type VectorData } from './read-vector.ts';
export { inlineBytesMax, type StringVector } from './string-vector.ts';
export { VectorMemory } from './vector-memory.ts';
