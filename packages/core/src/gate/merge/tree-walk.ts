import type { Expression, SelectNode, TableRef } from '../../syntax/ast.ts';

/** A node of DuckDB's tree, of any family. */
export type AnyNode = Readonly<Record<string, unknown>>;

/** Calls `visit` for each object of a tree, parents first; where it returns false, not for what is in it. */
export function walk(tree: unknown, visit: (node: AnyNode) => boolean | undefined): void {
  if (Array.isArray(tree)) for (const each of tree) walk(each, visit);
  else if (typeof tree === 'object' && tree !== null && visit(tree as AnyNode) !== false)
    for (const each of Object.values(tree)) walk(each, visit);
}

/**
 * As {@link walk}, without what SELECT lists have: DuckDB names a result column without an alias by its expression, so that
 * a subquery in it must stay as it is.
 */
export function walkBesideLists(tree: unknown, visit: (node: AnyNode) => void): void {
  walk(tree, (node) => {
    visit(node);
    if (node.type !== 'SELECT_NODE') return true;
    const { select_list: _list, ...clauses } = node;
    for (const each of Object.values(clauses)) walkBesideLists(each, visit);
    return false;
  });
}

/** All SELECTs of a tree but those in SELECT lists, those within others first. */
export function selectsOf(tree: unknown): SelectNode[] {
  const found: SelectNode[] = [];
  walkBesideLists(tree, (node) => {
    if (node.type === 'SELECT_NODE') found.push(node as unknown as SelectNode);
  });
  return found.reverse();
}

export function isTable(node: AnyNode, type: TableRef['type']): boolean {
  return node.type === type && 'sample' in node && 'alias' in node;
}

/** A tree in which each expression is what `change` makes of it; where that is undefined, what is in it is changed. */
export function mapped<Tree>(tree: Tree, change: (expression: Expression) => Expression | undefined): Tree {
  if (Array.isArray(tree)) return tree.map((each) => mapped(each, change)) as Tree;
  if (typeof tree !== 'object' || tree === null) return tree;
  const changed = 'class' in tree ? change(tree as unknown as Expression) : undefined;
  if (changed !== undefined) return changed as Tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, mapped(value, change)])) as Tree;
}
