import type { Expression, OrderBy, SelectNode } from '../syntax/ast.ts';
import { readWhole } from './constants/instants.ts';
import { isVolatile } from './volatile-functions.ts';

/** One term of ORDER BY. */
export interface OrderTerm {
  /** The column of the table that it is; undefined for an expression. */
  readonly column: string | undefined;
  readonly isFalling: boolean;
  readonly nullsFirst: boolean;
}

/** `SELECT … FROM t [WHERE …] ORDER BY … LIMIT …` with nothing between that makes rows of rows. */
export interface OrderedRows {
  /** Rows that LIMIT asks for. */
  readonly wanted: number;
  /** Rows that LIMIT and OFFSET ask for together. */
  readonly count: number;
  readonly terms: readonly OrderTerm[];
}

/** Reads the shape; one line on why not where it is another. `columnName` tells the table's column that an expression is. */
export function readOrderedRows(
  select: SelectNode,
  aggregates: ReadonlySet<string>,
  columnName: (expression: Expression) => string | undefined,
): OrderedRows | string {
  if (!groupsNothing(select)) return 'the query groups rows';
  const limited = orderedAndLimited(select);
  if (typeof limited === 'string') return limited;
  const fault = faultOfRows([select.select_list, select.where_clause, select.modifiers], aggregates, true);
  if (fault !== undefined) return fault;
  const terms = limited.orders.map((order) => ({
    column: columnName(resultMeant(select, order.expression)),
    isFalling: order.type === 'DESCENDING',
    nullsFirst: nullsFirst(order),
  }));
  return { wanted: limited.wanted, count: limited.count, terms };
}

/** `ORDER BY … LIMIT …` of plain numbers and no other modifier; one line on why not where there is more or less. */
export function orderedAndLimited(
  select: SelectNode,
): { wanted: number; count: number; orders: readonly OrderBy[] } | string {
  const order = select.modifiers.find((modifier) => 'orders' in modifier);
  const limit = select.modifiers.find((modifier) => 'limit' in modifier);
  if (order === undefined || limit?.type !== 'LIMIT_MODIFIER' || select.modifiers.length !== 2)
    return 'no ORDER BY with LIMIT, and nothing else';
  const wanted = limit.limit === null ? undefined : readWhole(limit.limit);
  const skipped = limit.offset === null ? 0n : readWhole(limit.offset);
  if (wanted === undefined || skipped === undefined || wanted < 0n || skipped < 0n)
    return 'LIMIT is no plain number';
  return { wanted: Number(wanted), count: Number(wanted + skipped), orders: order.orders };
}

export function nullsFirst(order: OrderBy): boolean {
  return /FIRST/.test(order.null_order);
}

/** A bare name in ORDER BY means the result column of that name before any column of the table. */
export function resultMeant(select: SelectNode, expression: Expression): Expression {
  if (expression.class !== 'COLUMN_REF' || expression.column_names.length !== 1) return expression;
  const name = expression.column_names[0]?.toLowerCase();
  return select.select_list.find((item) => item.alias.toLowerCase() === name) ?? expression;
}

/** Why rows chosen by these parts of a query could not be chosen first; windows may be told from other faults. */
export function faultOfRows(
  parts: readonly unknown[],
  aggregates: ReadonlySet<string>,
  noWindows = false,
): string | undefined {
  let fault: string | undefined;
  const walk = (value: unknown): void => {
    if (fault !== undefined || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return void value.forEach(walk);
    const part = value as Record<string, unknown>;
    if (part.class === 'WINDOW' && noWindows) fault = 'the query has a window';
    if (part.class === 'SUBQUERY') fault = 'the query has a subquery';
    if (part.class === 'FUNCTION') {
      const name = String(part.function_name).toLowerCase();
      if (aggregates.has(name)) fault = 'the query aggregates rows';
      else if (name === 'unnest') fault = 'the query unnests lists';
      else if (isVolatile(name)) fault = `${name} gives another value each time`;
    }
    Object.values(part).forEach(walk);
  };
  walk(parts);
  return fault;
}

/** Whether a SELECT gives one row for each that passes WHERE, its modifiers aside. */
export function givesRowPerRow(select: SelectNode, aggregates: ReadonlySet<string>): boolean {
  return groupsNothing(select) && faultOfRows([select.select_list], aggregates) === undefined;
}

/** Whether a SELECT has no clause that groups rows or filters what comes of that: its list may still aggregate. */
export function groupsNothing(select: SelectNode): boolean {
  return (
    select.group_expressions.length === 0 &&
    select.having === null &&
    select.qualify === null &&
    select.aggregate_handling === 'STANDARD_HANDLING'
  );
}
