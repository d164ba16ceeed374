import type { VectorData } from '../../vectors/vector-data.ts';

/** Rows `[start, start + count)` of a vector. */
export interface Segment<Data extends VectorData = VectorData> {
  readonly data: Data;
  readonly start: number;
  readonly count: number;
}
