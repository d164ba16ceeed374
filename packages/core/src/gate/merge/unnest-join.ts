import type {
  BaseTableRef,
  ColumnRefExpression,
  Expression,
  JoinRef,
  SelectNode,
  TableRef,
} from '../../syntax/ast.ts';
import { columnRef, conjunction, conjunctsOf, functionCall } from '../../syntax/expressions.ts';
import { partsOf } from '../../syntax/parts-of.ts';
import { selectOfElements, unnestedList } from '../../syntax/plain-select.ts';
import { callsVolatile } from '../../syntax/volatile-functions.ts';
import type { NameOf } from './merge-select.ts';
import { type ColumnsOf, isPlainTable } from './mergeable.ts';
import { rowsOf } from './rows-of.ts';
import { mapped } from './tree-walk.ts';

/** `t, unnest(t.list) AS elements(element)`: each row of a table with each element of one of its lists. */
interface UnnestJoin {
  readonly table: BaseTableRef;
  /** The name of the table in the query. */
  readonly name: string;
  readonly columns: ReadonlySet<string>;
  readonly list: Expression;
  /** The names of the elements, as a table and as its column. */
  readonly elements: string;
  readonly element: string;
}

/**
 * Puts `(SELECT a, unnest(list) AS element FROM t) AS t` in place of `t, unnest(t.list) AS elements(element)` where a SELECT
 * reads that and nothing else: the same rows, in the form that planners know. Conditions on the table alone go into it.
 * Changes the SELECT; returns whether it did.
 */
export async function mergeUnnest(
  select: SelectNode,
  columnsOf: ColumnsOf,
  nameOf: NameOf,
): Promise<boolean> {
  const join = unnestJoin(select.from_table, columnsOf);
  if (join === undefined || select.sample !== null) return false;
  const { from_table: _from, ...clauses } = select;
  const read = namesRead(join, clauses);
  if (read === undefined) return false;
  const items: Expression[] = [];
  for (const item of select.select_list) {
    const changed = withElement(join, item);
    const isNamed = item.alias !== '' || item.class === 'COLUMN_REF' || item.class === 'STAR';
    const name = isNamed || !namesElements(join, item) ? '' : await nameOf(item);
    if (name === undefined) return false;
    items.push(name === '' ? changed : { ...changed, alias: name });
  }
  const conditions = conjunctsOf(select.where_clause);
  const ofTable = conditions.filter((each) => isOnTable(join, each));
  const others = conditions.filter((each) => !ofTable.includes(each));
  select.select_list = items;
  select.group_expressions = withElement(join, select.group_expressions);
  select.having = withElement(join, select.having);
  select.qualify = withElement(join, select.qualify);
  select.modifiers = withElement(join, select.modifiers);
  select.where_clause = conjunction(others.map((each) => withElement(join, each)));
  select.from_table = subqueryOf(join, read, conjunction(ofTable));
  return true;
}

function unnestJoin(from: TableRef, columnsOf: ColumnsOf): UnnestJoin | undefined {
  if (from.type !== 'JOIN' || !isCross(from)) return undefined;
  const { left: table, right } = from;
  if (table.type !== 'BASE_TABLE' || !isPlainTable(table)) return undefined;
  const columns = columnsOf(table.table_name);
  const unnested = unnestedBy(right);
  if (columns === undefined || unnested === undefined) return undefined;
  const { list, element } = unnested;
  const name = table.alias || table.table_name;
  const join = { table, name, columns: new Set(columns), list, elements: right.alias, element };
  const isKnown = columns.some((column) => column.toLowerCase() === element.toLowerCase());
  return isKnown || columnIn(join, list) === undefined || same(name, right.alias) ? undefined : join;
}

function isCross({ join_type, ref_type, condition, using_columns }: JoinRef): boolean {
  const isTrue =
    condition?.class === 'CAST' &&
    condition.child.class === 'CONSTANT' &&
    condition.child.value.value === 't' &&
    condition.cast_type.id === 'BOOLEAN';
  return (
    join_type === 'INNER' &&
    using_columns.length === 0 &&
    ((ref_type === 'CROSS' && condition === null) || (ref_type === 'REGULAR' && isTrue))
  );
}

/** The list and the name of its elements, of `unnest(list) AS x(name)` and `(SELECT unnest(list) AS name) AS x`. */
function unnestedBy(right: TableRef): { list: Expression; element: string } | undefined {
  if (right.sample !== null || right.alias === '') return undefined;
  if (right.type === 'TABLE_FUNCTION') {
    const [element = 'unnest', another] = right.column_name_alias;
    const list = unnestedList(right.function);
    const isPlain = another === undefined && right.with_ordinality === 'WITHOUT_ORDINALITY';
    return isPlain && list !== undefined ? { list, element } : undefined;
  }
  if (right.type !== 'SUBQUERY' || right.column_name_alias.length > 0) return undefined;
  const elements = selectOfElements(right.subquery.node);
  return elements && { list: elements.list, element: elements.call.alias || 'unnest' };
}

/** The column of the table that an expression is. */
function columnIn({ columns, name }: UnnestJoin, expression: Expression): string | undefined {
  if (expression.class !== 'COLUMN_REF') return undefined;
  const [first = '', second, third] = expression.column_names;
  const column = second === undefined ? first : same(first, name) && third === undefined ? second : '';
  return columns.has(column) ? column : undefined;
}

/** What a SELECT reads of the table, `*` for all; undefined where a name in it would mean something else. */
function namesRead(join: UnnestJoin, clauses: unknown): ReadonlySet<string> | '*' | undefined {
  const read = new Set<string>();
  let isAll = false;
  for (const part of partsOf(clauses)) {
    if (!('class' in part)) continue;
    const each = part as unknown as Expression;
    if (['SUBQUERY', 'LAMBDA', 'POSITIONAL_REFERENCE'].includes(each.class)) return undefined;
    if (each.class === 'STAR') {
      isAll = true;
      if (each.relation_name !== '') return undefined;
    }
    if (each.class !== 'COLUMN_REF' || isElement(join, each)) continue;
    const [first = '', second] = each.column_names;
    const column = columnIn(join, each);
    if (column !== undefined) read.add(column);
    // rows as values, fields of structs, and columns in other letters
    else if (second !== undefined || same(first, join.name) || same(first, join.elements)) return undefined;
    else if (isOfTable(join, first)) return undefined;
  }
  return isAll ? '*' : read;
}

function isOfTable({ columns }: UnnestJoin, name: string): boolean {
  return name.toLowerCase() === 'rowid' || [...columns].some((column) => same(column, name));
}

function isElement({ elements, element }: UnnestJoin, { column_names: names }: ColumnRefExpression): boolean {
  const [first = '', second, third] = names;
  return second === undefined
    ? first === element
    : same(first, elements) && second === element && third === undefined;
}

/** The columns that an expression names. */
function columnsNamed(tree: Expression): ColumnRefExpression[] {
  return [...partsOf(tree)].flatMap((part) =>
    part.class === 'COLUMN_REF' ? [part as unknown as ColumnRefExpression] : [],
  );
}

/** Whether a condition names columns of the table and nothing else, as an alias of the list, and has one value for each row. */
function isOnTable(join: UnnestJoin, condition: Expression): boolean {
  return (
    !callsVolatile(condition) && columnsNamed(condition).every((each) => columnIn(join, each) !== undefined)
  );
}

/** Whether the name of the elements' table is in an expression, which is another one without it. */
function namesElements({ elements }: UnnestJoin, tree: Expression): boolean {
  return columnsNamed(tree).some(
    ({ column_names: [first = '', second] }) => second !== undefined && same(first, elements),
  );
}

function withElement<Tree>(join: UnnestJoin, tree: Tree): Tree {
  return mapped(tree, (expression) =>
    expression.class === 'COLUMN_REF' && expression.column_names.length === 2 && isElement(join, expression)
      ? { ...expression, column_names: [join.name, join.element] }
      : undefined,
  );
}

function subqueryOf(
  { table, name, list, element }: UnnestJoin,
  read: ReadonlySet<string> | '*',
  where: Expression | null,
): TableRef {
  const all: Expression = {
    ...{ class: 'STAR', type: 'STAR', alias: '', query_location: 0, relation_name: '' },
    ...{ exclude_list: [], replace_list: [], columns: false, expr: null },
    ...{ qualified_exclude_list: [], rename_list: [] },
  };
  const unnested: Expression = { ...functionCall('unnest', [list]), alias: element };
  const items = [...(read === '*' ? [all] : [...read].map((name) => columnRef(name))), unnested];
  return rowsOf(table, name, { list: items, where });
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
