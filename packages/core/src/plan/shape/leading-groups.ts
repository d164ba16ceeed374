import { leadersHeld } from '../../structures/leaders.ts';
import { measuredColumns } from '../../structures/measures.ts';
import type { Expression, SelectNode } from '../../syntax/ast.ts';
import { readWhole } from '../instants.ts';
import type { IsColumn } from '../restrictions.ts';
import { faultOfFilter, orderedAndLimited, resultMeant } from './leading-rows.ts';

/** `SELECT … GROUP BY key ORDER BY sum(…) DESC LIMIT …`. */
export interface LeadingGroups {
  /** Groups that LIMIT asks for. */
  readonly wanted: number;
  /** The column they are grouped by. */
  readonly key: string;
  /** The column of totals that they are sorted by first. */
  readonly measure: string;
}

/** Reads the shape of a SELECT over rows with these columns; one line on why not where it is another. */
export function leadingGroups(
  select: SelectNode,
  columns: readonly string[],
  test: (column: string) => IsColumn,
  aggregates: ReadonlySet<string>,
): LeadingGroups | string {
  const limited = orderedAndLimited(select, leadersHeld);
  if (typeof limited === 'string') return limited;
  const [order] = limited.orders;
  if (limited.wanted === 0 || order?.type !== 'DESCENDING' || /FIRST/.test(order.null_order))
    return 'no groups that lead are asked for';
  if (hasWindow(select)) return 'the query has a window';
  const grouped = groupedBy(select, columns, test, aggregates);
  const key = grouped && columns.find((column) => test(column)(grouped));
  if (key === undefined) return 'the query does not group by one column alone';
  const measure = measureOf(numbered(select, resultMeant(select, order.expression)), test);
  if (measure === undefined) return 'it does not sort by a count of rows or a sum first';
  return { wanted: limited.wanted, key, measure };
}

/** The only term of GROUP BY; undefined where there are more, or sets of them. */
function groupedBy(
  select: SelectNode,
  columns: readonly string[],
  test: (column: string) => IsColumn,
  aggregates: ReadonlySet<string>,
): Expression | undefined {
  const isByAll = select.aggregate_handling === 'FORCE_AGGREGATES';
  const terms = isByAll
    ? select.select_list.filter((item) => faultOfFilter([item], aggregates) === undefined)
    : select.group_expressions;
  const [term, more] = terms;
  if (term === undefined || more !== undefined) return undefined;
  if (isByAll) return term;
  const [set, moreSets] = select.group_sets;
  if (set?.length !== 1 || moreSets !== undefined) return undefined;
  // Unlike in ORDER BY, a column of the table goes before a result column of that name.
  if (columns.some((column) => test(column)(term))) return term;
  return numbered(select, resultMeant(select, term));
}

/** `2` means the second result column. */
function numbered(select: SelectNode, term: Expression): Expression {
  const place = readWhole(term);
  return (place === undefined ? undefined : select.select_list[Number(place) - 1]) ?? term;
}

function measureOf(term: Expression, test: (column: string) => IsColumn): string | undefined {
  if (term.class !== 'FUNCTION' || term.filter !== null || term.distinct) return undefined;
  if (term.schema !== '' && term.schema !== 'main') return undefined;
  const [argument, more] = term.children;
  const name = term.function_name.toLowerCase();
  if (name === 'count_star' && argument === undefined) return 'rows';
  if (name !== 'sum' || argument === undefined || more !== undefined) return undefined;
  const column = measuredColumns.find((each) => test(each)(argument));
  return column === undefined ? undefined : `${column}_sum`;
}

/** Whether a part of a query looks at rows beside its own. */
export function hasWindow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ((value as { class?: string }).class === 'WINDOW') return true;
  return Object.values(value).some(hasWindow);
}
