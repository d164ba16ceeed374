import type { CatalogTable } from '@sdq/catalog';
import type { ErrorCode, SqlErrorDetail, SqlParameters } from '@sdq/contract';
import type { BaseTableRef, SelectNode, SelectStatement } from './syntax/ast.ts';

/**
 * What each stage passes to the next: parse → admit → resolve, and then a backend. The branded types ensure that text
 * which was not admitted cannot be executed: only its own stage creates each type.
 */
export declare const stage: unique symbol;

/** An objection to a statement, with its error code. */
export interface Objection {
  readonly code: ErrorCode;
  readonly detail: SqlErrorDetail;
}

/** parse: one SELECT as text and as DuckDB's AST. */
export interface Statement {
  readonly [stage]: 'statement';
  /** The caller's own text, as sent. This text, with table references replaced, is executed. */
  readonly text: string;
  /** Where the statement ends in `text`, in UTF-16 units: before a final semicolon and anything after it. */
  readonly endOffset: number;
  readonly ast: SelectStatement;
  readonly parameters: SqlParameters;
  /** The result of the advisory parser (node-sql-parser): `parsed`, `not parsed`, or `timed out`. */
  readonly advisoryParser: 'parsed' | 'not parsed' | 'timed out' | 'off';
  /** Objections of the advisory parser. The admit stage refuses with these where its own walk finds nothing. */
  readonly objections: readonly Objection[];
}

/** A reference to a catalogue table (never to a CTE of the same name) somewhere in an admitted statement. */
export interface TableReference {
  readonly node: BaseTableRef;
  /** The SELECT whose FROM clause contains the reference. */
  readonly select: SelectNode;
  /** UTF-16 offsets of the table's name in the statement's text. */
  readonly start: number;
  readonly end: number;
  /** Whether it is in a subquery inside an expression that is not in WHERE: DuckDB may use that text as a name. */
  readonly isInName: boolean;
  /** Whether it is inside DESCRIBE, which tells its columns and reads none of its rows. */
  readonly isDescribed: boolean;
}

/** admit: a statement that satisfies the policy; all function names and node kinds are known. */
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
  readonly references: readonly (TableReference & {
    readonly table: CatalogTable;
    /** The table that a derived one is computed from. */
    readonly source: CatalogTable | undefined;
  })[];
  readonly aggregates: ReadonlySet<string>;
  /**
   * For planners, of a statement with subqueries in FROM: the same statement with some of them merged into the queries around
   * them, or why none is.
   */
  readonly merged?: { readonly statement: Resolved; readonly note: string } | string;
}

/** Creates a stage's type. Called once, at the end of the stage. */
export function mint<Stage extends { readonly [stage]: string }>(value: Omit<Stage, typeof stage>): Stage {
  return value as Stage;
}
