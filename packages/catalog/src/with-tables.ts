import { AppError } from '@sdq/contract';
import { builtInCatalog } from './built-in-catalog.ts';
import { Catalog } from './catalog.ts';
import type { OwnTable } from './own/define-table.ts';
import { removalsOf } from './removals.ts';
import { tableId } from './table.ts';

const known = new WeakMap<readonly OwnTable[], Catalog>();

/**
 * The built-in tables, these beside them, and what was removed from their platforms. The same list gives the same
 * catalogue. Errors: `catalog_invalid` when two tables have one name, or one is no table.
 */
export function withTables(own: readonly OwnTable[] = []): Catalog {
  if (own.length === 0) return builtInCatalog;
  const found = known.get(own);
  if (found !== undefined) return found;
  const made = new Catalog([...builtInCatalog.tables, ...checked(own), ...removals(own)]);
  known.set(own, made);
  return made;
}

function checked(own: readonly OwnTable[]): readonly OwnTable[] {
  const ids = new Set<string>();
  for (const [place, table] of own.entries()) {
    if (table.isOwn !== true) {
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

function removals(own: readonly OwnTable[]) {
  return [...new Set(own.map(({ platform }) => platform))].map(removalsOf);
}
