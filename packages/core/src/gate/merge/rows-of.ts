import type { BaseTableRef, Expression, SelectNode, SubqueryRef } from '../../syntax/ast.ts';

/** `(SELECT list FROM table WHERE …) AS name`. */
export function rowsOf(
  table: BaseTableRef,
  name: string,
  { list, where }: { readonly list: readonly Expression[]; readonly where: Expression | null },
): SubqueryRef {
  const node: SelectNode = {
    ...{ type: 'SELECT_NODE', modifiers: [], cte_map: { map: [] } },
    select_list: [...list],
    from_table: table,
    where_clause: where,
    ...{ group_expressions: [], group_sets: [], aggregate_handling: 'STANDARD_HANDLING' },
    ...{ having: null, sample: null, qualify: null },
  };
  const subquery = { node, named_param_map: [] };
  return { type: 'SUBQUERY', alias: name, sample: null, query_location: 0, subquery, column_name_alias: [] };
}
