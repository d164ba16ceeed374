import type {
  BaseTableRef,
  Expression,
  JoinRef,
  SelectNode,
  SubqueryRef,
  TableRef,
  WindowExpression,
} from '../../syntax/ast.ts';
import {
  columnRef,
  conjunction,
  conjunctsOf,
  expressionKey,
  functionCall,
} from '../../syntax/expressions.ts';
import { partsOf } from '../../syntax/parts-of.ts';
import { callsVolatile } from '../../syntax/volatile-functions.ts';
import { isOfTable, type TableScope } from './mergeable.ts';
import { rowsOf } from './rows-of.ts';

/** The column of the first term of ORDER BY, where that is an expression. */
export const orderName = '_sdq_order';
const [firstsName, firstName] = ['_sdq_firsts', '_sdq_first'];

/** A window that numbers rows of which only the first of each partition are wanted, by several terms. */
export interface FirstRows {
  readonly window: WindowExpression;
  /** The first term of its order, over the table. */
  readonly term: Expression;
  readonly isFalling: boolean;
}

/**
 * The window of a SELECT over a table, where it is the only one, is `row_number()` with several terms of order, and only rows with the
 * number 1 are wanted: by QUALIFY, or, as `isFirstOnly` says, by the query around it. Undefined for others; where WHERE asks for equal
 * values, so that few rows are sorted; and where it has another value at each call.
 */
export function firstRows(
  select: SelectNode,
  scope: TableScope,
  isFirstOnly: boolean,
): FirstRows | undefined {
  const { select_list: list, qualify, modifiers, where_clause: where } = select;
  const windows = windowsIn([list, qualify, modifiers]);
  const [window] = windows;
  if (window?.function_name.toLowerCase() !== 'row_number' || new Set(windows.map(expressionKey)).size > 1)
    return undefined;
  const isWanted = isFirstOnly || conjunctsOf(qualify).some((each) => isFirst(each, list));
  const [order, second] = window.orders;
  if (!isWanted || order === undefined || second === undefined) return undefined;
  // its rows are found twice
  if (isSelective(where) || callsVolatile(where)) return undefined;
  if (/first/i.test(order.null_order) || !isOfTable(order.expression, scope)) return undefined;
  return { window, term: order.expression, isFalling: order.type === 'DESCENDING' };
}

/** The SELECTs in FROM of which the query around asks for nothing but rows that have the number 1. */
export function selectsOfFirsts(selects: readonly SelectNode[]): ReadonlySet<SelectNode> {
  const found = new Set<SelectNode>();
  for (const { from_table: from, where_clause: where } of selects) {
    if (from.type !== 'SUBQUERY' || from.sample !== null || from.column_name_alias.length > 0) continue;
    const { node } = from.subquery;
    if (node.type !== 'SELECT_NODE' || node.qualify !== null) continue;
    const isWhole = node.modifiers.every(({ type }) => type === 'ORDER_MODIFIER');
    if (isWhole && conjunctsOf(where).some((each) => isFirst(each, node.select_list))) found.add(node);
  }
  return found;
}

/** `window = 1`, or the same of an item that is one. */
function isFirst(condition: Expression, list: readonly Expression[]): boolean {
  if (condition.class !== 'COMPARISON' || condition.type !== 'COMPARE_EQUAL') return false;
  const { left, right } = condition;
  if (right.class !== 'CONSTANT' || right.value.is_null || right.value.value !== 1) return false;
  if (left.class === 'WINDOW') return true;
  const name = left.class === 'COLUMN_REF' ? left.column_names.at(-1)?.toLowerCase() : undefined;
  const items = list.filter(({ alias }) => alias !== '' && alias.toLowerCase() === name);
  return items.length === 1 && items[0]?.class === 'WINDOW';
}

function windowsIn(tree: unknown): WindowExpression[] {
  return [...partsOf(tree)].flatMap((part) =>
    part.class === 'WINDOW' ? [part as unknown as WindowExpression] : [],
  );
}

const tests = /^(list_|array_|contains|starts_with|prefix|suffix|regexp_|.?~~|like|ilike)/i;

/** Whether a condition asks for equal values, or tests lists or texts. */
function isSelective(where: Expression | null): boolean {
  return [...partsOf(where)].some(
    ({ type, function_name: name }) =>
      type === 'COMPARE_EQUAL' || type === 'COMPARE_IN' || (typeof name === 'string' && tests.test(name)),
  );
}

/**
 * Rows of a table as a subquery, joined with the first value of each partition: those that have it. Only among these is the first row by
 * all terms, so that few rows are sorted; and aggregates find the values without sorting any. `partitions` are the columns of the subquery that make the
 * partitions, each with what it is of the table.
 */
export function joinedWithFirsts(
  rows: SubqueryRef,
  table: BaseTableRef,
  { term, isFalling }: FirstRows,
  partitions: readonly { readonly name: string; readonly value: Expression }[],
  where: Expression | null,
): TableRef {
  const firsts = rowsOf(table, firstsName, {
    list: [
      ...partitions.map(({ value }, at) => ({ ...value, alias: `${firstName}_${at + 1}` })),
      { ...functionCall(isFalling ? 'max' : 'min', [{ ...term, alias: '' }]), alias: firstName },
    ],
    where,
    groups: partitions.map(({ value }) => ({ ...value, alias: '' })),
  });
  const own = (name: string): Expression => columnRef(rows.alias, name);
  const order = term.class === 'COLUMN_REF' ? (term.column_names.at(-1) ?? '') : orderName;
  const condition = conjunction([
    ...partitions.map(({ name }, at) => isEqual(own(name), columnRef(firstsName, `${firstName}_${at + 1}`))),
    isEqual(own(order), columnRef(firstsName, firstName)),
  ]);
  const joined: JoinRef = {
    ...{ type: 'JOIN', alias: '', sample: null, query_location: 0, left: rows, right: firsts, condition },
    ...{ join_type: 'INNER', ref_type: 'REGULAR', using_columns: [] },
    ...{ delim_flipped: false, duplicate_eliminated_columns: [] },
  };
  return joined;
}

/** NULL is equal to NULL. */
function isEqual(left: Expression, right: Expression): Expression {
  return {
    ...{ class: 'COMPARISON', type: 'COMPARE_NOT_DISTINCT_FROM', alias: '', query_location: 0 },
    ...{ left, right },
  };
}
