import type { TextPart } from '@sdq/catalog';
import type { SqlParameters } from '@sdq/contract';
import type { Described, Route, RuleOutcome } from '../../backend/execution-backend.ts';
import type { ResultStream, RunLimits, SpooledResult } from '../../backend/result-stream.ts';
import type { RowTest } from '../../shape/filter/row-test.ts';
import type { Statement, stage } from '../../stages.ts';

/** A name for a relation, for the duration of one query. */
export interface TableView {
  readonly name: string;
  /** The expression to use in a FROM clause. */
  readonly relation: string;
}

/** What queries name: a database file, attached read-only, or rows that each process holds in memory. */
export type Attachment =
  | { readonly name: string; readonly path: string }
  /** A SELECT that returns the rows; the name is that of a table in the database of changes. */
  | { readonly name: string; readonly sql: string };

/** Ordinals of masked rows of a segment. */
export interface MaskedOrdinals {
  /** A name that the same ordinals always have, and others never. */
  readonly name: string;
  /** SQL that returns them, ascending, in its only column. */
  readonly sql: string;
}

/** Keys that are looked up in key files, which gives the ordinals of their rows. */
export interface KeySearch {
  /** Key files, one of each segment. */
  readonly files: readonly {
    readonly path: string;
    /** Added to its ordinals. */
    readonly firstOrdinal: number;
    /** Ordinals `[from, to)` of stale rows in it, before that. */
    readonly stale: readonly (readonly [from: number, to: number])[];
    /** Masked rows in it, before that. */
    readonly masked?: MaskedOrdinals;
  }[];
  /**
   * The values of each key, as `@sdq/row-store/keys` takes them: numbers, days and microseconds as digits. Or what selects
   * keys of one column when the step runs.
   */
  readonly keys: readonly (readonly string[])[] | SelectedKeys;
  /** Maximum number of ordinals of each key in each file, which are the first ones; default: all. */
  readonly limit?: number;
  /** The keys of rows that are in none of these files: those of delta files. Absent where there are none. */
  readonly beside?: KeysBeside;
}

/** Keys that each process holds in memory. */
export interface KeysOfRows {
  /** A name that the same keys always have, and others never. */
  readonly name: string;
  /**
   * SQL that returns them: a column of texts for each value of a key, in the form of {@link KeySearch}; then, where they have one, the
   * time of the row as a BIGINT: microseconds since 1970, or NULL.
   */
  readonly sql: string;
}

/** Keys of changed rows. */
export interface KeysBeside {
  /** Those of each part of the rows that is held apart, and the table that holds it, as SQL. */
  readonly parts: readonly (KeysOfRows & { readonly table: string })[];
  /** The column whose times the parts have; absent where they have none. */
  readonly timeColumn?: string;
  /** The condition that a row of these tables has one of the keys that are looked up, as SQL. Absent where the keys are many, or not known. */
  readonly condition?: string;
}

/** Keys that SQL selects, in its only column; NULLs are left out. */
export interface SelectedKeys {
  readonly sql: string;
  /** Guard: the DuckDB type of the column; with another type, the next plan is tried. */
  readonly type: string;
  /** Guard: with more keys than this, the next plan is tried. */
  readonly keysMax: number;
}

/**
 * Rows that are kept in a temporary table of the query's connection before it runs. Speculative plans that name the same
 * table share it.
 */
export interface KeptStep {
  /** The name of the table: a word that occurs nowhere else in the plan. */
  readonly table: string;
  /** Fetches of rows that `sql` reads. */
  readonly steps: readonly RowStep[];
  /** SQL that returns the rows, one more than the maximum at most. */
  readonly sql: string;
  /** Guard: with more rows than this, the next plan is tried. */
  readonly rowsMax: number;
}

/** Rows to be fetched by their ordinals before a query runs (late materialisation). */
export interface RowStep {
  /** Placeholder for the rows in the speculative plan's SQL and views: a word that occurs nowhere else in them. */
  readonly placeholder: string;
  /** SQL that returns the rows' ordinals, counted over all files, in its only column; null where `keys` has all. */
  readonly sql: string | null;
  /** Keys whose rows are fetched too. */
  readonly keys?: KeySearch;
  /** Guard: with fewer or more ordinals than this, the next plan is tried. */
  readonly rowsMin: number;
  readonly rowsMax: number;
  /** Columns to fetch, with the types that row files have; `jsonOf` is the column's own type where they have its JSON text. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly jsonOf?: string }[];
  /** In order, each with the ordinal of its first row. */
  readonly files: readonly FetchedRowsFile[];
}

/** A row file, or a base file, whose rows are read directly or by SQL. */
export interface FetchedRowsFile {
  readonly path: string;
  readonly first: number;
  readonly rows: number;
  /** Whether it is a base file that is read directly: Parquet with all of the wanted columns that it has as DuckDB writes them. */
  readonly isParquet?: true;
  /** The rows of a base file that is read by SQL, with `file_row_number`, as SQL for FROM. */
  readonly base?: string;
}

/** A result that is fetched rows as they are stored, sorted and cut. */
export interface RowAnswer {
  /** Columns of the step, or texts that are concatenated of some, with their names in the result. */
  readonly columns: readonly (
    | { readonly name: string; readonly column: string }
    | { readonly name: string; readonly parts: readonly TextPart[] }
  )[];
  /** Columns of the step by which rows are sorted; rows that are equal in all of them are in the order of their ordinals. */
  readonly order: readonly {
    readonly column: string;
    readonly isFalling: boolean;
    readonly nullsFirst: boolean;
  }[];
  readonly skipped: number;
  /** Maximum number of rows after those that are skipped; null: all. */
  readonly wanted: number | null;
  /** Whether rows beside the fetched ones may belong to it, which depends on the keys. */
  readonly hasRowsBeside?: boolean;
  /** Which of the fetched rows belong to it; default: all. */
  readonly test?: RowTest;
  /** Whether rows that were not fetched may be equal to the last of them by the first term of `order`, and precede them by others. */
  readonly hasTies?: boolean;
}

/** A result of one row: the number of rows that have one of some keys, or that is known from the manifest. */
export interface CountedRows {
  /** The name of the result column, a BIGINT. */
  readonly name: string;
  /** Added to what is counted. */
  readonly known: number;
  /** Paths of key files, one of each segment, of which each gives the number of its rows with a key. */
  readonly files: readonly string[];
  /** The values of each key, in the form of {@link KeySearch}; none twice. */
  readonly keys: readonly (readonly string[])[];
  /** By how much changed rows change that number; absent where none are changed. */
  readonly changed?: CountedChanges;
}

/** By how much changed rows change a number of rows. */
export interface CountedChanges {
  readonly byKey: NumbersByKey;
  /** Where the keys of those are too many to be held: SQL from FROM on, of one row with the column `rows`. */
  readonly from: string;
}

/** How many more rows than before have each key, which each process holds in memory. */
export interface NumbersByKey {
  /** A name that the same numbers always have, and others never. */
  readonly name: string;
  /** SQL that returns them: a column of texts for each value of a key, in the form of {@link KeySearch}, and the number. */
  readonly sql: string;
}

/**
 * A cheaper plan for the same answer whose guards pass only on some data: few rows to fetch, or all of a top-k in a top-k
 * partition. The executor runs it first. When a guard fails, or the plan does, it falls back on the next one, and at last
 * on the plan's own `sql`.
 */
export interface SpeculativePlan {
  readonly sql: string;
  readonly views: readonly TableView[];
  /** What is kept before the steps. */
  readonly kept?: readonly KeptStep[];
  readonly steps: readonly RowStep[];
  /** Guard: with fewer rows in its result than this, the next plan is tried. */
  readonly rowsMin: number;
  /** How the rows of its only step are the result, without SQL; absent where they are not. */
  readonly answer?: RowAnswer;
  /** Whether its SQL is never run: the rows of its step may be too few, which only {@link RowAnswer} can tell. */
  readonly isAnswerOnly?: boolean;
  /** Guard: where reading its result fails, or it has very many rows, the next plan is tried. */
  readonly failsLate?: boolean;
}

/**
 * Rows that are looked up by their keys, and are the result as they are stored, or their number: it is planned without the other
 * ways, and runs without SQL. It misses where its guards fail; then a {@link Plan} answers.
 */
export interface LookUp extends Pick<Plan, 'parameters' | 'attachments' | 'counted'> {
  /** One; none where rows are counted. */
  readonly attempts: readonly LookUpAttempt[];
}

export type LookUpAttempt = Pick<SpeculativePlan, 'steps' | 'rowsMin' | 'answer' | 'isAnswerOnly'>;

/** plan: the text that runs, and how places in it lead back to the caller's own text. */
export interface Plan {
  readonly [stage]: 'plan';
  readonly sql: string;
  readonly parameters: SqlParameters;
  /** Tables that `sql` names as the caller does: each a view of the query's own connection. */
  readonly views: readonly TableView[];
  readonly attachments: readonly Attachment[];
  /** How the result is counted without SQL, which is tried before anything else; absent where it is not. */
  readonly counted?: CountedRows;
  /** Speculative plans, in the order in which they are tried. */
  readonly attempts: readonly SpeculativePlan[];
  readonly statement: Statement;
  /** Replaced spans, ascending: `[start, end)` of the caller's text became `length` units of `sql`. */
  readonly splices: readonly { readonly start: number; readonly end: number; readonly length: number }[];
  readonly rules: readonly RuleOutcome[];
  readonly routes: readonly Route[];
}

/** What plans read that each process makes when the first of them needs it, and then holds: what a cache is warmed with. */
export interface HeldParts {
  readonly attachments: readonly Attachment[];
  readonly masked: readonly MaskedOrdinals[];
  readonly beside: readonly KeysOfRows[];
  readonly numbers: readonly NumbersByKey[];
}

/** Where plans run: in this process or in replaceable ones. */
export interface QueryRunner extends AsyncDisposable {
  start(plan: RunnablePlan, limits: RunLimits, signal: AbortSignal | undefined): Promise<ResultStream>;
  /** The rows of a look-up; undefined where it misses. */
  lookUp(
    lookUp: LookUp,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream | undefined>;
  /** Rows of a file that {@link ResultStream.spool} wrote, encoded where plans run. */
  readSpooled(rows: SpooledResult, limits: RunLimits, signal: AbortSignal | undefined): Promise<ResultStream>;
  /** The columns that a plan would return, and the types of its parameters; runs nothing. Of the limits, the time counts. */
  describe(plan: RunnablePlan, limits: RunLimits, signal: AbortSignal | undefined): Promise<Described>;
  /**
   * Makes what plans of a new snapshot will read, before the first of them runs. What cannot be made, or not in time, is left to
   * the plans themselves.
   */
  warmUp(parts: HeldParts, timeoutMs: number, signal: AbortSignal): Promise<void>;
}

/** What a runner needs of a plan, and all that is sent to another process. Only the plan stage creates it. */
export type RunnablePlan = Pick<
  Plan,
  typeof stage | 'sql' | 'parameters' | 'views' | 'attachments' | 'counted' | 'attempts'
>;
