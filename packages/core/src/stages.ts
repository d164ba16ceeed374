import type { CatalogTable } from '@sdq/catalog';
import type { ErrorCode, SqlErrorDetail, SqlParameters } from '@sdq/contract';
import type { BaseTableRef, SelectNode, SelectStatement } from './syntax/ast.ts';

/**
 * What each stage hands to the next: parse → admit → resolve, and from there to a backend. The brands make sure that
 * text which nobody admitted cannot be executed: each type is minted by its own stage only.
 */
export declare const stage: unique symbol;

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
  /** What the advisory parser (node-sql-parser) made of it: `parsed`, `not parsed`, or `timed out`. */
  readonly advisoryParser: 'parsed' | 'not parsed' | 'timed out' | 'off';
  /** What the advisory parser holds against it. The admit stage refuses with these where its own walk finds nothing. */
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

/** Mints a stage's type. Called by the stage that makes it, once, at its end. */
export function mint<Stage extends { readonly [stage]: string }>(value: Omit<Stage, typeof stage>): Stage {
  return value as Stage;
}
