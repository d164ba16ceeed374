import type { CatalogTable, PathInstance } from './table.ts';

/** What segments keep of a table, in the order in which it is built. */
export function pathsOf(table: CatalogTable): readonly PathInstance[] {
  return table.paths ?? [];
}
