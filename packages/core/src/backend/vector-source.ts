import type { StreamColumn } from '@sdq/encode';
import type { VectorBatch } from '@sdq/encode/vectors';

/** Rows as a backend produces them; {@link beginStream} makes a result of them. */
export interface VectorSource {
  /** Names may repeat: a result makes them unique. */
  readonly columns: readonly StreamColumn[];
  /**
   * Returns the next rows, at least one; null after the last. Only one call at a time, and only when the result needs
   * more rows (backpressure). Failures are thrown; a closed source ends.
   */
  next(): Promise<VectorBatch | null>;
  /** Milliseconds of work so far. */
  readonly workedMs: number;
  /** Index of the speculative plan that produces the rows, from 0; null without one. */
  readonly attempt: number | null;
  /** Stops it immediately. Safe at any time, more than once. */
  close(): void;
}
