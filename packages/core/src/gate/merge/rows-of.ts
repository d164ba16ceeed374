import type { BaseTableRef, Expression, SelectNode, SubqueryRef } from '../../syntax/ast.ts';

/** What a subquery selects of a table. */
interface Selected {
  readonly list: readonly Expression[];
  readonly where: Expression | null;
  /** By which rows are grouped; default: they are not. */
  readonly groups?: readonly Expression[];
}

/** `(SELECT list FROM table WHERE … GROUP BY …) AS name`. */
export function rowsOf(
  table: BaseTableRef,
  name: string,
  { list, where, groups = [] }: Selected,
): SubqueryRef {
  const node: SelectNode = {
    ...{ type: 'SELECT_NODE', modifiers: [], cte_map: { map: [] } },
    select_list: [...list],
    from_table: table,
    where_clause: where,
    group_expressions: [...groups],
    group_sets: groups.length === 0 ? [] : [groups.map((_, at) => at)],
    aggregate_handling: 'STANDARD_HANDLING',
    ...{ having: null, sample: null, qualify: null },
  };
  const subquery = { node, named_param_map: [] };
  return { type: 'SUBQUERY', alias: name, sample: null, query_location: 0, subquery, column_name_alias: [] };
}
