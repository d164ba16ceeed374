import type { CatalogColumn, CatalogTable } from '@sdq/catalog';
import type { Resolved } from '../stages.ts';
import type { BaseTableRef, Expression, SelectNode, SubqueryRef, TableRef } from '../syntax/ast.ts';
import type { ColumnMeant } from './filter/column-meant.ts';

export type BoundReference = Resolved['references'][number];

/** Whether an expression is the column in question of the table reference in question. */
export type IsColumn = (expression: Expression) => boolean;

/**
 * Whether dropping rows of the reference that fail WHERE cannot change the result. True for a plain FROM and for
 * inner and outer joins (a condition that is never true for NULL also drops the row an outer join would pad). False
 * where a row's presence affects other rows: samples, positional joins, the right side of ASOF, and the side of SEMI
 * or ANTI joins that WHERE cannot see.
 */
export function whereApplies(select: SelectNode, node: BaseTableRef): boolean {
  return !isSampledOrRenamed(select, node) && reaches(select.from_table, node);
}

/**
 * Whether no join pads the reference with NULLs, so that rows of it that fail WHERE can be dropped whatever WHERE is for
 * NULL.
 */
export function isNeverPadded(from: TableRef, node: BaseTableRef): boolean {
  if (from === node) return true;
  if (from.type !== 'JOIN') return false;
  const { left, right, join_type: type } = from;
  if (isNeverPadded(left, node)) return /^(INNER|LEFT|SEMI|ANTI)$/.test(type);
  return isNeverPadded(right, node) && /^(INNER|RIGHT)$/.test(type);
}

/** Why FROM is not the plain reference alone; undefined where it is. */
export function faultOfFrom({ select, node }: Pick<BoundReference, 'select' | 'node'>): string | undefined {
  if (select.from_table !== node) return 'the table is joined';
  return isSampledOrRenamed(select, node) ? 'the query samples rows or renames columns' : undefined;
}

export function isSampledOrRenamed(select: SelectNode, node: BaseTableRef): boolean {
  return select.sample !== null || node.sample !== null || node.column_name_alias.length > 0;
}

function reaches(from: TableRef, node: BaseTableRef): boolean {
  if (from === node) return true;
  if (from.type !== 'JOIN' || from.sample !== null || from.ref_type === 'POSITIONAL') return false;
  if (reaches(from.left, node)) return true;
  return (
    from.ref_type !== 'ASOF' &&
    from.join_type !== 'SEMI' &&
    from.join_type !== 'ANTI' &&
    reaches(from.right, node)
  );
}

/** Recognises a column of this reference: qualified by its alias, or bare where FROM contains nothing else. */
export function columnTest(select: SelectNode, node: BaseTableRef | SubqueryRef, column: string): IsColumn {
  const name = columnNames(select, node);
  return (expression) => name(expression) === column;
}

/** Recognises any column of the table of this reference. */
export function columnMeant(select: SelectNode, node: BaseTableRef, table: CatalogTable): ColumnMeant {
  const name = columnNames(select, node);
  const columns = columnsByName(table);
  return (expression) => {
    const found = name(expression);
    return found === undefined ? undefined : columns.get(found);
  };
}

const byName = new WeakMap<CatalogTable, ReadonlyMap<string, CatalogColumn>>();

function columnsByName(table: CatalogTable): ReadonlyMap<string, CatalogColumn> {
  const found = byName.get(table) ?? new Map(table.columns.map((column) => [column.name, column]));
  byName.set(table, found);
  return found;
}

/** The name by which FROM refers to a table or subquery: its alias, or the table's name; in lower case. */
export function nameInFrom(node: BaseTableRef | SubqueryRef): string {
  return (node.type === 'BASE_TABLE' && node.alias === '' ? node.table_name : node.alias).toLowerCase();
}

/**
 * The name by which an expression refers to a column of the reference, in lower case; undefined for one that cannot
 * be a column.
 */
export function columnNames(
  select: SelectNode,
  node: BaseTableRef | SubqueryRef,
): (expression: Expression) => string | undefined {
  const alias = nameInFrom(node);
  const isAlone = select.from_table === node;
  return (expression) => {
    if (expression.class !== 'COLUMN_REF') return undefined;
    const [first, second, ...more] = expression.column_names;
    if (second === undefined) return isAlone ? first?.toLowerCase() : undefined;
    return more.length === 0 && first?.toLowerCase() === alias ? second.toLowerCase() : undefined;
  };
}
