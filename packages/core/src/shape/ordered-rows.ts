import type { Expression, OrderBy, SelectNode } from '../syntax/ast.ts';
import { isVolatile } from '../syntax/volatile-functions.ts';
import { meansSeveralColumns } from './columns-used.ts';
import { readWhole } from './constants/instants.ts';

/** One term of ORDER BY. */
export interface OrderTerm {
  /** The column of the table that it is; undefined for an expression. */
  readonly column: string | undefined;
  readonly isFalling: boolean;
  readonly nullsFirst: boolean;
}

/** A term of ORDER BY, and the columns of the table that it reads; undefined where they are unknown. */
export interface ReadTerm extends OrderTerm {
  readonly reads: readonly string[] | undefined;
}

/** `SELECT … FROM t [WHERE …] ORDER BY … LIMIT …` without anything in between that changes the rows. */
export interface OrderedRows {
  /** LIMIT: the number of rows. */
  readonly wanted: number;
  /** LIMIT plus OFFSET. */
  readonly count: number;
  readonly terms: readonly ReadTerm[];
}

/**
 * Reads this form; one line with the reason for another form. `columnName` maps an expression to the table's column,
 * `columnsRead` to all columns that it names.
 */
export function readOrderedRows(
  select: SelectNode,
  aggregates: ReadonlySet<string>,
  columnName: (expression: Expression) => string | undefined,
  columnsRead: (expression: Expression) => readonly string[] | undefined,
): OrderedRows | string {
  if (!groupsNothing(select)) return 'the query groups rows';
  const limited = orderedAndLimited(select);
  if (typeof limited === 'string') return limited;
  const fault = faultOfRows([select.select_list, select.where_clause, select.modifiers], aggregates, true);
  if (fault !== undefined) return fault;
  const terms = limited.orders.map((order) => {
    const meant = resultMeant(select, order.expression);
    return {
      column: columnName(meant),
      // a place that is left is that of a column which a star gives
      reads: placeIn(meant) === undefined ? columnsRead(meant) : undefined,
      isFalling: order.type === 'DESCENDING',
      nullsFirst: nullsFirst(order),
    };
  });
  return { wanted: limited.wanted, count: limited.count, terms };
}

/** `ORDER BY … LIMIT …` with number literals and no other modifier; one line with the reason otherwise. */
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

/** LIMIT plus OFFSET of `ORDER BY random() LIMIT …`; undefined for another order. */
export function countAtRandom(select: SelectNode): bigint | undefined {
  const limited = orderedAndLimited(select);
  if (typeof limited === 'string' || limited.orders.length > 1) return undefined;
  const [term] = limited.orders.map(({ expression }) => expression);
  const isRandom = term?.class === 'FUNCTION' && term.function_name.toLowerCase() === 'random';
  return isRandom ? BigInt(limited.count) : undefined;
}

export function nullsFirst(order: OrderBy): boolean {
  return /FIRST/.test(order.null_order);
}

/**
 * A bare name in ORDER BY refers to the result column of that name before any column of the table, a whole number to the
 * result column at that place.
 */
export function resultMeant(select: SelectNode, expression: Expression): Expression {
  const place = placeIn(expression);
  if (place !== undefined) return itemAt(select, place) ?? expression;
  if (expression.class !== 'COLUMN_REF' || expression.column_names.length !== 1) return expression;
  const name = expression.column_names[0]?.toLowerCase();
  return select.select_list.find((item) => item.alias.toLowerCase() === name) ?? expression;
}

/** The place in the list that a term of ORDER BY names. */
function placeIn(expression: Expression): number | undefined {
  const place = expression.class === 'CONSTANT' ? readWhole(expression) : undefined;
  return place === undefined ? undefined : Number(place);
}

/** The item of the list at a place, counted from 1; undefined after a star, which stands for several. */
function itemAt({ select_list: list }: SelectNode, place: number): Expression | undefined {
  const item = list[place - 1];
  return list.slice(0, place).some(meansSeveralColumns) ? undefined : item;
}

/** Why rows cannot be selected before these parts of a query are evaluated; windows are optionally ignored. */
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

/** Whether a SELECT returns one row for each that passes WHERE, ignoring its modifiers. */
export function givesRowPerRow(select: SelectNode, aggregates: ReadonlySet<string>): boolean {
  return groupsNothing(select) && faultOfRows([select.select_list], aggregates) === undefined;
}

/** Whether a SELECT has no clause that groups rows or filters groups: its list may still aggregate. */
export function groupsNothing(select: SelectNode): boolean {
  return (
    select.group_expressions.length === 0 &&
    select.having === null &&
    select.qualify === null &&
    select.aggregate_handling === 'STANDARD_HANDLING'
  );
}
