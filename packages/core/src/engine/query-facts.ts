import type { ResultColumn } from '@sdq/contract';
import type { BackendPlan } from '../backend/execution-backend.ts';

/** What is known of a query besides its rows, as soon as the first of them are available. */
export interface QueryFacts {
  readonly columns: readonly ResultColumn[];
  /** The snapshot of all rows. */
  readonly snapshotId: string;
  /** Milliseconds that the query was queued. */
  readonly queuedMs: number;
  /** Milliseconds per stage, up to the first rows. */
  readonly stageMs: Readonly<Record<string, number>>;
  /** `hit` when the result cache answered the query. */
  readonly cache: 'hit' | 'miss';
  /** What the planner did, one line each. */
  readonly rewrites: readonly string[];
  /** Estimated rows and bytes that the plan's routes read; zero on a cache hit. */
  readonly scan: { readonly rows: number; readonly bytes: number };
  /**
   * Identifies the result: equal for the same query with the same parameters and limit over the same snapshot. Null
   * when the result may differ each time.
   */
  readonly identity: string | null;
  /** Whether it reads no rows of the index: what the catalogue tells is free of charge. */
  readonly isFree: boolean;
}

/** How far a running query is. */
export interface QueryProgress {
  /** From 0 to 1. It restarts at a low number when the query is run again. */
  readonly fraction: number;
  /** Bytes read so far: that part of the bytes that the plan's routes read, estimated. */
  readonly bytesScanned: number;
}

/** Estimated rows and bytes that a plan's routes read. */
export function scanOf({ routes }: BackendPlan): QueryFacts['scan'] {
  const sum = (of: 'rowsEstimated' | 'bytesEstimated') => routes.reduce((all, route) => all + route[of], 0);
  return { rows: sum('rowsEstimated'), bytes: sum('bytesEstimated') };
}

/** The facts of a plan that has begun; its caller adds the rest. */
export function factsOf(plan: BackendPlan, begun: Omit<QueryFacts, 'rewrites' | 'scan'>): QueryFacts {
  return {
    ...begun,
    rewrites: plan.rules
      .filter(({ fired }) => fired)
      .map(({ rule, table, note }) => `${rule}${table === null ? '' : ` ${table}`}: ${note}`),
    scan: begun.cache === 'hit' ? { rows: 0, bytes: 0 } : scanOf(plan),
  };
}

/** The facts of rows for which no query was run. */
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
    isFree: false,
  };
}
