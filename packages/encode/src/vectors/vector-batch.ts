import type { VectorData } from './vector-data.ts';

/** A batch of a result in columnar form: rows as one vector per column. */
export interface VectorBatch {
  readonly rows: number;
  readonly vectors: readonly VectorData[];
  /** Frees the vectors' memory. The last owner calls this once; the vectors must not be used afterwards. */
  free(): void;
}
