import type { ResultColumn, ResultFormat } from '@sdq/contract';
import type { ResultParts } from './result-parts.ts';

/** Limits of a result. */
export interface RunLimits {
  /** Maximum number of rows returned; one more is read, to tell whether rows were cut off. */
  readonly rowsMax: number;
  /** Maximum number of encoded bytes; beyond it the query fails with `result_too_large`. */
  readonly bytesMax: number;
  /** Milliseconds that the backend may work for it; time in a queue or waiting for a slow reader does not count. */
  readonly timeoutMs: number;
  /** Milliseconds left of `timeoutMs`; default: all of them. Parsing and planning took the rest. */
  readonly leftMs?: number;
  /** Whose query it is: a backend does not let one account's memory use or crashes harm the queries of another. */
  readonly account?: string | null;
  /** Whether it runs in a process that no other account's query shares, for example because one like it crashed. */
  readonly runsApart?: boolean;
  /**
   * Called if the process that ran it crashed when nobody waited for the answer any more, so that it was not tried again
   * and may have been the cause.
   */
  readonly onSuspected?: (() => void) | undefined;
  /**
   * Called from time to time with the part of its work that is done, from 0 to 1, as far as the backend knows it. It
   * restarts at a low number when the query is run again.
   */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** What is known when a result has been read to its end. */
export interface ResultSummary {
  readonly rowCount: number;
  readonly bytes: number;
  /** True when `rowsMax` cut rows off. */
  readonly truncated: boolean;
  readonly elapsedMs: number;
  /** Index of the speculative plan whose guards passed, from 0; null when none did, or there were none. */
  readonly attempt: number | null;
}

/** Rows of a spooled result: a range of them, in order. */
export interface SpooledResult {
  /** The file that {@link ResultStream.spool} wrote. */
  readonly path: string;
  /** Index of the first row, not counting those that are left out. */
  readonly first: number;
  readonly count: number;
  /** Indexes of rows that are left out. */
  readonly without: readonly number[];
}

export interface BytesOptions {
  /** JSON and NDJSON: a row as an object (default) or as an array of its values. */
  readonly shape?: 'objects' | 'arrays';
  /** CSV: texts that a spreadsheet would take for formulas (`=`, `+`, `-`, `@`, tab, carriage return first) get a leading apostrophe. */
  readonly csvSafe?: boolean;
}

export interface SpoolOptions {
  /**
   * Called from time to time with the number of rows in the file. It restarts at a low number when the query is run
   * again.
   */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** Whether a result that exceeds `bytesMax` is truncated there instead of failing. */
  readonly isCutAtBytes?: boolean;
}

/**
 * A result that has begun: its first rows are available. It is read once, as bytes or into a file, and throws the
 * backend's own errors, which `toUserError` turns into messages.
 */
export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** The result in a format, encoded in the process that has its vectors. Leaving it early stops the query. */
  bytes(format: ResultFormat, options?: BytesOptions): ResultParts;
  /** Spools the result into a new file, from which any range of it can be read later; on failure there is no file. */
  spool(path: string, options?: SpoolOptions): Promise<ResultSummary>;
  /**
   * Rows of which the parts that the reader took have bytes: what is charged to a reader that leaves early.
   */
  readonly rowsTaken: number;
  /** Set when the result has been read to its end. */
  readonly summary: ResultSummary | undefined;
  /** Stops the query immediately. Safe at any time, more than once. */
  close(): void;
}
