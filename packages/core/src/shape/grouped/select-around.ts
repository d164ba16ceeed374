import type { SelectNode, SubqueryRef } from '../../syntax/ast.ts';

/** The SELECT whose whole FROM is this subquery; undefined where there is none, or it renames columns. */
export function selectAround(
  value: unknown,
  inner: SelectNode,
): { select: SelectNode; subquery: SubqueryRef } | undefined {
  // Nodes inside the inner SELECT cannot enclose it: for most queries the search ends here.
  if (typeof value !== 'object' || value === null || value === inner) return undefined;
  const { type, from_table: from } = value as Partial<SelectNode>;
  if (type === 'SELECT_NODE' && from?.type === 'SUBQUERY' && from.subquery.node === inner) {
    return from.column_name_alias.length === 0 ? { select: value as SelectNode, subquery: from } : undefined;
  }
  for (const child of Object.values(value)) {
    const found = selectAround(child, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
