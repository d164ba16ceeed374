import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { ResultColumn } from '@sdq/contract';
import type { Resolved } from '../stages.ts';
import type { LoadedTable, LoadOptions, LocalTable } from './local-table.ts';
import type { ResultStream, RunLimits, SpooledResult } from './result-stream.ts';

/**
 * The seam between the language and the backend that answers it. In front of it, a text becomes a {@link Resolved}:
 * parsed, admitted, its tables bound. Behind it, a backend plans and runs that. Nothing of the backend's engine
 * crosses the seam, neither SQL nor files nor types: only columns, facts for `explain`, encoded bytes, and files of
 * rows in a format of no backend (`SpooledResult`).
 */
export interface ExecutionBackend extends AsyncDisposable {
  readonly name: string;
  /** The fastest function by which it spreads texts evenly; absent: `hash`. */
  readonly textHash?: TextHash;
  /** The newest snapshot that it has opened: queries that name no snapshot read it. */
  readonly snapshotId: string;
  /**
   * Retains a snapshot until it is released: the newest, or by its id one that is retained already. Errors:
   * `result_expired` when that one has been released.
   */
  acquire(snapshotId?: string): BackendSnapshot;
  /** Opens a newer snapshot, if one was published. On an error the old one stays in place. */
  refresh(): Promise<void>;
  /**
   * Reads a part of a spooled result, whichever backend made it. For a backend with processes of its own, which take
   * the encoding off this process; without it, the engine reads the file itself.
   */
  readSpooled?(
    rows: SpooledResult,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream>;
  /**
   * Copies what a caller gives as a table, so that its queries can read it; absent where the backend cannot. Errors:
   * `file_missing`, `file_malformed`, `format_unknown`, `source_limit`, `disk_full`, `query_timeout`, `query_cancelled`.
   */
  loadTable?(source: LocalTable, options: LoadOptions): Promise<LoadedTable>;
  status(): BackendStatus;
}

/** What the engine passes to a backend when it opens it. */
export interface BackendContext {
  /** The location of the index: a directory with symbolic links resolved, or whatever the backend takes as one. */
  readonly index: string;
  /** All tables that queries may name. */
  readonly catalog: Catalog;
  /** Directory for temporary spill files; default: the system's temporary directory. */
  readonly spillDirectory: string | undefined;
  /**
   * Whether the index may be created later: until then `acquire` fails with `index_missing`, and the snapshot's id is
   * empty.
   */
  readonly mayBeMissing: boolean;
}

/** Opens a backend. Errors: `index_missing`, `index_corrupt`. */
export type BackendFactory = (context: BackendContext) => Promise<ExecutionBackend>;

/** The files of a table, without segments. */
export interface StoredTable {
  readonly files: number;
  readonly bytes: number;
  /** UTC months `YYYY-MM` of its rows; null where files have none. */
  readonly monthFirst: string | null;
  readonly monthLast: string | null;
  /** ISO 8601 in UTC: no row is newer, by the table's main time; null for a table without one, or without rows. */
  readonly timeLast: string | null;
}

/** A consistent snapshot of the tables. It stays readable until it is released. */
export interface BackendSnapshot {
  /** Identifies its content: equal ids, equal rows. */
  readonly id: string;
  rowCount(table: CatalogTable): number;
  /** What is stored of a table; absent, or undefined, where the backend keeps no files. */
  stored?(table: CatalogTable): StoredTable | undefined;
  /** Identifies the rows of these tables: equal in snapshots between which they did not change. Absent: `id` does. */
  contentOf?(tables: readonly CatalogTable[]): string;
  /** Ids of tables that it contains and the catalogue does not describe; a backend may not know them. */
  readonly undescribed?: readonly string[];
  /** Errors: AppErrors that the caller can act on, such as `not_supported_by_backend`. */
  plan(query: Resolved, options: PlanOptions): BackendPlan | Promise<BackendPlan>;
  /** Called once. */
  release(): void;
}

export interface PlanOptions {
  /**
   * Maximum number of rows returned. A run gets the same limit and reads one row more, to tell whether rows were cut
   * off.
   */
  readonly rowsMax: number;
  /** Whether the query has the same answer at any time over the same snapshot, so that its plan may be kept; default: no. */
  readonly isSteady?: boolean;
}

export interface Described {
  readonly columns: readonly ResultColumn[];
  /**
   * The types of parameters, by name, that follow from the places where they stand, such as `BIGINT` of `play_count > $least`.
   * A parameter that takes values of several types is absent; so are all where a backend does not know them.
   */
  readonly parameterTypes?: Readonly<Record<string, string>> | undefined;
}

/** How a backend would answer a query over the snapshot that planned it, which is retained while the plan is used. */
export interface BackendPlan {
  /** What its planner rules did, one line each; empty for a backend without rules. */
  readonly rules: readonly RuleOutcome[];
  /** What answers each table, and what it reads. */
  readonly routes: readonly Route[];
  /** Number of speculative plans that are tried before the plan without guards. */
  readonly attempts: number;
  /**
   * The columns of its result, with the names and types that the result will have, and the types of its parameters; runs
   * nothing. Ends at the time limit, and when the signal is aborted, as `run` does.
   */
  describe(limits: RunLimits, signal: AbortSignal | undefined): Promise<Described>;
  /**
   * Settles when columns and first rows are available, or the query has failed: a later error comes too late for an
   * HTTP status. An aborted signal ends the query with `query_cancelled`, an expired `timeoutMs` with
   * `query_timeout`.
   */
  run(limits: RunLimits, signal: AbortSignal): Promise<ResultStream>;
  /**
   * Turns what the backend threw into an AppError where the caller can act on it, with its position in the caller's
   * own text where it has one. Anything else is returned unchanged and is an internal error. Without `quotesValues`
   * (default true) its messages tell no value that the caller did not give.
   */
  toUserError(error: unknown, options?: { quotesValues?: boolean | undefined }): unknown;
}

/** A function of the language that gives texts numbers, or digits, which are spread evenly. */
export type TextHash = 'hash' | 'md5';

export interface BackendStatus {
  /** Query processes that accept queries, and how many there should be; null when queries run in this process. */
  readonly processes: { readonly living: number; readonly wanted: number; readonly replaced: number } | null;
  /** The nodes of a cluster that answers queries; absent where this machine does. */
  readonly nodes?: readonly BackendNode[];
}

/** A node of a cluster, since the engine was opened. */
export interface BackendNode {
  readonly name: string;
  /** Whether it answered when it was asked last. */
  readonly isUp: boolean;
  /** Queries that were sent to it, with those that it did not answer. */
  readonly queries: number;
  /** How often it did not answer: a query, or a question of the service itself. */
  readonly losses: number;
}

/** What one planner rule did to one reference, or why it did not apply. */
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
  /** Rows and bytes read, estimated: an upper bound for base files, the cost model's estimate for structures. */
  readonly rowsEstimated: number;
  readonly bytesEstimated: number;
}
