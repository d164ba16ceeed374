import type { Expression, SelectNode, WindowExpression } from '../../syntax/ast.ts';
import { columnRef, expressionKey } from '../../syntax/expressions.ts';
import { partsOf } from '../../syntax/parts-of.ts';
import { isAggregate } from '../admit/check-function.ts';
import { firstRows, joinedWithFirsts, orderName } from './first-rows.ts';
import type { NameOf } from './merge-select.ts';
import { type ColumnsOf, isOfTable, isPlainStar, isPlainTable, type TableScope } from './mergeable.ts';
import { rowsOf } from './rows-of.ts';
import { type AnyNode, mapped } from './tree-walk.ts';

/** Names of the columns that stand for expressions begin so. */
const prefix = '_sdq_partition_';

/**
 * Puts `(SELECT a, b, f(c) AS _sdq_partition_1 FROM t WHERE …) AS t` in place of `t` where a SELECT that reads one table numbers rows by
 * `row_number() OVER (PARTITION BY f(c) ORDER BY b)`, and partitions by that column: DuckDB finds the first rows of each partition without
 * sorting all rows only where columns make the partitions. Where only the first rows are wanted, by several terms of order, the subquery is joined
 * with the first values ({@link joinedWithFirsts}). Changes the SELECT; returns whether it did.
 */
export async function namePartitions(
  select: SelectNode,
  columnsOf: ColumnsOf,
  nameOf: NameOf,
  isFirstOnly: boolean,
): Promise<boolean> {
  const { from_table: table } = select;
  if (table.type !== 'BASE_TABLE' || !isPlainTable(table) || !isOfRows(select)) return false;
  const columns = columnsOf(table.table_name);
  if (columns === undefined) return false;
  const { select_list: list, qualify, modifiers } = select;
  if (![...partsOf([list, qualify, modifiers])].some(isNumbering)) return false;
  const scope = { columns: new Set(columns), name: table.alias || table.table_name };
  const named = new Partitions(scope, list);
  const changed = named.changed({ qualify, modifiers });
  const items: Expression[] = [];
  for (const item of list) {
    if (item.class === 'STAR') items.push(...columns.map((name) => columnRef(name)));
    else {
      const before = named.replaced;
      const written = named.changed(item);
      const isNameLost = item.alias === '' && named.replaced > before;
      const name = isNameLost ? await nameOf(item) : item.alias;
      if (name === undefined) return false;
      items.push({ ...written, alias: name });
    }
  }
  const isKept = areNamesKept({ list, qualify, modifiers }, list, scope);
  const firsts = firstRows(select, scope, isFirstOnly);
  const partitions = firsts && named.partitionsOf(firsts.window);
  const isJoined = firsts !== undefined && partitions !== undefined;
  if (named.expressions.length === 0 && !isJoined) return false;
  if (!isKept || !isWithoutAliases(select.where_clause, scope)) return false;
  const read = namesIn([items, changed, isJoined ? [firsts.term, partitions.map(({ value }) => value)] : []]);
  const needed = columns.filter((column) => read.has(column));
  const { where_clause: where } = select;
  const order = isJoined && firsts.term.class !== 'COLUMN_REF' ? [{ ...firsts.term, alias: orderName }] : [];
  const rows = rowsOf(table, scope.name, {
    list: [...needed.map((name) => columnRef(name)), ...named.expressions, ...order],
    where,
  });
  select.from_table = isJoined ? joinedWithFirsts(rows, table, firsts, partitions, where) : rows;
  select.where_clause = null;
  select.select_list = items;
  select.qualify = changed.qualify;
  select.modifiers = changed.modifiers;
  return true;
}

/** Whether a node numbers the rows of partitions. */
export function isNumbering(node: AnyNode): boolean {
  if (node.class !== 'WINDOW') return false;
  const { function_name: name, partitions } = node as unknown as WindowExpression;
  return name.toLowerCase() === 'row_number' && partitions.length > 0;
}

/** Whether a SELECT gives rows of its table, neither groups nor a sample of them. */
function isOfRows({
  group_expressions,
  group_sets,
  having,
  sample,
  aggregate_handling,
}: SelectNode): boolean {
  const isGrouped = group_expressions.length + group_sets.length > 0 || having !== null;
  return !isGrouped && sample === null && aggregate_handling === 'STANDARD_HANDLING';
}

/** Expressions by which windows partition rows, and the columns that stand for them. */
class Partitions {
  replaced = 0;
  readonly #scope: TableScope;
  readonly #aliases: ReadonlyMap<string, Expression>;
  readonly #names = new Map<string, { name: string; expression: Expression }>();

  constructor(scope: TableScope, list: readonly Expression[]) {
    this.#scope = scope;
    this.#aliases = new Map(list.map((item) => [item.alias.toLowerCase(), item]));
  }

  /** The items of the subquery that are these expressions. */
  get expressions(): Expression[] {
    return [...this.#names.values()].map(({ name, expression }) => ({ ...expression, alias: name }));
  }

  /** With columns in place of expressions that make partitions of rows that are numbered. */
  changed<Tree>(tree: Tree): Tree {
    return mapped(tree, (expression) => {
      if (expression.class !== 'WINDOW' || !isNumbering({ ...expression })) return undefined;
      const partitions = expression.partitions.map((each) => this.#columnFor(each));
      return { ...expression, partitions };
    });
  }

  /** The columns of the subquery that make the partitions of a window, and what they are; undefined where some are not known. */
  partitionsOf({ partitions }: WindowExpression): { name: string; value: Expression }[] | undefined {
    const known = partitions.flatMap((partition) => {
      const value = this.#meant(partition);
      if (value.class !== 'COLUMN_REF') return this.#names.get(expressionKey(value)) ?? [];
      const name = value.column_names.at(-1) ?? '';
      return isOfTable(value, this.#scope) ? { name, expression: value } : [];
    });
    if (known.length < partitions.length || partitions.length === 0) return undefined;
    return known.map(({ name, expression }) => ({ name, value: expression }));
  }

  #columnFor(partition: Expression): Expression {
    const expression = this.#meant(partition);
    const isColumn = expression.class === 'COLUMN_REF' || expression.class === 'CONSTANT';
    if (isColumn || !isOfTable(expression, this.#scope)) return partition;
    const key = expressionKey(expression);
    const { name } = this.#names.get(key) ?? { name: `${prefix}${this.#names.size + 1}` };
    this.#names.set(key, { name, expression });
    this.replaced++;
    return columnRef(name);
  }

  /** What a name in a partition refers to: a column before an alias. */
  #meant(partition: Expression): Expression {
    if (partition.class !== 'COLUMN_REF' || partition.column_names.length > 1) return partition;
    const name = (partition.column_names[0] ?? '').toLowerCase();
    const isColumn = [...this.#scope.columns].some((column) => column.toLowerCase() === name);
    return (isColumn ? undefined : this.#aliases.get(name)) ?? partition;
  }
}

/** Whether names in clauses mean the same over a subquery, and no rows are counted there. */
function areNamesKept(clauses: unknown, list: readonly Expression[], { columns, name }: TableScope): boolean {
  const aliases = new Set(list.map(({ alias }) => alias.toLowerCase()));
  for (const part of partsOf(clauses)) {
    if (!('class' in part)) continue;
    const each = part as unknown as Expression;
    if (each.class === 'SUBQUERY' || each.class === 'LAMBDA') return false;
    if (each.class === 'FUNCTION' && isAggregate(each.function_name.toLowerCase())) return false;
    if (each.class === 'STAR' && !(list.includes(each) && isPlainStar(each, name))) return false;
    if (each.class !== 'COLUMN_REF') continue;
    const [first = '', second, further] = each.column_names;
    const isQualified = second !== undefined && first.toLowerCase() === name.toLowerCase();
    const column = isQualified ? second : first;
    const isField = (isQualified ? further : second) !== undefined;
    if (!columns.has(column) && (isField || !aliases.has(column.toLowerCase()))) return false;
  }
  return true;
}

/** All names of columns, tables and fields in a tree. */
function namesIn(tree: unknown): ReadonlySet<string> {
  const names = [...partsOf(tree)].flatMap((part) =>
    part.class === 'COLUMN_REF' ? (part as unknown as { column_names: string[] }).column_names : [],
  );
  return new Set(names);
}

/** Whether a condition names nothing but columns: an alias would not be known in a subquery. */
function isWithoutAliases(condition: Expression | null, { columns, name }: TableScope): boolean {
  for (const part of partsOf(condition)) {
    if (part.class === 'SUBQUERY' || part.class === 'LAMBDA') return false;
    if (part.class !== 'COLUMN_REF') continue;
    const [first = '', second = ''] = (part as unknown as { column_names: string[] }).column_names;
    if (!columns.has(first) && !(first.toLowerCase() === name.toLowerCase() && columns.has(second)))
      return false;
  }
  return true;
}
