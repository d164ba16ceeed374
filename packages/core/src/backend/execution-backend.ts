import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { ResultColumn } from '@sdq/contract';
import type { Resolved } from '../stages.ts';
import type { ResultStream, RunLimits, SpooledResult } from './result-stream.ts';

/**
 * The seam between the language and whoever answers it. In front of it a text becomes a {@link Resolved}: parsed,
 * admitted, its tables bound. Behind it a backend plans and runs that, and only the backend knows what it makes of it:
 * no SQL of its own, no file and no type of its engine comes back over the seam, but columns, facts for `explain`, encoded
 * bytes, and files of rows that are no backend's (`SpooledResult`).
 */
export interface ExecutionBackend extends AsyncDisposable {
  readonly name: string;
  /** The newest snapshot that it has taken up: what queries see that name none. */
  readonly snapshotId: string;
  /**
   * Holds a snapshot until it is released: the newest, or by its id one that somebody holds. Errors: `result_expired` when
   * nobody does any more.
   */
  acquire(snapshotId?: string): BackendSnapshot;
  /** Takes up a newer snapshot, if one was published. Errors leave the old one in place. */
  refresh(): Promise<void>;
  /**
   * A part of a result that was kept, whichever backend made it. For a backend with processes of its own, which spare this
   * one the encoding; without it, the engine reads the file itself.
   */
  readSpooled?(
    rows: SpooledResult,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream>;
  status(): BackendStatus;
}

/** What the engine tells a backend that is opened. */
export interface BackendContext {
  /** Where the index is: a directory, its symbolic links resolved; or whatever the backend takes for one. */
  readonly index: string;
  /** All tables that queries may name. */
  readonly catalog: Catalog;
  /** Where queries may put what memory does not hold; default: the system's temporary folder. */
  readonly spillDirectory: string | undefined;
  /** Whether the index may be made later: until then `acquire` fails with `index_missing`, and the snapshot’s id is empty. */
  readonly mayBeMissing: boolean;
}

/** Opens a backend. Errors: `index_missing`, `index_corrupt`. */
export type BackendFactory = (context: BackendContext) => Promise<ExecutionBackend>;

/** Tables as they stood at one time. It stays readable until it is released. */
export interface BackendSnapshot {
  /** Names its content: equal ids, equal rows. */
  readonly id: string;
  rowCount(table: CatalogTable): number;
  /** Ids of tables that it holds and the catalogue does not have; a backend may not know. */
  readonly undescribed?: readonly string[];
  /** Errors: AppErrors that the caller can do something about, such as `not_supported_by_backend`. */
  plan(query: Resolved, options: PlanOptions): BackendPlan | Promise<BackendPlan>;
  /** Called once. */
  release(): void;
}

export interface PlanOptions {
  /** Rows handed out at most. The run is told the same, and looks for one more, to tell whether rows were cut. */
  readonly rowsMax: number;
}

/** How a backend would answer a query over the snapshot that planned it, which is held while the plan is used. */
export interface BackendPlan {
  /** What its planner did, one line each; empty where there is none. */
  readonly rules: readonly RuleOutcome[];
  /** What answers each table, and what that reads. */
  readonly routes: readonly Route[];
  /** Number of speculative plans that are tried before the plan without guards. */
  readonly attempts: number;
  /** The columns of its result, by the names and types that the result will have; runs nothing. */
  describe(): Promise<ResultColumn[]>;
  /**
   * Settles when columns and first rows are at hand, or the query has failed: what is thrown later comes too late for an
   * HTTP status. An aborted signal ends it with `query_cancelled`, a `timeoutMs` that is over with `query_timeout`.
   */
  run(limits: RunLimits, signal: AbortSignal): Promise<ResultStream>;
  /**
   * What the backend threw, as an AppError where the caller can do something about it, with its place in the caller's own
   * text where it has one; anything else is given back, and is a fault of the program.
   */
  toUserError(error: unknown): unknown;
}

export interface BackendStatus {
  /** Its processes that take queries, of those that should; null when queries run in this one. */
  readonly processes: { readonly living: number; readonly wanted: number; readonly replaced: number } | null;
}

/** What one planner rule did to one reference, or why it did nothing. */
export interface RuleOutcome {
  readonly rule: string;
  /** The table it looked at; null for a rule over the whole statement. */
  readonly table: string | null;
  readonly fired: boolean;
  /** One line for `explain`. */
  readonly note: string;
}

/** The part of a table that a reference was routed to. */
export interface Route {
  readonly table: string;
  /** What answers: `base files`, or a structure of the index such as `scan` or `tags`. */
  readonly via: string;
  readonly filesTotal: number;
  readonly filesRead: number;
  /** Rows and bytes that are read, about: of base files an upper bound, of structures what the cost model assumes. */
  readonly rowsEstimated: number;
  readonly bytesEstimated: number;
}
