import type { EmitContext } from '../context.ts';
import type { Columns, ExpressionContext } from '../expressions/emit-expression.ts';
import { numberOf, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { type Column, isPlain, nested, type Select } from '../select/select.ts';
import type { Value } from '../sql/value.ts';

export interface RelationContext extends EmitContext, ExpressionContext {
  /** An operator of the plan, and all below it. */
  emit(node: PlanNode, context: RelationContext): Select;
  /** What `LOGICAL_DELIM_GET` reads, innermost last. */
  readonly outer: readonly OuterRows[];
  readonly ctes: ReadonlyMap<number, CteBody>;
}

/** The body of a CTE, which is written anew for each reference. */
export interface CteBody {
  readonly node: PlanNode;
  references: number;
}

/**
 * The same as `context.emit`, for rows that are read more than once: what DuckDB leaves open could be one thing the first
 * time and another the second.
 */
export function emitRepeated(node: PlanNode, context: RelationContext, what: string): Select {
  return context.emit(node, {
    ...context,
    open: (found) => refuse(`${what}, while it is open ${found}`, 'an ORDER BY that decides it'),
  });
}

/** Whether a relation gives the same rows each time that it is read. */
export function isRepeatable({ from }: Select): boolean {
  return !/ LIMIT | OFFSET |\b(any|arg|group)[A-Z(]|rand/.test(from);
}

/** The rows around a correlated subquery: as a relation of their own, or as the rows themselves. */
export interface OuterRows {
  relation(context: RelationContext): { select: Select; columns: readonly Value[] };
  readonly areRowsThemselves: boolean;
}

/** What the columns of a relation are to an expression over it. */
export function columnsOf(select: Select): Columns {
  return {
    at: (index) => select.columns[index] ?? refuse('a plan of this form'),
    bound: (table, place) =>
      select.columns.find((column) => column.table === table && column.column === place) ??
      refuse('a plan of this form'),
  };
}

/** A side of a join: a table as it is, anything else in a SELECT of its own. */
export function side(node: PlanNode, context: RelationContext): Select {
  const select = context.emit(node, context);
  const isTable = isPlain(select) && select.where.length === 0 && !/ (JOIN|ARRAY) /.test(select.from);
  return isTable ? { ...select, order: null } : nested(select, context.names);
}

/** What identifies a pair of rows. */
export function crossed(left: Select['identities'], right: Select['identities']): string[][] {
  const [a, b] = [left[0], right[0]];
  return a === undefined || b === undefined ? [] : [[...a, ...b]];
}

/** Columns of a table of the plan. */
export const numbered = (columns: readonly Value[], table: unknown): Column[] =>
  columns.map((column, at) => ({ ...column, table: numberOf(table), column: at }));
