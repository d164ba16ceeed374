import type { QueryNode, SelectNode, SelectStatement } from '../syntax/ast.ts';
import { groupsNothing } from './ordered-rows.ts';

/**
 * Whether a query over one snapshot could select other rows the next time: `never`; `when cut`, where it defines no
 * order, so that the rows that a limit keeps are any of the result; `always`, where its own LIMIT keeps any rows.
 */
export type RowsVary = 'never' | 'when cut' | 'always';

/** Tells it of the text alone: the rows of groups, joins and set operations come in any order. */
export function rowsVary({ node }: SelectStatement): RowsVary {
  if (cutsAnyRows(node)) return 'always';
  return hasOrder(node) ? 'never' : 'when cut';
}

function hasOrder(node: QueryNode): boolean {
  if (node.modifiers.some(({ type }) => type === 'ORDER_MODIFIER')) return true;
  if (node.modifiers.some(({ type }) => type === 'DISTINCT_MODIFIER')) return false;
  return node.type === 'SELECT_NODE' && groupsNothing(node) && readsInOrder(node);
}

/** Whether the rows come in the order in which one table has them, or are written in the text. */
function readsInOrder({ from_table: from }: SelectNode): boolean {
  if (from.type === 'SUBQUERY') return hasOrder(from.subquery.node);
  return from.type === 'BASE_TABLE' || from.type === 'EMPTY' || from.type === 'EXPRESSION_LIST';
}

/** Whether some LIMIT, at any depth, keeps rows of a part that has no order. */
function cutsAnyRows(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(cutsAnyRows);
  const part = value as Record<string, unknown>;
  const { modifiers } = part;
  if (Array.isArray(modifiers) && modifiers.some(({ type }) => /^LIMIT/.test(String(type)))) {
    if (!hasOrder(part as unknown as QueryNode)) return true;
  }
  return Object.values(part).some(cutsAnyRows);
}
