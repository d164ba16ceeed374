import { AppError } from '@sdq/contract';
import { builtInCatalog } from './built-in-catalog.ts';
import { Catalog } from './catalog.ts';
import { type CatalogTable, tableId } from './table.ts';

/**
 * The built-in tables and these beside them, on platforms of their own. Errors: `catalog_invalid` when two tables have
 * one name, or one is put on a built-in platform.
 */
export function withTables(own: readonly CatalogTable[] = []): Catalog {
  if (own.length === 0) return builtInCatalog;
  const ids = new Set<string>();
  for (const table of own) {
    const id = tableId(table);
    if (builtInCatalog.platforms.includes(table.platform)) {
      throw new AppError('catalog_invalid', `the table ${id} is on the built-in platform ${table.platform}`, {
        hint: `give it a platform of its own, not ${builtInCatalog.platforms.join(', ')}`,
      });
    }
    if (ids.has(id)) {
      throw new AppError('catalog_invalid', `there are two tables ${id}`, { hint: 'rename one of them' });
    }
    ids.add(id);
  }
  return new Catalog([...builtInCatalog.tables, ...own]);
}
