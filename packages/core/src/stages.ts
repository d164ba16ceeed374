import type { CatalogTable } from '@sdq/catalog';
import type { ErrorCode, ResultColumn, ResultFormat, SqlErrorDetail, SqlParameters } from '@sdq/contract';
import type { ResultParts } from './result-parts.ts';
import type { BaseTableRef, SelectNode, SelectStatement } from './syntax/ast.ts';

/**
 * What each stage hands to the next: parse → admit → resolve → plan → execute → stream. The brands make sure that
 * text which nobody admitted cannot be executed: each type is minted by its own stage only.
 */
declare const stage: unique symbol;

/** Something held against a statement, by its code. */
export interface Objection {
  readonly code: ErrorCode;
  readonly detail: SqlErrorDetail;
}

/** parse: one SELECT as text and as DuckDB's AST. */
export interface Statement {
  readonly [stage]: 'statement';
  /** The caller's own text, as sent. This text, with table references replaced, is what runs. */
  readonly text: string;
  /** Where the statement ends in `text`, in UTF-16 units: before a final semicolon and what follows it. */
  readonly endOffset: number;
  readonly ast: SelectStatement;
  readonly parameters: SqlParameters;
  /** What the first reader (node-sql-parser) made of it: `parsed`, `not parsed`, or `timed out`. */
  readonly firstReader: 'parsed' | 'not parsed' | 'timed out' | 'off';
  /** What the first reader holds against it. The admit stage refuses with these where its own walk finds nothing. */
  readonly objections: readonly Objection[];
}

/** A reference to a catalogue table (never to a CTE of the same name) somewhere in an admitted statement. */
export interface TableReference {
  readonly node: BaseTableRef;
  /** The SELECT whose FROM clause holds the reference. */
  readonly select: SelectNode;
  /** UTF-16 offsets of the table's name in the statement's text. */
  readonly start: number;
  readonly end: number;
  /** Whether it stands in a subquery inside of an expression: DuckDB may use that text as a name. */
  readonly inExpression: boolean;
}

/** admit: a statement that keeps the policy; names of functions and node kinds were all known. */
export interface Admitted {
  readonly [stage]: 'admitted';
  readonly statement: Statement;
  readonly references: readonly TableReference[];
  /** Lower-case names of the aggregate functions it calls. */
  readonly aggregates: ReadonlySet<string>;
}

/** resolve: each reference bound to a table of the platform's catalogue. */
export interface Resolved {
  readonly [stage]: 'resolved';
  readonly statement: Statement;
  readonly platform: string;
  readonly references: readonly (TableReference & { readonly table: CatalogTable })[];
  readonly aggregates: ReadonlySet<string>;
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

/** A name for a relation, while one query runs. */
export interface TableView {
  readonly name: string;
  /** Stands in a FROM clause. */
  readonly relation: string;
}

/** A database file that queries name; attached read-only. */
export interface Attachment {
  readonly name: string;
  readonly path: string;
}

/** Rows to be fetched by their numbers before a query runs. */
export interface RowStep {
  /** Stands in the attempt's SQL and views in place of the rows: a word that nothing else in there holds. */
  readonly placeholder: string;
  /** Gives the rows' ordinals, counted through all row files, in its one column. */
  readonly sql: string;
  /** With fewer or more ordinals than this, the attempt is given up. */
  readonly rowsMin: number;
  readonly rowsMax: number;
  /** Columns that are wanted, with their DuckDB types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Row files in order, each with the ordinal of its first row. */
  readonly files: readonly { readonly path: string; readonly first: number; readonly rows: number }[];
}

/**
 * A quicker way to the same answer that holds only if the data is as hoped: few rows to fetch, or all of a top-k in
 * a top-k partition. Known when it has run; if it does not hold, or fails, the next attempt is made, and at last the plan's `sql`.
 */
export interface Attempt {
  readonly sql: string;
  readonly views: readonly TableView[];
  readonly steps: readonly RowStep[];
  /** With fewer rows in its result than this, the attempt does not hold. */
  readonly rowsMin: number;
}

/** plan: the text that runs, and how places in it lead back to the caller's own text. */
export interface Plan {
  readonly [stage]: 'plan';
  readonly sql: string;
  readonly parameters: SqlParameters;
  /** Tables that `sql` names as the caller does: each a view of the query's own connection. */
  readonly views: readonly TableView[];
  readonly attachments: readonly Attachment[];
  /** To be tried first, in their order. */
  readonly attempts: readonly Attempt[];
  readonly statement: Statement;
  readonly snapshotId: string;
  /** Replaced spans, ascending: `[start, end)` of the caller's text became `length` units of `sql`. */
  readonly splices: readonly { readonly start: number; readonly end: number; readonly length: number }[];
  readonly rules: readonly RuleOutcome[];
  readonly routes: readonly Route[];
}

export interface ExecutionLimits {
  /** Rows handed out; one more is looked for, to tell whether rows were cut. */
  readonly rowsMax: number;
  /** Encoded bytes handed out before the query fails with `result_too_large`. */
  readonly bytesMax: number;
  /** Milliseconds that the engine may work for the query; waits for a turn or for a slow reader do not count. */
  readonly timeoutMs: number;
  /** What is left of it when a part was spent on an attempt that failed; default: all. */
  readonly leftMs?: number;
}

/** What is known when a result has been read to its end. */
export interface ResultSummary {
  readonly rowCount: number;
  readonly bytes: number;
  /** True when `rowsMax` cut rows off. */
  readonly truncated: boolean;
  readonly elapsedMs: number;
  /** Which of the plan's attempts held, from 0; null when its own SQL ran. */
  readonly attempt: number | null;
}

/** Rows of a result that was stored in a file: a part of them, in their order. */
export interface StoredRows {
  /** The file that {@link ResultStream.store} filled. */
  readonly path: string;
  /** Counted without those that are left out. */
  readonly first: number;
  readonly count: number;
  /** Numbers of rows that are left out. */
  readonly without: readonly number[];
}

export interface BytesOptions {
  /** JSON and NDJSON: a row as an object (default) or as an array of its values. */
  readonly shape?: 'objects' | 'arrays';
}

export interface StoreOptions {
  /** Told now and then how many rows the file has. It starts again at few when the query has to be run again. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** A result that passes `bytesMax` ends there, truncated, and does not fail. */
  readonly isCutAtBytes?: boolean;
}

/**
 * execute + stream: a result that has begun, its first rows at hand. It is read once, as bytes or into a file, and
 * throws what the engine throws, not yet worded for people.
 */
export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** The result in a format, encoded where its vectors are. Leaving it early stops the query. */
  bytes(format: ResultFormat, options?: BytesOptions): ResultParts;
  /** The result in a new file, from which any part of it can be had again; no file when it fails. */
  store(path: string, options?: StoreOptions): Promise<ResultSummary>;
  /** Rows in what the reader has taken and come back from, at least so many: what a reader who leaves has had. */
  readonly rowsTaken: number;
  /** Known when the result has been read to its end. */
  readonly summary: ResultSummary | undefined;
  /** Stops the query where it stands. Safe at any time, more than once. */
  close(): void;
}

/** Where plans run: in this process or in one that can be replaced. */
export interface QueryRunner extends AsyncDisposable {
  start(plan: RunnablePlan, limits: ExecutionLimits, signal: AbortSignal | undefined): Promise<ResultStream>;
  /** Rows of a file that {@link ResultStream.store} filled. */
  readStored(
    rows: StoredRows,
    limits: ExecutionLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream>;
  /** The columns that a plan would give; runs nothing. */
  describe(plan: RunnablePlan): Promise<ResultColumn[]>;
}

/** What the engine needs of a plan, and all that crosses to another process. Only the plan stage mints it. */
export type RunnablePlan = Pick<
  Plan,
  typeof stage | 'sql' | 'parameters' | 'views' | 'attachments' | 'attempts'
>;

/** Mints a stage's type. Called by the stage that makes it, once, at its end. */
export function mint<Stage extends { readonly [stage]: string }>(value: Omit<Stage, typeof stage>): Stage {
  return value as Stage;
}
