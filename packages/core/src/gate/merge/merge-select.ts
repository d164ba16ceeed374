import type { ColumnRefExpression, Expression, SelectNode } from '../../syntax/ast.ts';
import { conjunction, conjunctsOf } from '../../syntax/expressions.ts';
import { partsOf } from '../../syntax/parts-of.ts';
import { type ColumnsOf, isPlainStar, type Mergeable, mergeable, type Output } from './mergeable.ts';
import { mapped } from './tree-walk.ts';

/** An expression as the name of a result column; undefined where it has none. */
export type NameOf = (expression: Expression) => Promise<string | undefined>;

/** The name that DuckDB gives to a subquery without one. */
const unnamed = 'unnamed_subquery';

/**
 * Merges the subquery that a SELECT reads into it, where that reads nothing else: its table takes the place of the subquery,
 * its conditions are added, and its columns are replaced by what they are. Changes the SELECT, or returns why it does not;
 * undefined where it reads no subquery.
 */
export async function mergeSelect(
  select: SelectNode,
  columnsOf: ColumnsOf,
  nameOf: NameOf,
): Promise<'merged' | { readonly reason: string } | undefined> {
  const { from_table: from } = select;
  if (from.type !== 'SUBQUERY') return undefined;
  if (from.sample !== null || select.sample !== null) return { reason: 'a sample is taken of a subquery' };
  if (from.column_name_alias.length > 0) return { reason: 'names are given to columns of a subquery' };
  const subquery = mergeable(from.subquery.node, columnsOf);
  if (subquery === undefined)
    return { reason: 'a subquery in FROM does more than select columns and rows of one table' };
  const scope = new MergedScope(from.alias || unnamed, subquery);
  if (scope.isWindowed(select))
    return {
      reason: 'a window is over expressions of a subquery: DuckDB finds its first rows by columns alone',
    };
  const list = scope.fits(select) ? await scope.select(select.select_list, nameOf) : undefined;
  if (list === undefined) return { reason: 'a name would mean something else' };
  const changed = (tree: Expression | null) => (tree === null ? null : scope.changed(tree));
  select.select_list = list;
  select.group_expressions = select.group_expressions.map((each) => scope.changed(each));
  select.having = changed(select.having);
  select.qualify = changed(select.qualify);
  select.modifiers = scope.changed(select.modifiers);
  select.where_clause = conjunction([
    ...conjunctsOf(scope.ofTable(subquery.where)),
    ...conjunctsOf(changed(select.where_clause)),
  ]);
  select.from_table = { ...subquery.table, alias: scope.name };
  return 'merged';
}

/** The names of a subquery's columns, and what they are after it is merged. */
class MergedScope {
  readonly name: string;
  readonly #subquery: Mergeable;
  readonly #outputs: ReadonlyMap<string, Output>;
  /** Columns of the table that the subquery does not have. */
  readonly #hidden: ReadonlySet<string>;

  constructor(name: string, subquery: Mergeable) {
    this.name = name;
    this.#subquery = subquery;
    this.#outputs = new Map(subquery.outputs.map((output) => [output.name.toLowerCase(), output]));
    const columns = [...subquery.columns.map((each) => each.toLowerCase()), 'rowid'];
    this.#hidden = new Set(columns.filter((column) => this.#outputs.get(column)?.isColumn !== true));
  }

  /** Whether all names in a SELECT stay what they are. */
  fits(select: SelectNode): boolean {
    const { from_table: _from, ...clauses } = select;
    let isNested = false;
    for (const part of partsOf(clauses)) {
      if (!('class' in part)) continue;
      const each = part as unknown as Expression;
      if (each.class === 'SUBQUERY' || each.class === 'LAMBDA') isNested = true;
      else if (each.class === 'STAR' && !this.#fitsStar(each, select.select_list)) return false;
      else if (each.class === 'POSITIONAL_REFERENCE' && !this.#subquery.isWhole) return false;
      else if (each.class === 'COLUMN_REF' && this.#named(each) === 'hidden') return false;
    }
    return (
      !(isNested && this.#isReplaced(clauses)) && select.select_list.every((item) => this.#fitsAlias(item))
    );
  }

  /** Whether a window of a SELECT would name expressions in place of columns. */
  isWindowed({ select_list, qualify, modifiers }: SelectNode): boolean {
    for (const part of partsOf({ select_list, qualify, modifiers }))
      if (part.class === 'WINDOW' && this.#isReplaced(part)) return true;
    return false;
  }

  /** A star in the list alone can be written out. */
  #fitsStar(star: Expression, list: readonly Expression[]): boolean {
    return this.#subquery.isWhole || (list.includes(star) && isPlainStar(star, this.name));
  }

  /** An alias that is also the name of a replaced column would take its place in ORDER BY and elsewhere. */
  #fitsAlias(item: Expression): boolean {
    const output = this.#outputs.get(item.alias.toLowerCase());
    if (item.alias === '' || output === undefined || output.isColumn) return true;
    return item.class === 'COLUMN_REF' && this.#named(item) === output;
  }

  /** What a name refers to: `hidden` where that would change, undefined where it is none of the subquery's columns. */
  #named(reference: ColumnRefExpression): Output | 'hidden' | undefined {
    const [first = '', second, third] = reference.column_names;
    const isQualified = second !== undefined && first.toLowerCase() === this.name.toLowerCase();
    const name = (isQualified ? second : first).toLowerCase();
    const output = this.#outputs.get(name);
    if (output !== undefined) {
      const isField = (isQualified ? third : second) !== undefined;
      return output.isColumn || (!isField && !isPosition(output.value)) ? output : 'hidden';
    }
    if (this.#hidden.has(name)) return 'hidden';
    // the whole row as a value
    return second === undefined && name === this.name.toLowerCase() && !this.#subquery.isWhole
      ? 'hidden'
      : undefined;
  }

  /** The list with stars written out and the names of result columns as before; undefined where a name is not known. */
  async select(list: readonly Expression[], nameOf: NameOf): Promise<Expression[] | undefined> {
    const items: Expression[] = [];
    for (const item of list) {
      if (item.class === 'STAR' && !this.#subquery.isWhole) {
        for (const { name, value, isColumn } of this.#subquery.outputs)
          items.push({ ...this.ofTable(value), alias: isColumn ? '' : name });
        continue;
      }
      const changed = this.changed(item);
      if (item.alias === '' && this.#isReplaced(item)) {
        const name = item.class === 'COLUMN_REF' ? this.#resultName(item) : await nameOf(item);
        if (name === undefined) return undefined;
        items.push({ ...changed, alias: name });
      } else items.push(changed);
    }
    return items;
  }

  /** The name of a column that is a result column; undefined where it is written in other letters. */
  #resultName(reference: ColumnRefExpression): string | undefined {
    const named = this.#named(reference);
    const name = reference.column_names.at(-1);
    return typeof named === 'object' && named.name === name ? name : undefined;
  }

  /** Whether a replaced column is named. */
  #isReplaced(tree: unknown): boolean {
    for (const part of partsOf(tree)) {
      const named = part.class === 'COLUMN_REF' && this.#named(part as unknown as ColumnRefExpression);
      if (typeof named === 'object' && !named.isColumn) return true;
    }
    return false;
  }

  /** With what replaced columns are in place of their names. */
  changed<Tree>(tree: Tree): Tree {
    return mapped(tree, (expression) => {
      if (expression.class !== 'COLUMN_REF') return undefined;
      const named = this.#named(expression);
      if (typeof named !== 'object' || named.isColumn) return undefined;
      return { ...this.ofTable(named.value), alias: expression.alias };
    });
  }

  /** An expression over the table as one over what the SELECT reads: no alias takes the place of a column there. */
  ofTable<Tree extends Expression | null>(tree: Tree): Tree {
    return mapped(tree, (expression) =>
      expression.class === 'COLUMN_REF'
        ? { ...expression, column_names: [this.name, expression.column_names.at(-1) ?? ''] }
        : undefined,
    );
  }
}

/** Whether GROUP BY and ORDER BY take it for the position of a column. */
function isPosition({ class: kind }: Expression): boolean {
  return kind === 'CONSTANT' || kind === 'PARAMETER';
}
