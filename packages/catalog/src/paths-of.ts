import { defaultPaths } from './default-paths.ts';
import type { CatalogTable, PathInstance } from './table.ts';

const known = new WeakMap<CatalogTable, readonly PathInstance[]>();

/**
 * The structures of a table in segments, in build order: those that the table lists, or those that the roles of its
 * columns imply.
 */
export function pathsOf(table: CatalogTable): readonly PathInstance[] {
  const found = table.paths ?? known.get(table);
  if (found !== undefined) return found;
  const made = defaultPaths(table);
  known.set(table, made);
  return made;
}
