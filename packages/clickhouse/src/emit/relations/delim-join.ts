import { emitExpression } from '../expressions/emit-expression.ts';
import { functions } from '../functions/functions.ts';
import { bigint, boolean } from '../plan/duck-type.ts';
import { inputOf, nodeOf, nodesOf, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { isPlain, nested, plain, type Select } from '../select/select.ts';
import type { Value } from '../sql/value.ts';
import { emitJoin } from './join.ts';
import { columnsOf, emitRepeated, type OuterRows, type RelationContext, side } from './relation-context.ts';

/** A correlated subquery, or a lateral join: the right side reads values of the left through `LOGICAL_DELIM_GET`. */
export function emitDelimJoin(node: PlanNode, context: RelationContext): Select {
  const [leftNode, rightNode] = [inputOf(node), inputOf(node, 1)];
  const chain = chainOf(rightNode);
  if (chain.some(isUnnest)) {
    if (node.join_type === 'INNER') return lateral(node, leftNode, rightNode, context);
    const member = membership(node, chain, leftNode, context);
    if (member !== undefined) return member;
  }
  if (leftNode.type === 'LOGICAL_WINDOW' && isNumbering(leftNode))
    return refuse('a subquery that reads a list of the row around it', 'unnest in the FROM clause');
  const keysOf = (select: Select, own: RelationContext) =>
    nodesOf(node.duplicate_eliminated_columns).map((each) => emitExpression(each, columnsOf(select), own));
  const outer: OuterRows = {
    areRowsThemselves: false,
    relation(own) {
      const select = plain(emitRepeated(leftNode, own, 'rows around a subquery'), own.names);
      return { select, columns: keysOf(select, own) };
    },
  };
  const left = side(leftNode, context);
  const right = context.emit(rightNode, { ...context, outer: [...context.outer, outer] });
  return emitJoin(node, left, nested(right, context.names), context);
}

/** The operators of a right side that works row by row, down to the values of the left; empty if it is another. */
function chainOf(node: PlanNode): PlanNode[] {
  const chain: PlanNode[] = [];
  for (let each = node; ; each = inputOf(each)) {
    if (each.type === 'LOGICAL_DELIM_GET') return chain;
    const isRowByRow = each.type === 'LOGICAL_PROJECTION' || each.type === 'LOGICAL_FILTER' || isUnnest(each);
    if (!isRowByRow || nodesOf(each.children).length !== 1) return [];
    chain.push(each);
  }
}

const isUnnest = ({ type, name }: PlanNode) =>
  type === 'LOGICAL_UNNEST' || (type === 'LOGICAL_GET' && name === 'unnest');

/** Rows are numbered where a list is among the values that are read. */
function isNumbering(node: PlanNode): boolean {
  const [window, another] = nodesOf(node.expressions);
  return another === undefined && window?.alias === 'delim_index' && window.type === 'WINDOW_ROW_NUMBER';
}

/** The rows of the left side, whose numbers are not needed where the right side works on the rows themselves. */
function rowsOf(node: PlanNode, context: RelationContext): Select {
  if (node.type !== 'LOGICAL_WINDOW' || !isNumbering(node))
    return plain(context.emit(node, context), context.names);
  const select = plain(context.emit(inputOf(node), context), context.names);
  return { ...select, columns: [...select.columns, { sql: '1', type: bigint, nullable: false }] };
}

/** Each row with the elements of its own list. */
function lateral(node: PlanNode, leftNode: PlanNode, rightNode: PlanNode, context: RelationContext): Select {
  const left = { ...rowsOf(leftNode, context), order: null };
  const columns = nodesOf(node.duplicate_eliminated_columns).map((each) =>
    emitExpression(each, columnsOf(left), context),
  );
  const outer: OuterRows = { areRowsThemselves: true, relation: () => ({ select: left, columns }) };
  const right = context.emit(rightNode, { ...context, outer: [...context.outer, outer] });
  if (!isPlain(right) || !right.from.startsWith(left.from)) return refuse('a lateral join of that kind');
  return { ...right, columns: [...left.columns, ...right.columns] };
}

/** `x IN (SELECT unnest(list))` of the same row. */
function membership(
  node: PlanNode,
  chain: readonly PlanNode[],
  leftNode: PlanNode,
  context: RelationContext,
): Select | undefined {
  if (node.join_type !== 'MARK') return undefined;
  const conditions = nodesOf(node.conditions);
  const equal = conditions.filter(({ comparison }) => comparison === 'COMPARE_EQUAL');
  const rest = conditions.filter(({ comparison }) => comparison === 'COMPARE_NOT_DISTINCT_FROM');
  const [wanted, another] = equal;
  const isBare = chain.every(
    (each) =>
      isUnnest(each) ||
      (each.type === 'LOGICAL_PROJECTION' &&
        nodesOf(each.expressions).every(({ expression_class: kind }) => kind === 'BOUND_REF')),
  );
  if (wanted === undefined || another !== undefined || rest.length + 1 !== conditions.length || !isBare)
    return undefined;
  const left = rowsOf(leftNode, context);
  const read = nodesOf(node.duplicate_eliminated_columns).map((each) =>
    emitExpression(each, columnsOf(left), context),
  );
  const lists = read.filter(({ type }) => type.id === 'LIST');
  const [list] = lists;
  if (list === undefined || lists.length > 1) return undefined;
  const item = emitExpression(nodeOf(wanted.left), columnsOf(left), context);
  const found: Value | undefined = functions.get('list_contains')?.write({
    name: 'list_contains',
    args: [list, item],
    type: boolean,
    names: context.names,
    caseMaps: context.caseMaps,
  });
  return found === undefined ? undefined : { ...left, columns: [...left.columns, found] };
}
