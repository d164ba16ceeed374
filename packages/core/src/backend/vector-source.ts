import type { StreamColumn } from '@sdq/encode';
import type { VectorBatch } from '@sdq/encode/vectors';

/** Rows as a backend has them: what {@link beginStream} makes a result of. */
export interface VectorSource {
  /** Of names that may be given twice: a result makes them unique. */
  readonly columns: readonly StreamColumn[];
  /**
   * The next rows, at least one; null after the last. One call at a time, and none is made before the result wants more.
   * What fails is thrown, and a source that was closed ends.
   */
  next(): Promise<VectorBatch | null>;
  /** Milliseconds of work for it so far. */
  readonly workedMs: number;
  /** Which of the plan's attempts it is, from 0; null where there are none. */
  readonly attempt: number | null;
  /** Stops it where it stands. Safe at any time, more than once. */
  close(): void;
}
