import type { CatalogTable } from '../../catalog/table.ts';
import type { BoundReference, ColumnsUsed } from '../rule.ts';

/** Looks at the whole SELECT that the reference stands in, subqueries included. */
export function columnsUsed({ node, select, table }: BoundReference): ColumnsUsed {
  if (node.column_name_alias.length > 0) return 'everything';
  const alias = (node.alias === '' ? node.table_name : node.alias).toLowerCase();
  const known = new Set(table.columns.map(({ name }) => name));
  const used = new Map<string, number>();
  const walk = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.every(walk);
    if (typeof value !== 'object' || value === null) return true;
    const part = value as Record<string, unknown>;
    if (part.class === 'STAR' || part.class === 'POSITIONAL_REFERENCE' || part.type === 'PIVOT') return false;
    if (part.type === 'JOIN' && part.ref_type === 'NATURAL') return false;
    for (const name of namesIn(part)) {
      if (known.has(name)) used.set(name, (used.get(name) ?? 0) + 1);
      else if (name === alias && namesIn(part).length === 1) return false; // the row as a value
    }
    return Object.values(part).every(walk);
  };
  return walk(select) ? used : 'everything';
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

/** Stored columns that have to be at hand for the columns used. */
export function storedColumnsNeeded(table: CatalogTable, used: ColumnsUsed): string[] {
  const stored = table.columns.filter(({ expression }) => expression === undefined).map(({ name }) => name);
  if (used === 'everything') return stored;
  const needed = new Set<string>();
  for (const column of table.columns) {
    if (!used.has(column.name)) continue;
    if (column.expression === undefined) needed.add(column.name);
    else for (const word of column.expression.match(/\w+/g) ?? []) needed.add(word);
  }
  return stored.filter((name) => needed.has(name));
}
