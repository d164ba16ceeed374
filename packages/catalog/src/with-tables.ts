import { AppError } from '@sdq/contract';
import { builtInCatalog } from './built-in-catalog.ts';
import { Catalog } from './catalog.ts';
import { removalsName, removalsOf } from './removals.ts';
import { type CatalogTable, tableId } from './table.ts';

const known = new WeakMap<readonly CatalogTable[], Catalog>();

/**
 * The built-in tables; these beside them, a user's own or those of a platform that `definePlatform` made; and what was
 * removed from their platforms. The same list gives the same catalogue. Errors: `catalog_invalid` when two tables have one name, or one is no table.
 */
export function withTables(own: readonly CatalogTable[] = []): Catalog {
  if (own.length === 0) return builtInCatalog;
  const found = known.get(own);
  if (found !== undefined) return found;
  const made = new Catalog([...builtInCatalog.tables, ...checked(own), ...removals(own)]);
  known.set(own, made);
  return made;
}

function checked(own: readonly CatalogTable[]): readonly CatalogTable[] {
  const ids = new Set<string>();
  for (const [place, table] of own.entries()) {
    if (table.isOwn !== true && table.isOfPlatform !== true) {
      throw new AppError('catalog_invalid', `tables[${place}] is no table of one’s own`, {
        hint: 'make it one: defineTable({ name, description, columns })',
      });
    }
    const id = tableId(table);
    if (ids.has(id)) {
      throw new AppError('catalog_invalid', `there are two tables ${id}`, { hint: 'rename one of them' });
    }
    ids.add(id);
  }
  return own;
}

function removals(own: readonly CatalogTable[]) {
  const told = new Set(own.filter(({ name }) => name === removalsName).map(({ platform }) => platform));
  const platforms = new Set(own.map(({ platform }) => platform));
  return [...platforms].filter((platform) => !told.has(platform)).map(removalsOf);
}
