import type { BaseTableRef, Expression, SelectNode, SubqueryRef, TableRef } from '../../syntax/ast.ts';
import type { IsColumn } from '../restrictions.ts';
import type { BoundReference } from '../rule.ts';

/**
 * Whether dropping rows of the reference that fail WHERE cannot change the result. True for a plain FROM and for
 * inner and outer joins (a condition that is never true for NULL also drops the row an outer join would pad).
 * False where a row's presence decides about other rows: samples, positional joins, the right side of ASOF, and
 * the side of SEMI or ANTI joins that WHERE cannot see.
 */
export function whereApplies(select: SelectNode, node: BaseTableRef): boolean {
  return !isSampledOrRenamed(select, node) && reaches(select.from_table, node);
}

/** Why FROM is not the plain reference alone; undefined where it is. */
export function faultOfFrom({ select, node }: Pick<BoundReference, 'select' | 'node'>): string | undefined {
  if (select.from_table !== node) return 'the table is joined';
  return isSampledOrRenamed(select, node) ? 'the query samples rows or renames columns' : undefined;
}

function isSampledOrRenamed(select: SelectNode, node: BaseTableRef): boolean {
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

/** Recognises a column of this reference: qualified by its alias, or bare where FROM holds nothing else. */
export function columnTest(select: SelectNode, node: BaseTableRef | SubqueryRef, column: string): IsColumn {
  const name = node.type === 'BASE_TABLE' && node.alias === '' ? node.table_name : node.alias;
  const alias = name.toLowerCase();
  const isAlone = select.from_table === node;
  return (expression: Expression): boolean => {
    if (expression.class !== 'COLUMN_REF') return false;
    const names = expression.column_names.map((part) => part.toLowerCase());
    if (names.length === 1) return isAlone && names[0] === column;
    return names.length === 2 && names[0] === alias && names[1] === column;
  };
}

/** The conditions that all have to hold: WHERE cut at its ANDs. */
export function conjuncts(condition: Expression | null): Expression[] {
  if (condition === null) return [];
  if (condition.class === 'CONJUNCTION' && condition.type === 'CONJUNCTION_AND')
    return condition.children.flatMap(conjuncts);
  return [condition];
}
