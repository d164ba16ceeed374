import type { AnswerDigest } from '../measure/answer-digest.ts';
import type { QueryRunner } from '../measure/query-runner.ts';

/** An answer that a peer without rows in JavaScript has written to a Parquet file, in the answer's order. */
export interface WrittenAnswer {
  readonly parquet: string;
}

/** Something that answers the workload, in the process that it is opened in. */
export interface Peer extends QueryRunner, AsyncDisposable {
  /** The same answer in a form that other peers' can be compared with. `path` is free for a file. */
  answer(sql: string, path: string): Promise<AnswerDigest | WrittenAnswer>;
  /** Bytes that it sends to processes of its own until a query has begun there; absent where there are none. */
  planBytes?(sql: string): Promise<number>;
}
