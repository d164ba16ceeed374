import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { GroupStatistics } from '@sdq/index';
import type { Structure } from '../candidates/structure.ts';

/** Group sizes of a structure that was written to the current database; none where it is not clustered. */
export async function groupStatistics(
  connection: DuckDBConnection,
  { name, groupedBy }: Pick<Structure, 'name' | 'groupedBy'>,
): Promise<{ groups?: GroupStatistics }> {
  if (groupedBy === undefined) return {};
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
  return { groups };
}

/** Sizes of the blocks of these structures of the current database in bytes, after a checkpoint; small structures share some. */
export async function structureSizes(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const blocks = names.map(
    (name) =>
      `SELECT ${sqlString(name)} AS structure, unnest(list_prepend(block_id, additional_block_ids)) AS block
       FROM pragma_storage_info(${sqlString(name)}) WHERE persistent`,
  );
  const found = await allRows<{ structure: string; bytes: string }>(
    connection,
    `SELECT structure, count(DISTINCT block) * any_value(block_size) AS bytes FROM (${blocks.join(' UNION ALL ')}),
       (SELECT block_size FROM pragma_database_size() WHERE database_name = current_database())
     WHERE block >= 0 GROUP BY structure`,
  );
  const sizes = new Map(found.map(({ structure, bytes }) => [structure, Number(bytes)]));
  return new Map(names.map((name) => [name, sizes.get(name) ?? 0]));
}
