import type { CatalogTable } from '@sdq/catalog';
import type { Expression, SelectNode } from '../syntax/ast.ts';
import { type BoundReference, nameInFrom } from './from-clause.ts';

/**
 * Columns of a table reference that its SELECT may read, each with the number of places that name it. The result may
 * contain columns that are not used, and never lacks one; `everything` where it is unknown.
 */
export type ColumnsUsed = 'everything' | ReadonlyMap<string, number>;

/** Searches the whole SELECT that contains the reference, subqueries included. */
export function columnsUsed(reference: BoundReference): ColumnsUsed {
  const { node, select, table } = reference;
  if (node.column_name_alias.length > 0) return 'everything';
  return anyPart(select, meansAllColumns) || namesRow(reference)
    ? 'everything'
    : namedColumns(table, [select], nameInFrom(reference.node));
}

/**
 * Whether parts of the SELECT, by default all, may use the row as a value: the name of the table, or its alias, in place
 * of a column.
 */
export function namesRow(reference: BoundReference, parts?: unknown): boolean {
  const alias = nameInFrom(reference.node);
  if (reference.table.columns.some((column) => column.name === alias)) return false;
  const isAlias = (part: Record<string, unknown>) => {
    const [name, ...further] = namesIn(part);
    return name === alias && further.length === 0;
  };
  return anyPart(parts ?? withoutResults(reference.select, alias), isAlias);
}

/**
 * The SELECT without what means its result column of this name, where it has one, as `count(*) AS videos FROM videos`: where
 * a whole term of ORDER BY or DISTINCT ON is a name, and in conditions of HAVING, DuckDB looks among the result columns first.
 */
function withoutResults(select: SelectNode, name: string): unknown {
  if (!select.select_list.some((item) => item.alias.toLowerCase() === name)) return select;
  const isOther = (expression: Expression) => !isName(expression, name);
  return {
    ...select,
    having: select.having === null ? null : termsOf(select.having).filter(isOther),
    modifiers: select.modifiers.map((modifier) => {
      if ('orders' in modifier) return modifier.orders.map(({ expression }) => expression).filter(isOther);
      return 'distinct_on_targets' in modifier ? modifier.distinct_on_targets.filter(isOther) : modifier;
    }),
  };
}

/** What a condition compares and combines. */
function termsOf(condition: Expression): Expression[] {
  switch (condition.class) {
    case 'CONJUNCTION':
    case 'OPERATOR':
      return condition.children.flatMap(termsOf);
    case 'COMPARISON':
      return [condition.left, condition.right].flatMap(termsOf);
    case 'BETWEEN':
      return [condition.input, condition.lower, condition.upper].flatMap(termsOf);
    default:
      return [condition];
  }
}

/** Whether an expression is this name alone, in lower case. */
function isName(expression: Expression, name: string): boolean {
  if (expression.class !== 'COLUMN_REF') return false;
  const [first, ...further] = expression.column_names;
  return further.length === 0 && first?.toLowerCase() === name;
}

/** Whether HAVING has the name of what FROM reads, which means a result column there, and the row elsewhere. */
export function havingNamesRow({ having, from_table: from }: SelectNode): boolean {
  if (having === null || (from.type !== 'BASE_TABLE' && from.type !== 'SUBQUERY')) return false;
  const alias = nameInFrom(from);
  return termsOf(having).some((term) => isName(term, alias));
}

/** Columns that some parts of a query name, with the number of places; with an alias, those of that reference. */
export function namedColumns(
  table: CatalogTable,
  parts: readonly unknown[],
  alias?: string,
): Map<string, number> {
  const known = new Set(table.columns.map(({ name }) => name));
  const used = new Map<string, number>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return void value.forEach(walk);
    const part = value as Record<string, unknown>;
    for (const name of ownNames(part, alias)) {
      if (known.has(name)) used.set(name, (used.get(name) ?? 0) + 1);
    }
    Object.values(part).forEach(walk);
  };
  walk(parts);
  return used;
}

/** Whether an expression has a star, or a column by its number: it may read any column, and give several. */
export function meansSeveralColumns(expression: unknown): boolean {
  return anyPart(expression, meansAllColumns);
}

/** A star, a column by its number, or a natural join. */
function meansAllColumns(part: Record<string, unknown>): boolean {
  if (part.class === 'STAR' || part.class === 'POSITIONAL_REFERENCE' || part.type === 'PIVOT') return true;
  return part.type === 'JOIN' && part.ref_type === 'NATURAL';
}

function anyPart(value: unknown, test: (part: Record<string, unknown>) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((child) => anyPart(child, test));
  const part = value as Record<string, unknown>;
  return test(part) || Object.values(part).some((child) => anyPart(child, test));
}

/** `b.x` names no column `x` of `a`: if `b` is no other table, it is a field of a column `b`. */
function ownNames(part: Record<string, unknown>, alias: string | undefined): readonly string[] {
  const names = namesIn(part);
  const isOthers =
    part.class === 'COLUMN_REF' && alias !== undefined && names.length === 2 && names[0] !== alias;
  return isOthers ? names.slice(0, 1) : names;
}

/** Names that a node may mean a column by: of a reference, of USING, or before the dot of a method call. */
function namesIn(part: Record<string, unknown>): string[] {
  const names = part.column_names ?? part.using_columns ?? [];
  const listed = Array.isArray(names) ? names.map(String) : [];
  if (part.class === 'FUNCTION' || part.class === 'WINDOW') {
    for (const qualifier of [part.schema, part.catalog]) {
      if (typeof qualifier === 'string' && qualifier !== '') listed.push(qualifier);
    }
  }
  return listed.map((name) => name.toLowerCase());
}

/** Stored columns that are needed to compute the columns used. */
export function storedColumnsNeeded(table: CatalogTable, used: ColumnsUsed): string[] {
  const stored = table.columns.filter(({ expression }) => expression === undefined).map(({ name }) => name);
  if (used === 'everything') return stored;
  const needed = new Set<string>();
  for (const column of table.columns) {
    if (!used.has(column.name)) continue;
    if (column.expression === undefined) needed.add(column.name);
    else for (const name of column.reads ?? []) needed.add(name);
  }
  return stored.filter((name) => needed.has(name));
}
