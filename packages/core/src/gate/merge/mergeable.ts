import type { BaseTableRef, Expression, QueryNode } from '../../syntax/ast.ts';
import { columnRef } from '../../syntax/expressions.ts';
import { partsOf } from '../../syntax/parts-of.ts';
import { isPlainSelect } from '../../syntax/plain-select.ts';
import { isVolatile } from '../../syntax/volatile-functions.ts';
import { isAggregate } from '../admit/check-function.ts';

/** The names of a table's columns in order, as declared; undefined for what is no table of the catalogue. */
export type ColumnsOf = (table: string) => readonly string[] | undefined;

/** A column of a subquery: its name, and what it is of the table's columns. */
export interface Output {
  readonly name: string;
  readonly value: Expression;
  /** Whether it is the column of that name. */
  readonly isColumn: boolean;
}

/** A subquery that selects columns and rows of one table, and nothing else. */
export interface Mergeable {
  readonly table: BaseTableRef;
  readonly columns: readonly string[];
  readonly outputs: readonly Output[];
  /** Whether its columns are those of the table, in order. */
  readonly isWhole: boolean;
  readonly where: Expression | null;
}

/** What a subquery is; undefined where it does more than select columns and rows of one table. */
export function mergeable(node: QueryNode, columnsOf: ColumnsOf): Mergeable | undefined {
  if (node.type !== 'SELECT_NODE' || !isPlainSelect(node)) return undefined;
  const { from_table: table, where_clause: where } = node;
  if (table.type !== 'BASE_TABLE' || !isPlainTable(table)) return undefined;
  const columns = columnsOf(table.table_name);
  if (columns === undefined) return undefined;
  const scope = { columns: new Set(columns), name: table.alias || table.table_name };
  if (where !== null && !isOfTable(where, scope)) return undefined;
  const outputs = node.select_list.flatMap((item): (Output | undefined)[] => {
    if (item.class === 'STAR') return isPlainStar(item, scope.name) ? columns.map(columnOf) : [undefined];
    return isOfTable(item, scope) ? [outputOf(item)] : [undefined];
  });
  const known = outputs.flatMap((each) => each ?? []);
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  if (known.length < outputs.length || names.size < known.length) return undefined;
  const isWhole = known.length === columns.length && known.every(isAtItsPlace(columns));
  return { table, columns, outputs: known, isWhole, where };
}

export function isPlainTable({
  schema_name,
  catalog_name,
  sample,
  column_name_alias,
  at_clause,
}: BaseTableRef) {
  return (
    schema_name === '' &&
    catalog_name === '' &&
    sample === null &&
    column_name_alias.length === 0 &&
    (at_clause ?? null) === null
  );
}

/** Whether it is `*`, or `name.*`. */
export function isPlainStar(item: Expression, name: string): boolean {
  return (
    item.class === 'STAR' &&
    (item.relation_name === '' || item.relation_name.toLowerCase() === name.toLowerCase()) &&
    [item.exclude_list, item.replace_list, item.qualified_exclude_list, item.rename_list].every(
      (list) => list.length === 0,
    ) &&
    !item.columns &&
    item.expr === null &&
    item.alias === ''
  );
}

const isAtItsPlace =
  (columns: readonly string[]) =>
  ({ name, isColumn }: Output, at: number) =>
    isColumn && name === columns[at];

function columnOf(name: string): Output {
  return { name, value: columnRef(name), isColumn: true };
}

/** Undefined for an expression without a name that a query could use. */
function outputOf(item: Expression): Output | undefined {
  const column = item.class === 'COLUMN_REF' ? item.column_names.at(-1) : undefined;
  const name = item.alias || column;
  return name === undefined ? undefined : { name, value: item, isColumn: name === column };
}

const classes = new Set([
  ...['COLUMN_REF', 'CONSTANT', 'PARAMETER', 'FUNCTION', 'OPERATOR', 'COMPARISON'],
  ...['CONJUNCTION', 'BETWEEN', 'CAST', 'CASE'],
]);

/** The columns of a table, and its name in a query. */
export interface TableScope {
  readonly columns: ReadonlySet<string>;
  readonly name: string;
}

/** Whether an expression has a value for each row of a table, the same at each call, and names nothing but its columns. */
export function isOfTable(expression: Expression, { columns, name }: TableScope): boolean {
  for (const part of partsOf(expression)) {
    if (!('class' in part)) continue;
    const each = part as unknown as Expression;
    if (!classes.has(each.class)) return false;
    if (each.class === 'FUNCTION' && !isScalar(each.function_name.toLowerCase())) return false;
    if (each.class !== 'COLUMN_REF') continue;
    const [first = '', second, further] = each.column_names;
    const column = second !== undefined && first.toLowerCase() === name.toLowerCase() ? second : first;
    const isField = column === first ? second !== undefined : further !== undefined;
    if (!columns.has(column) || isField) return false;
  }
  return true;
}

function isScalar(name: string): boolean {
  return !isAggregate(name) && !isVolatile(name) && name !== 'unnest' && name !== 'unlist';
}
