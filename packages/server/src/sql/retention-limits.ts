/** Limits of the results that one service process retains for pages and statements. Bytes, milliseconds, counts. */
export interface RetentionLimits {
  /** Size of one spooled result. */
  resultBytesMax: number;
  /** Total size of spooled results; the least recently used ones are evicted. */
  bytesMax: number;
  resultsMax: number;
  /** Maximum number of rows of a paginated result. */
  pagedRowsMax: number;
  /** How long a paginated result is retained after the last request for a page. */
  pagesMs: number;
  /** Number of paginated results of all callers, and bytes of the row digests of their first pages. */
  pagedMax: number;
  pagedDigestBytesMax: number;
  /** How long the result of a statement is retained after its end. */
  statementMs: number;
  /** Running statements and retained results per key. */
  statementsPerKeyMax: number;
  /** Statements of all keys; ended statements expire after a day. */
  statementsMax: number;
  statementKnownMs: number;
}

export const retentionLimits: RetentionLimits = {
  resultBytesMax: 536_870_912,
  bytesMax: 4_294_967_296,
  resultsMax: 1_000,
  pagedRowsMax: 100_000,
  pagesMs: 600_000,
  pagedMax: 4_096,
  pagedDigestBytesMax: 33_554_432,
  statementMs: 1_800_000,
  statementsPerKeyMax: 100,
  statementsMax: 10_000,
  statementKnownMs: 86_400_000,
};
