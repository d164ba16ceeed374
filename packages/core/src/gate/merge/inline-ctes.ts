import type {
  BaseTableRef,
  CommonTableExpression,
  QueryNode,
  SelectStatement,
  SubqueryRef,
} from '../../syntax/ast.ts';
import { partsOf } from '../../syntax/parts-of.ts';
import { callsVolatile } from '../../syntax/volatile-functions.ts';
import { type AnyNode, isTable, walkBesideLists } from './tree-walk.ts';

/**
 * Puts each CTE that is read in one place into that place, as a subquery. Changes the tree; returns how many. CTEs stay where
 * two have one name, where one has the name of a table, where a statement has recursive ones, and where a function has another
 * value at each call: a CTE is evaluated once, a subquery maybe for each row.
 */
export function inlineCtes(tree: SelectStatement, isTableName: (name: string) => boolean): number {
  const parts = [...partsOf(tree)];
  const owners = parts.filter((part) => 'cte_map' in part) as unknown as QueryNode[];
  const isRecursive = owners.some(({ type }) => type === 'RECURSIVE_CTE_NODE');
  const names = owners.flatMap(({ cte_map }) => cte_map.map.map(({ key }) => key.toLowerCase()));
  if (isRecursive || new Set(names).size < names.length || names.some(isTableName)) return 0;
  let inlined = 0;
  for (const owner of owners) {
    // Later ones may read earlier ones: these go first, into the later ones.
    for (const { key, value } of [...owner.cte_map.map]) {
      if (!isPlain(value)) continue;
      const reference = onlyReferenceTo(key, tree);
      if (reference === undefined) continue;
      owner.cte_map.map = owner.cte_map.map.filter((each) => each.key !== key);
      becomeSubquery(reference, value);
      inlined++;
    }
  }
  return inlined;
}

function isPlain({ aliases, key_targets: keys, query }: CommonTableExpression): boolean {
  return aliases.length === 0 && keys.length === 0 && !callsVolatile(query);
}

/** The one place in which a CTE is read; undefined where it is read elsewhere too, or in a SELECT list. */
function onlyReferenceTo(name: string, tree: SelectStatement): BaseTableRef | undefined {
  const isReference = (node: AnyNode) =>
    isTable(node, 'BASE_TABLE') &&
    (node as unknown as BaseTableRef).schema_name === '' &&
    (node as unknown as BaseTableRef).table_name.toLowerCase() === name.toLowerCase();
  const references = [...partsOf(tree)].filter(isReference).length;
  let found: BaseTableRef | undefined;
  walkBesideLists(tree, (node) => {
    if (isReference(node)) found = node as unknown as BaseTableRef;
  });
  return references === 1 ? found : undefined;
}

function becomeSubquery(reference: BaseTableRef, { query }: CommonTableExpression): void {
  const { alias, table_name: name, sample, query_location, column_name_alias } = reference;
  const subquery: SubqueryRef = {
    ...{ type: 'SUBQUERY', alias: alias || name, sample, query_location },
    ...{ subquery: query, column_name_alias },
  };
  for (const key of Object.keys(reference)) delete (reference as unknown as Record<string, unknown>)[key];
  Object.assign(reference, subquery);
}
