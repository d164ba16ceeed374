import { defaultPaths } from './default-paths.ts';
import type { CatalogTable, PathInstance } from './table.ts';

const known = new WeakMap<CatalogTable, readonly PathInstance[]>();

/** What segments keep of a table, in the order in which it is built: what it lists, or what its roles ask for. */
export function pathsOf(table: CatalogTable): readonly PathInstance[] {
  const found = table.paths ?? known.get(table);
  if (found !== undefined) return found;
  const made = defaultPaths(table);
  known.set(table, made);
  return made;
}
