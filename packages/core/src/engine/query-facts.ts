import type { ResultColumn } from '@sdq/contract';
import type { BackendPlan } from '../backend/execution-backend.ts';

/** What is known of a query beside its rows, as soon as the first of them are at hand. */
export interface QueryFacts {
  readonly columns: readonly ResultColumn[];
  /** The snapshot all rows come from. */
  readonly snapshotId: string;
  /** Milliseconds the query waited for its turn. */
  readonly queuedMs: number;
  /** Milliseconds per stage, up to the first rows. */
  readonly stageMs: Readonly<Record<string, number>>;
  /** `hit` when the answer was at hand from an equal query of before. */
  readonly cache: 'hit' | 'miss';
  /** What the planner did, one line each. */
  readonly rewrites: readonly string[];
  /** What the planner's route reads of the index, about; nothing when the answer was at hand. */
  readonly scan: { readonly rows: number; readonly bytes: number };
  /**
   * Names the answer: equal for the same query with the same parameters and limit over the same snapshot. Null when the
   * query may give something else each time.
   */
  readonly identity: string | null;
}

/** What a plan's routes read, about. */
export function scanOf({ routes }: BackendPlan): QueryFacts['scan'] {
  const sum = (of: 'rowsEstimated' | 'bytesEstimated') => routes.reduce((all, route) => all + route[of], 0);
  return { rows: sum('rowsEstimated'), bytes: sum('bytesEstimated') };
}

/** The facts of a plan that has begun; the rest is what only who began it knows. */
export function factsOf(plan: BackendPlan, begun: Omit<QueryFacts, 'rewrites' | 'scan'>): QueryFacts {
  return {
    ...begun,
    rewrites: plan.rules
      .filter(({ fired }) => fired)
      .map(({ rule, table, note }) => `${rule}${table === null ? '' : ` ${table}`}: ${note}`),
    scan: begun.cache === 'hit' ? { rows: 0, bytes: 0 } : scanOf(plan),
  };
}

/** The facts of rows that no query had to be run for. */
export function storedFacts(columns: readonly ResultColumn[], snapshotId: string): QueryFacts {
  return {
    columns,
    snapshotId,
    queuedMs: 0,
    stageMs: {},
    cache: 'miss',
    rewrites: [],
    scan: { rows: 0, bytes: 0 },
    identity: null,
  };
}
