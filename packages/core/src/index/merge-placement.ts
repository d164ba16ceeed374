import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, tableId } from '../catalog/table.ts';
import { allRows } from '../duckdb/database.ts';
import { sqlName, sqlStrings } from '../duckdb/sql.ts';
import type { FileEntry } from './manifest.ts';
import { keyList } from './merge-registers.ts';

/** Name of the temporary table of keys whose rows lie, or come to lie, in more than one month. */
export const moversTable = 'movers';

export interface Placement {
  /** Months that must be written anew, in order; one null for a table without months. */
  readonly months: readonly (string | null)[];
  readonly moverCount: number;
}

/**
 * Finds the months that new observations touch: their own, and those in which rows of the same keys are stored. A
 * key found in several months is a mover: its rows are merged apart and put where the merged row belongs.
 * `observed` names a relation with the key and `_month`.
 */
export async function placeKeys(
  connection: DuckDBConnection,
  table: CatalogTable,
  observed: string,
  files: readonly { readonly entry: FileEntry; readonly path: string }[],
): Promise<Placement> {
  if (table.partitionBy === undefined) return { months: [null], moverCount: 0 };
  const key = keyList(table);
  const candidates = table.key.includes(table.partitionBy)
    ? []
    : await overlapping(connection, table, observed, files);
  const stored = candidates.map(
    ({ entry, path }) =>
      `SELECT ${key}, '${entry.month}' AS _month
       FROM (FROM read_parquet(${sqlStrings([path])}, hive_partitioning = false)) SEMI JOIN (FROM ${observed}) USING (${key})`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE places AS
     SELECT DISTINCT ${key}, _month FROM (${[`SELECT ${key}, _month FROM ${observed}`, ...stored].join(' UNION ALL ')})`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${moversTable} AS SELECT ${key} FROM places GROUP BY ${key} HAVING count(*) > 1`,
  );
  const months = await allRows<{ month: string }>(
    connection,
    'SELECT DISTINCT _month AS month FROM places ORDER BY month',
  );
  const [movers] = await allRows<{ count: string }>(
    connection,
    `SELECT count(*) AS count FROM ${moversTable}`,
  );
  await connection.run('DROP TABLE places');
  return { months: months.map(({ month }) => month), moverCount: Number(movers?.count ?? 0) };
}

/** Files that may hold one of the observed keys, by the range of the key's first column. */
async function overlapping(
  connection: DuckDBConnection,
  table: CatalogTable,
  observed: string,
  files: readonly { readonly entry: FileEntry; readonly path: string }[],
) {
  const [first = ''] = table.key;
  if (files.length === 0) return [];
  if (!table.zoneColumns.includes(first)) throw new Error(`${tableId(table)} keeps no zones of its key`);
  const [range] = await allRows<{ min: string | null; max: string | null }>(
    connection,
    `SELECT min(${sqlName(first)}) AS min, max(${sqlName(first)}) AS max FROM ${observed}`,
  );
  const { min, max } = range ?? {};
  if (min === null || min === undefined || max === null || max === undefined) return [];
  // Compared as bytes, as DuckDB orders text.
  return files.filter(({ entry }) => {
    const zone = entry.zones[first];
    return zone === undefined || (compareBytes(zone.max, min) >= 0 && compareBytes(zone.min, max) <= 0);
  });
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
