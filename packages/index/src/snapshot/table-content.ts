import { createHash } from 'node:crypto';
import { type CatalogTable, tableId } from '@sdq/catalog';
import type { Snapshot } from './snapshot.ts';

const known = new WeakMap<Snapshot, Map<string, string>>();

/** Identifies the rows of a table in a snapshot: equal for all snapshots in which its files and masks are the same. */
export function tableContent(snapshot: Snapshot, table: CatalogTable): string {
  const tables = known.get(snapshot) ?? new Map<string, string>();
  known.set(snapshot, tables);
  const found = tables.get(tableId(table));
  if (found !== undefined) return found;
  const files = snapshot.files(table).map(({ path }) => path);
  const masks = snapshot.masks(table).map((mask) => [mask.path, Object.keys(mask.files)]);
  const content = createHash('sha256')
    .update(JSON.stringify([files, masks]))
    .digest('base64');
  tables.set(tableId(table), content);
  return content;
}
