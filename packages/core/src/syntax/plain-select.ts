import type { Expression, FunctionExpression, QueryNode, SelectNode } from './ast.ts';

/** Whether a SELECT has a list, FROM and WHERE, and nothing else. */
export function isPlainSelect(node: SelectNode): boolean {
  return (
    [node.modifiers, node.cte_map.map, node.group_expressions, node.group_sets].every(
      ({ length }) => length === 0,
    ) &&
    [node.having, node.qualify, node.sample].every((clause) => clause === null) &&
    node.aggregate_handling === 'STANDARD_HANDLING'
  );
}

/** The list that `unnest(list)` unnests; undefined for another expression. */
export function unnestedList(call: Expression): Expression | undefined {
  if (call.class !== 'FUNCTION' || call.function_name.toLowerCase() !== 'unnest') return undefined;
  const [list, option] = call.children;
  return option === undefined ? list : undefined;
}

/** What `SELECT unnest(list)`, which has nothing else, unnests; undefined for another query. */
export function selectOfElements(
  node: QueryNode,
): { readonly call: FunctionExpression; readonly list: Expression } | undefined {
  if (node.type !== 'SELECT_NODE' || node.from_table.type !== 'EMPTY') return undefined;
  const [call, another] = node.select_list;
  if (node.where_clause !== null || another !== undefined || !isPlainSelect(node)) return undefined;
  const list = call && unnestedList(call);
  return call?.class === 'FUNCTION' && list !== undefined ? { call, list } : undefined;
}
