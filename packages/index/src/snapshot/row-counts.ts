import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { LRUCache } from 'lru-cache';
import { type CountedPart, derivedRowParts } from '../files/derived-rows.ts';
import { isLayered, type TableState } from '../files/living-rows.ts';
import type { Snapshot } from './snapshot.ts';

/** Rows that follow from files that were counted last: an add changes few files, and most of the others stay for many snapshots. */
const counted = new LRUCache<string, number>({ max: 1_000 });

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
  for (const table of catalog.tables) {
    const source = table.derivedFrom && catalog.find(table.platform, table.derivedFrom.table);
    if (source === undefined || !isLayered(stateOf(snapshot, source))) continue;
    counts.set(tableId(table), await countDerived(connection, snapshot, table, source));
  }
  return counts;
}

function stateOf(snapshot: Snapshot, table: CatalogTable): TableState {
  return { files: snapshot.files(table), masks: snapshot.masks(table) };
}

async function countDerived(
  connection: DuckDBConnection,
  snapshot: Snapshot,
  table: CatalogTable,
  source: CatalogTable,
): Promise<number> {
  const state = stateOf(snapshot, table);
  const { ownRows, parts } = derivedRowParts(snapshot.root, table, state, source, stateOf(snapshot, source));
  const keyOf = ({ name }: CountedPart) => JSON.stringify([table.derivedFrom?.sql, name]);
  const known = new Map(parts.map((part) => [part, counted.get(keyOf(part))]));
  const unknown = parts.filter((part) => known.get(part) === undefined);
  if (unknown.length > 0) {
    const each = unknown.map(({ sql }, at) => `SELECT ${at} AS part, rows FROM (${sql})`);
    const found = await allRows<{ part: number; rows: string }>(connection, each.join(' UNION ALL '));
    for (const { part: at, rows } of found) {
      const part = unknown[at] as CountedPart;
      known.set(part, Number(rows));
      counted.set(keyOf(part), Number(rows));
    }
  }
  return parts.reduce((sum, part) => sum + part.sign * (known.get(part) ?? Number.NaN), ownRows);
}
