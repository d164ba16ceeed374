import type { VectorData } from '../../vectors/read-vector.ts';

/** Rows `[start, start + count)` of a vector. */
export interface Segment<Data extends VectorData = VectorData> {
  readonly data: Data;
  readonly start: number;
  readonly count: number;
}
