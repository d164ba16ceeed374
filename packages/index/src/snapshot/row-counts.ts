import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { LRUCache } from 'lru-cache';
import { derivedRowCount } from '../files/derived-rows.ts';
import { isLayered } from '../files/living-rows.ts';
import type { Snapshot } from './snapshot.ts';

/** Rows of derived tables that were counted last, by snapshot and table: an add counts those before it, which the one before it did. */
const counted = new LRUCache<string, number>({ max: 32 });

/**
 * The rows of each table of a snapshot that SQL can read, by id. Those of a table that is derived from one with delta files or masks are
 * counted over these; the others stand in the manifest.
 */
export async function rowCounts(
  connection: DuckDBConnection,
  snapshot: Snapshot,
  catalog: Catalog,
): Promise<Map<string, number>> {
  const counts = new Map(Object.entries(snapshot.manifest.tables).map(([id, { rows }]) => [id, rows]));
  for (const table of catalog.storedTables)
    if (catalog.byId(tableId(table)) === undefined) counts.delete(tableId(table));
  const stateOf = (table: CatalogTable) => ({ files: snapshot.files(table), masks: snapshot.masks(table) });
  for (const table of catalog.tables) {
    const source = table.derivedFrom && catalog.find(table.platform, table.derivedFrom.table);
    if (source === undefined || !isLayered(stateOf(source))) continue;
    const name = `${snapshot.id} ${tableId(table)}`;
    let rows = counted.get(name);
    if (rows === undefined) {
      const sql = derivedRowCount(snapshot.root, table, stateOf(table), source, stateOf(source));
      const [row] = await allRows<{ rows: string }>(connection, `SELECT ${sql} AS rows`);
      rows = Number(row?.rows ?? 0);
      counted.set(name, rows);
    }
    counts.set(tableId(table), rows);
  }
  return counts;
}
