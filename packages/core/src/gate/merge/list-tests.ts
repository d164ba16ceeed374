import type { Expression, FunctionExpression, SelectNode, SubqueryExpression } from '../../syntax/ast.ts';
import { selectOfElements } from '../../syntax/plain-select.ts';
import type { AnyNode } from './tree-walk.ts';

/** Whether a column of this name is a list of texts in each table of the statement that has it. */
export type IsTextList = (column: string) => boolean;

/**
 * Puts `list_contains(list, 'x')` in place of `'x' = ANY(list)` and `'x' IN (SELECT unnest(list))` in WHERE. DuckDB parses both as a
 * subquery, for which it unnests the lists of all rows and joins them with the rows. Where AND and OR alone are around it, the same rows pass:
 * of a list that is NULL or has NULLs, one of the two may be FALSE where the other one is NULL. Changes the SELECT; returns how many it changed.
 */
export function mergeListTests(select: SelectNode, isTextList: IsTextList): number {
  let count = 0;
  const changed = (condition: Expression): Expression => {
    if (condition.class === 'CONJUNCTION') return { ...condition, children: condition.children.map(changed) };
    const call = condition.class === 'SUBQUERY' ? callOf(condition, isTextList) : undefined;
    if (call === undefined) return condition;
    count++;
    return call;
  };
  if (select.where_clause !== null) select.where_clause = changed(select.where_clause);
  return count;
}

/** Whether a node compares a value with the elements of a list. */
export function isListTest(node: AnyNode): boolean {
  if (node.class !== 'SUBQUERY') return false;
  return selectOfElements((node as unknown as SubqueryExpression).subquery.node) !== undefined;
}

/** The call in place of a subquery that tests a list; undefined for another subquery. */
function callOf(
  { subquery_type, comparison_type, child, subquery, alias, query_location }: SubqueryExpression,
  isTextList: IsTextList,
): FunctionExpression | undefined {
  if (subquery_type !== 'ANY' || comparison_type !== 'COMPARE_EQUAL' || child?.class !== 'CONSTANT')
    return undefined;
  const { call, list } = selectOfElements(subquery.node) ?? {};
  const isText = child.value.type.id === 'VARCHAR' && !child.value.is_null;
  if (call === undefined || list?.class !== 'COLUMN_REF' || !isText) return undefined;
  if (!isTextList(list.column_names.at(-1) ?? '')) return undefined;
  return { ...call, alias, query_location, function_name: 'list_contains', children: [list, child] };
}
