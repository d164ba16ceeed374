import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { createTemporary } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { observedColumn } from './registers.ts';

/** The temporary table of the keys of a merge: of its observations, and of rows that it must look at besides. */
export const observedKeys = 'observed_keys';

/** Fills {@link observedKeys}, each key once; `otherKeys` are SELECTs of keys. Returns their number. */
export async function noteObservedKeys(
  connection: DuckDBConnection,
  table: CatalogTable,
  observations: string,
  otherKeys: readonly string[],
): Promise<number> {
  const list = table.key.map((name) =>
    name === table.observedBy ? `${observedColumn} AS ${sqlName(name)}` : sqlName(name),
  );
  const keys = [`SELECT DISTINCT ${list.join(', ')} FROM ${observations}`, ...otherKeys];
  return await createTemporary(connection, observedKeys, keys.join(' UNION '));
}
