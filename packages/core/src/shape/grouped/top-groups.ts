import type { Expression, SelectNode } from '../../syntax/ast.ts';
import { readWhole } from '../constants/instants.ts';
import { faultOfRows, nullsFirst, orderedAndLimited, resultMeant } from '../ordered-rows.ts';
import type { ColumnName } from './group-test.ts';

/** `SELECT … GROUP BY key ORDER BY sum(…) DESC LIMIT …`. */
export interface TopGroups {
  /** LIMIT: the number of groups. */
  readonly wanted: number;
  /** LIMIT plus OFFSET. */
  readonly count: number;
  /** The column they are grouped by. */
  readonly key: string;
  /** The first sort key: the number of rows, or the sum of a column. */
  readonly by: { readonly kind: 'rows' } | { readonly kind: 'sum'; readonly column: string };
}

/** Reads the form of a SELECT over rows whose columns `columnName` maps; one line with the reason for another form. */
export function readTopGroups(
  select: SelectNode,
  columnName: ColumnName,
  aggregates: ReadonlySet<string>,
): TopGroups | string {
  const limited = orderedAndLimited(select);
  if (typeof limited === 'string') return limited;
  const { wanted, count, orders } = limited;
  const [order] = orders;
  if (wanted === 0 || order?.type !== 'DESCENDING' || nullsFirst(order))
    return 'no groups that lead are asked for';
  if (hasWindow(select)) return 'the query has a window';
  const [grouped, more] = groupingTerms(select, columnName, aggregates) ?? [];
  const key = grouped && columnName(grouped);
  if (key === undefined || more !== undefined) return 'the query does not group by one column alone';
  const by = leadBy(numbered(select, resultMeant(select, order.expression)), columnName);
  if (by === undefined) return 'it does not sort by a count of rows or a sum first';
  return { wanted, count, key, by };
}

/** The terms of GROUP BY; undefined for grouping sets. */
export function groupingTerms(
  select: SelectNode,
  columnName: ColumnName,
  aggregates: ReadonlySet<string>,
): Expression[] | undefined {
  if (select.aggregate_handling === 'FORCE_AGGREGATES')
    return select.select_list.filter((item) => faultOfRows([item], aggregates) === undefined);
  const [set, moreSets] = select.group_sets;
  if (set?.length !== select.group_expressions.length || moreSets !== undefined) return undefined;
  // Unlike in ORDER BY, a column of the table takes precedence over a result column of that name.
  return select.group_expressions.map((term) =>
    columnName(term) === undefined ? numbered(select, resultMeant(select, term)) : term,
  );
}

/** `2` means the second result column. */
function numbered(select: SelectNode, term: Expression): Expression {
  const place = readWhole(term);
  return (place === undefined ? undefined : select.select_list[Number(place) - 1]) ?? term;
}

function leadBy(term: Expression, columnName: ColumnName): TopGroups['by'] | undefined {
  if (term.class !== 'FUNCTION' || term.filter !== null || term.distinct) return undefined;
  if (term.schema !== '' && term.schema !== 'main') return undefined;
  const [argument, more] = term.children;
  const name = term.function_name.toLowerCase();
  if (name === 'count_star' && argument === undefined) return { kind: 'rows' };
  if (name !== 'sum' || argument === undefined || more !== undefined) return undefined;
  const column = columnName(argument);
  return column === undefined ? undefined : { kind: 'sum', column };
}

/** Whether a part of a query reads rows other than its own. */
export function hasWindow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ((value as { class?: string }).class === 'WINDOW') return true;
  return Object.values(value).some(hasWindow);
}
