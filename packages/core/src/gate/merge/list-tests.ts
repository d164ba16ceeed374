import type { Expression, FunctionExpression, SelectNode, SubqueryExpression } from '../../syntax/ast.ts';

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
    const list = condition.class === 'SUBQUERY' ? listOf(condition, isTextList) : undefined;
    if (list === undefined) return condition;
    count++;
    return list;
  };
  if (select.where_clause !== null) select.where_clause = changed(select.where_clause);
  return count;
}

/** Whether an expression may be such a test. */
export function isListTest({
  subquery_type,
  comparison_type,
  child,
  subquery: { node },
}: SubqueryExpression): boolean {
  return (
    subquery_type === 'ANY' &&
    comparison_type === 'COMPARE_EQUAL' &&
    child?.class === 'CONSTANT' &&
    child.value.type.id === 'VARCHAR' &&
    !child.value.is_null &&
    node.type === 'SELECT_NODE' &&
    node.from_table.type === 'EMPTY'
  );
}

function listOf(test: SubqueryExpression, isTextList: IsTextList): FunctionExpression | undefined {
  const { child, subquery, alias, query_location } = test;
  const { node } = subquery;
  if (!isListTest(test) || child === null || node.type !== 'SELECT_NODE' || !isBare(node)) return undefined;
  const [item, more] = node.select_list;
  if (more !== undefined || item?.class !== 'FUNCTION' || item.function_name !== 'unnest') return undefined;
  const [list, option] = item.children;
  if (option !== undefined || list?.class !== 'COLUMN_REF' || !isTextList(list.column_names.at(-1) ?? ''))
    return undefined;
  return {
    ...item,
    ...{ alias, query_location },
    function_name: 'list_contains',
    children: [list, child],
  };
}

/** Whether a SELECT has a list and nothing else. */
function isBare(node: SelectNode): boolean {
  return (
    [node.modifiers, node.cte_map.map, node.group_expressions, node.group_sets].every(
      ({ length }) => length === 0,
    ) && [node.where_clause, node.having, node.qualify, node.sample].every((clause) => clause === null)
  );
}
