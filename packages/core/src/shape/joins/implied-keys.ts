import { type CatalogTable, isWholeNumber } from '@sdq/catalog';
import type { Expression, QueryNode } from '../../syntax/ast.ts';
import { Constant } from '../constants/constant.ts';
import type { ConstantScope } from '../constants/instants.ts';
import { conjuncts, type Filter } from '../filter/filter.ts';
import type { JoinedBy } from './joined-by.ts';
import { columnNames } from './name-scopes.ts';

/** What the other side of a join is known by: a table of the statement, with what WHERE allows of it. */
export interface SideTable {
  readonly table: CatalogTable;
  readonly filter: Filter;
}

/**
 * Conditions on the columns of a table that its joins imply: it is joined with a list of constants, or with a column that
 * WHERE compares with constants. None where values are compared as another type than that of the column.
 */
export function impliedKeys(
  joined: readonly JoinedBy[],
  { columns }: CatalogTable,
  tableAt: (place: number) => SideTable | undefined,
  scope: ConstantScope,
): Filter[] {
  return joined.flatMap(({ column, side, sideColumn }): Filter[] => {
    const type = columns.find(({ name }) => name === column)?.type ?? '';
    if (type !== 'VARCHAR' && !isWholeNumber(type)) return [];
    if (side.kind === 'reference') {
      const of = tableAt(side.place);
      const isSame = of?.table.columns.some((each) => each.name === sideColumn && each.type === type);
      return of === undefined || isSame !== true
        ? []
        : conjuncts(of.filter)
            .filter((condition) => isAmong(condition, sideColumn))
            .map((condition) => renamed(condition, column));
    }
    const values =
      side.kind === 'list'
        ? valuesOfList(side.list)
        : valuesOfQuery(side.query.query, indexOf(columnNames(side.query), sideColumn));
    if (values === undefined || values.length === 0) return [];
    const children = values.map(
      (value): Filter => ({
        kind: 'comparison',
        column,
        of: { kind: 'itself' },
        operator: '=',
        value: new Constant(value, scope),
      }),
    );
    return [{ kind: 'or', children }];
  });
}

function indexOf(names: readonly string[] | undefined, column: string | undefined): number {
  return column === undefined ? 0 : (names?.indexOf(column) ?? -1);
}

/** Whether a condition compares a column with values, and says nothing else. */
function isAmong(condition: Filter, column: string | undefined): boolean {
  if (condition.kind === 'or') return condition.children.every((child) => isAmong(child, column));
  return (
    condition.kind === 'comparison' &&
    condition.operator === '=' &&
    condition.of.kind === 'itself' &&
    condition.column === column
  );
}

function renamed(condition: Filter, column: string): Filter {
  if (condition.kind === 'or')
    return { kind: 'or', children: condition.children.map((child) => renamed(child, column)) };
  return { ...condition, column } as Filter;
}

/** The constants of one column of a query that gives nothing else, NULLs aside; it may give fewer. */
function valuesOfQuery(query: QueryNode, index: number): Expression[] | undefined {
  if (query.type !== 'SELECT_NODE' || index < 0) return undefined;
  const { from_table: from, select_list: list } = query;
  const item = list[index];
  // VALUES is read by a SELECT of `*`.
  if (from.type === 'EXPRESSION_LIST')
    return list[0]?.class === 'STAR' ? constants(from.values.map((row) => row[index])) : undefined;
  if (from.type !== 'EMPTY' || item === undefined) return undefined;
  const isUnnested = item.class === 'FUNCTION' && item.function_name === 'unnest';
  return isUnnested && item.children.length === 1 ? valuesOfList(item.children[0]) : constants([item]);
}

function valuesOfList(list: Expression | undefined): Expression[] | undefined {
  return list?.class === 'FUNCTION' && list.function_name === 'list_value'
    ? constants(list.children)
    : undefined;
}

/** Undefined where one is no constant. */
function constants(values: readonly (Expression | undefined)[]): Expression[] | undefined {
  const known = values.filter((value) => value?.class === 'CONSTANT' || value?.class === 'PARAMETER');
  if (known.length < values.length) return undefined;
  return known.filter((value) => value.class !== 'CONSTANT' || !value.value.is_null);
}
