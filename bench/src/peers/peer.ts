import type { AnswerDigest } from '../measure/answer-digest.ts';
import type { QueryRunner } from '../measure/query-runner.ts';

/** An answer in a Parquet file, in the answer's order, for a peer that does not return rows to JavaScript. */
export interface WrittenAnswer {
  readonly parquet: string;
}

/** A system that answers the workload, in the process in which it is opened. */
export interface Peer extends QueryRunner, AsyncDisposable {
  /**
   * The answer in a form that can be compared with those of other peers, with its rows if there are at most `rowsKept`.
   * A file may be written at `path`.
   */
  answer(sql: string, path: string, rowsKept?: number): Promise<AnswerDigest | WrittenAnswer>;
  /** Bytes that it sends to its child processes before a query begins; absent if it has none. */
  planBytes?(sql: string): Promise<number>;
}
