import { sqlString } from '@sdq/duckdb/sql';

/** The rows of a copy of a local table, as SQL for FROM. */
export function localRows(path: string): string {
  return `read_parquet(${sqlString(path)}, hive_partitioning = false)`;
}
