import { AppError } from '@sdq/contract';
import { builtInCatalog } from './built-in-catalog.ts';
import { Catalog } from './catalog.ts';
import { removalsName, removalsOf } from './removals.ts';
import { type CatalogTable, tableId } from './table.ts';

const known = new WeakMap<readonly CatalogTable[], Catalog>();

/**
 * The catalogue of the built-in tables, of additional ones (a user's own, or those of a platform made by
 * `definePlatform`), and of the removals of their platforms. The same list gives the same catalogue object. Errors:
 * `catalog_invalid` when two tables have the same name, or a value is not a table.
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
