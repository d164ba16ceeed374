import type { VectorData } from './vector-data.ts';

/** Rows of a result on their way: a vector for each of its columns. */
export interface VectorBatch {
  readonly rows: number;
  readonly vectors: readonly VectorData[];
  /** Gives the vectors' memory back: whoever has it last calls this once, and nothing of it is used after that. */
  free(): void;
}
