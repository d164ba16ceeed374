import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { allRows, dropTables } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import type { MergeContext } from './merge-context.ts';
import { freshTable, mergeRows } from './merge-rows.ts';
import { storedList } from './registers.ts';

export interface MergedFile {
  /** The rows as SQL for FROM: the stored columns, and `_month`, the month of each. */
  readonly from: string;
  /** Months of the rows; null for a table without months. */
  readonly months: readonly (string | null)[];
  /** Stored columns that the rows do not have, because none has a value for them. */
  readonly lacking: ReadonlySet<string>;
}

/**
 * Merges observations (SQL for FROM, as for `mergeTable`) of keys that the table has no rows of, and writes the rows into a
 * Parquet file, in no order. Parent links are noted as by a merge.
 */
export async function writeMerged(
  connection: DuckDBConnection,
  table: CatalogTable,
  observations: string,
  { links, known }: Pick<MergeContext, 'links' | 'known'>,
  path: string,
): Promise<MergedFile> {
  try {
    const lacking = await mergeRows(connection, table, {
      observations,
      held: undefined,
      removals: undefined,
      links,
      marks: [],
      known,
    });
    await connection.run(
      `COPY (SELECT ${storedList(table, lacking)}, _month FROM ${freshTable}) TO ${sqlString(path)} (FORMAT parquet)`,
    );
    const months = await allRows<{ month: string | null }>(
      connection,
      `SELECT DISTINCT _month AS month FROM ${freshTable}`,
    );
    return {
      from: `read_parquet(${sqlString(path)}, hive_partitioning = false)`,
      months: months.map(({ month }) => month),
      lacking,
    };
  } finally {
    await dropTables(connection, [freshTable]);
  }
}
