import type { Expression, OrderBy, SelectNode } from '../../syntax/ast.ts';
import { readWhole } from '../instants.ts';
import type { RouteContext } from '../rule.ts';
import { columnTest, faultOfFrom } from './where-applies.ts';

/** `SELECT … FROM t [WHERE …] ORDER BY … LIMIT …` with nothing between that makes rows of rows. */
export interface LeadingRows {
  /** Rows that LIMIT asks for. */
  readonly wanted: number;
  /** Rows that LIMIT and OFFSET ask for together. */
  readonly count: number;
  readonly orders: readonly OrderBy[];
  /** Columns of the table that the terms of ORDER BY are; undefined for a term that is no plain column. */
  readonly orderColumns: readonly (string | undefined)[];
}

/** More rows than this are not worth finding first. */
const countMax = 2_000;

/** Functions that give other values each time: rows chosen first would not be those chosen again. */
const volatile = new Set(['random', 'uuid', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'nextval', 'setseed']);

/** Reads the shape; one line on why not where it is another. */
export function leadingRows({ reference, resolved, table }: RouteContext): LeadingRows | string {
  const { select, node } = reference;
  const notAlone = faultOfFrom(reference);
  if (notAlone !== undefined) return notAlone;
  if (!groupsNothing(select)) return 'the query groups rows';
  const limited = orderedAndLimited(select, countMax);
  if (typeof limited === 'string') return limited;
  const fault = faultOfFilter(
    [select.select_list, select.where_clause, select.modifiers],
    resolved.aggregates,
    true,
  );
  if (fault !== undefined) return fault;
  const columns = table.columns.map(({ name }) => ({ name, test: columnTest(select, node, name) }));
  const orderColumns = limited.orders.map(({ expression }) => {
    const meant = resultMeant(select, expression);
    return columns.find(({ test }) => test(meant))?.name;
  });
  return { ...limited, orderColumns };
}

/** `ORDER BY … LIMIT …` of plain numbers and no other modifier; one line on why not where there is more or less. */
export function orderedAndLimited(
  select: SelectNode,
  countMax: number,
): Omit<LeadingRows, 'orderColumns'> | string {
  const order = select.modifiers.find((modifier) => 'orders' in modifier);
  const limit = select.modifiers.find((modifier) => 'limit' in modifier);
  if (order === undefined || limit?.type !== 'LIMIT_MODIFIER' || select.modifiers.length !== 2)
    return 'no ORDER BY with LIMIT, and nothing else';
  const wanted = limit.limit === null ? undefined : readWhole(limit.limit);
  const skipped = limit.offset === null ? 0n : readWhole(limit.offset);
  if (wanted === undefined || skipped === undefined || wanted < 0n || skipped < 0n)
    return 'LIMIT is no plain number';
  if (wanted + skipped > countMax) return `LIMIT is above ${countMax}`;
  return { wanted: Number(wanted), count: Number(wanted + skipped), orders: order.orders };
}

/** A bare name in ORDER BY means the result column of that name before any column of the table. */
export function resultMeant(select: SelectNode, expression: Expression): Expression {
  if (expression.class !== 'COLUMN_REF' || expression.column_names.length !== 1) return expression;
  const name = expression.column_names[0]?.toLowerCase();
  return select.select_list.find((item) => item.alias.toLowerCase() === name) ?? expression;
}

/** Why rows chosen by these parts of a query could not be chosen first; windows may be told from other faults. */
export function faultOfFilter(
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
      else if (volatile.has(name)) fault = `${name} gives another value each time`;
    }
    Object.values(part).forEach(walk);
  };
  walk(parts);
  return fault;
}

/** Whether a SELECT gives one row for each that passes WHERE, its modifiers aside. */
export function givesRowPerRow(select: SelectNode, aggregates: ReadonlySet<string>): boolean {
  return groupsNothing(select) && faultOfFilter([select.select_list], aggregates) === undefined;
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
