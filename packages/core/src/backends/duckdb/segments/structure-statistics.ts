import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { StructureStatistics } from '@sdq/index';
import type { Structure } from '../candidates/structure.ts';

/** Statistics of a structure that was written to the current database. */
export async function structureStatistics(
  connection: DuckDBConnection,
  { name, groupedBy }: Pick<Structure, 'name' | 'groupedBy'>,
): Promise<StructureStatistics> {
  const bytes = await bytesOf(connection, name);
  if (groupedBy === undefined) return { bytes };
  const by = sqlName(groupedBy);
  const [found] = await allRows<{ count: string; quantiles: string[] | null; most: string | null }>(
    connection,
    `SELECT count(*) AS count, quantile_disc(rows, [0.5, 0.99]) AS quantiles, max(rows) AS most
     FROM (SELECT count(*) AS rows FROM ${sqlName(name)} WHERE ${by} IS NOT NULL GROUP BY ${by})`,
  );
  const [median = 0, p99 = 0] = found?.quantiles ?? [];
  const groups = {
    count: Number(found?.count ?? 0),
    rows_median: Number(median),
    rows_p99: Number(p99),
    rows_most: Number(found?.most ?? 0),
  };
  return { bytes, groups };
}

/** Size of its blocks; small structures share some. */
async function bytesOf(connection: DuckDBConnection, name: string): Promise<number> {
  const [row] = await allRows<{ bytes: string }>(
    connection,
    `SELECT count(DISTINCT block) * any_value(block_size) AS bytes
     FROM (SELECT unnest(list_prepend(block_id, additional_block_ids)) AS block FROM pragma_storage_info(${sqlString(name)})
       WHERE persistent),
       (SELECT block_size FROM pragma_database_size() WHERE database_name = current_database())
     WHERE block >= 0`,
  );
  return Number(row?.bytes ?? 0);
}
