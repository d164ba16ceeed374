import type { ResultColumn } from '@sdq/contract';
import type { Route, RuleOutcome } from '../backend/execution-backend.ts';

/** How a query would run. */
export interface Explanation {
  readonly columns: readonly ResultColumn[];
  /** As {@link Described.parameterTypes}. */
  readonly parameterTypes: Readonly<Record<string, string>>;
  readonly snapshotId: string;
  readonly rules: readonly RuleOutcome[];
  readonly routes: readonly Route[];
  /** Number of speculative plans that are tried before the plan without guards. */
  readonly attempts: number;
  /** The result of the advisory parser for the text. */
  readonly advisoryParser: string;
  /** Upper bounds from the manifest. */
  readonly rowsEstimated: number;
  readonly bytesEstimated: number;
  /** As {@link QueryFacts.isFree}. */
  readonly isFree: boolean;
  /** Milliseconds per stage. */
  readonly stageMs: Readonly<Record<string, number>>;
}
