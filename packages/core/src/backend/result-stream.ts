import type { ResultColumn, ResultFormat } from '@sdq/contract';
import type { ResultParts } from './result-parts.ts';

/** What a result may take. */
export interface RunLimits {
  /** Rows handed out; one more is looked for, to tell whether rows were cut. */
  readonly rowsMax: number;
  /** Encoded bytes handed out before the query fails with `result_too_large`. */
  readonly bytesMax: number;
  /** Milliseconds that the backend may work for it; waits for a turn or for a slow reader do not count. */
  readonly timeoutMs: number;
}

/** What is known when a result has been read to its end. */
export interface ResultSummary {
  readonly rowCount: number;
  readonly bytes: number;
  /** True when `rowsMax` cut rows off. */
  readonly truncated: boolean;
  readonly elapsedMs: number;
  /** Which of the plan's attempts held, from 0; null when none did, or there were none. */
  readonly attempt: number | null;
}

/** Rows of a result that was stored in a file: a part of them, in their order. */
export interface SpooledResult {
  /** The file that {@link ResultStream.spool} filled. */
  readonly path: string;
  /** Counted without those that are left out. */
  readonly first: number;
  readonly count: number;
  /** Numbers of rows that are left out. */
  readonly without: readonly number[];
}

export interface BytesOptions {
  /** JSON and NDJSON: a row as an object (default) or as an array of its values. */
  readonly shape?: 'objects' | 'arrays';
}

export interface SpoolOptions {
  /** Told now and then how many rows the file has. It starts again at few when the query has to be run again. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** A result that passes `bytesMax` ends there, truncated, and does not fail. */
  readonly isCutAtBytes?: boolean;
}

/**
 * A result that has begun, its first rows at hand. It is read once, as bytes or into a file, and throws what the backend
 * throws, not yet worded for people.
 */
export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** The result in a format, encoded where its vectors are. Leaving it early stops the query. */
  bytes(format: ResultFormat, options?: BytesOptions): ResultParts;
  /** The result in a new file, from which any part of it can be had again; no file when it fails. */
  spool(path: string, options?: SpoolOptions): Promise<ResultSummary>;
  /** Rows in what the reader has taken and come back from, at least so many: what a reader who leaves has had. */
  readonly rowsTaken: number;
  /** Known when the result has been read to its end. */
  readonly summary: ResultSummary | undefined;
  /** Stops the query where it stands. Safe at any time, more than once. */
  close(): void;
}
