import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import type { FileEntry } from '../manifest/manifest.ts';
import { keyList } from './registers.ts';

/** A file of the table that is merged into, and its path. */
export interface StoredFile<Entry extends Pick<FileEntry, 'zones'> = FileEntry> {
  readonly entry: Entry;
  readonly path: string;
}

/**
 * The files that contain rows with any key in the relation `keys`. Files are skipped by the zone map of the key's
 * first column, where there is one; of the others only the key columns are read.
 */
export async function findHolders<Entry extends Pick<FileEntry, 'zones'>>(
  connection: DuckDBConnection,
  table: CatalogTable,
  keys: string,
  files: readonly StoredFile<Entry>[],
): Promise<StoredFile<Entry>[]> {
  const candidates = await overlapping(connection, table, keys, files);
  if (candidates.length === 0) return [];
  const key = keyList(table);
  const held = await allRows<{ filename: string }>(
    connection,
    `SELECT DISTINCT filename FROM (
       SELECT ${key}, filename FROM read_parquet(${sqlStrings(candidates.map(({ path }) => path))},
         hive_partitioning = false, filename = true)
     ) SEMI JOIN ${keys} USING (${key})`,
  );
  const paths = new Set(held.map(({ filename }) => filename));
  return candidates.filter(({ path }) => paths.has(path));
}

async function overlapping<Entry extends Pick<FileEntry, 'zones'>>(
  connection: DuckDBConnection,
  table: CatalogTable,
  keys: string,
  files: readonly StoredFile<Entry>[],
): Promise<readonly StoredFile<Entry>[]> {
  const [first = ''] = table.key;
  if (files.length === 0 || !table.zoneColumns.includes(first)) return files;
  const [range] = await allRows<{ min: string | null; max: string | null }>(
    connection,
    `SELECT min(${sqlName(first)}) AS min, max(${sqlName(first)}) AS max FROM ${keys}`,
  );
  const { min, max } = range ?? {};
  if (min === null || min === undefined || max === null || max === undefined) return [];
  return files.filter(({ entry }) => {
    const zone = entry.zones[first];
    return zone === undefined || (compareBytes(zone.max, min) >= 0 && compareBytes(zone.min, max) <= 0);
  });
}

/** Compares text in DuckDB's order. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
