/** Limits of the results that one service process retains for pages and statements. Bytes, milliseconds, counts. */
export interface RetentionLimits {
  /** Size of one spooled result. */
  resultBytesMax: number;
  /** Total size of spooled results; the least recently used ones are evicted. */
  bytesMax: number;
  resultsMax: number;
  /** Quota of one account: size and number of its spooled results. Its own least recently used ones are evicted. */
  accountBytesMax: number;
  accountResultsMax: number;
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
  /** Snapshots that were read lately and can be named by `snapshot_id`: their number, and how long after the last use. */
  snapshotsMax: number;
  snapshotMs: number;
  /** Quotes: how long they hold, of one account, and in all. */
  quoteMs: number;
  quotesPerAccountMax: number;
  quotesMax: number;
  /** Exact quotes of one account: their results are retained. */
  exactQuotesPerAccountMax: number;
}

export const retentionLimits: RetentionLimits = {
  resultBytesMax: 536_870_912,
  bytesMax: 4_294_967_296,
  resultsMax: 1_000,
  accountBytesMax: 1_073_741_824,
  accountResultsMax: 250,
  pagedRowsMax: 100_000,
  pagesMs: 600_000,
  pagedMax: 4_096,
  pagedDigestBytesMax: 33_554_432,
  statementMs: 1_800_000,
  statementsPerKeyMax: 100,
  statementsMax: 10_000,
  statementKnownMs: 86_400_000,
  snapshotsMax: 16,
  snapshotMs: 1_800_000,
  quoteMs: 600_000,
  quotesPerAccountMax: 100,
  quotesMax: 2_000,
  exactQuotesPerAccountMax: 20,
};
