import type { AnswerDigest } from '../measure/answer-digest.ts';
import type { WorkloadQuery } from '../workload/query.ts';

/** Something that answers the workload. */
export interface Peer extends AsyncDisposable {
  readonly name: string;
  /** Runs a query to its last row and throws the rows away; rejects when it fails. */
  run(query: WorkloadQuery, signal?: AbortSignal): Promise<void>;
  /** The same answer as a digest that other peers' can be compared with. */
  digest(query: WorkloadQuery): Promise<AnswerDigest>;
}
