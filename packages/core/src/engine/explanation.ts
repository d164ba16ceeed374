import type { ResultColumn } from '@sdq/contract';
import type { BackendPlan, Described, Route, RuleOutcome } from '../backend/execution-backend.ts';
import type { Resolved } from '../stages.ts';
import { scanOf } from './query-facts.ts';

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

/** What a planned query would return, and how it would run. */
export function explanationOf(
  {
    plan,
    resolved,
    stageMs,
    isFree,
  }: { plan: BackendPlan; resolved: Resolved } & Pick<Explanation, 'stageMs' | 'isFree'>,
  described: Described,
  snapshotId: string,
): Explanation {
  const { rules, routes, attempts } = plan;
  const { rows: rowsEstimated, bytes: bytesEstimated } = scanOf(plan);
  const { advisoryParser } = resolved.statement;
  const { columns, parameterTypes = {} } = described;
  const estimated = { rowsEstimated, bytesEstimated };
  return {
    columns,
    parameterTypes,
    snapshotId,
    rules,
    routes,
    attempts,
    advisoryParser,
    ...estimated,
    isFree,
    stageMs,
  };
}
