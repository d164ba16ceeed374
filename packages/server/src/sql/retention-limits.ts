/** What is kept of results for pages and statements, by one service process. Bytes, milliseconds, counts. */
export interface RetentionLimits {
  /** Bytes of one result's file. */
  resultBytesMax: number;
  /** Bytes of all files; those unused for longest go first. */
  bytesMax: number;
  resultsMax: number;
  /** Rows of a result that pages go through. */
  pagedRowsMax: number;
  /** How long a result with pages is kept after a page of it was asked for. */
  pagesMs: number;
  /** Results with pages, of all callers; and digests of their first pages' rows, in bytes. */
  pagedMax: number;
  pagedDigestBytesMax: number;
  /** How long a statement's result is kept after it has ended. */
  statementMs: number;
  /** Statements of one key that run or whose results are kept. */
  statementsPerKeyMax: number;
  /** Statements of all keys that are known; the ended ones are forgotten after a day. */
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
