import { builtInCatalog, type CatalogTable, publicSelectList, storedColumns } from '@sdq/catalog';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import type { Snapshot } from '@sdq/index';

/**
 * A statement that creates a view with the engine's name and columns over Parquet files, of which there may be none.
 */
export function tableView(table: CatalogTable, paths: readonly string[]): string {
  const none = storedColumns(table).map((column) => `NULL::${column.type} AS ${sqlName(column.name)}`);
  const source =
    paths.length > 0
      ? `read_parquet(${sqlStrings(paths)}, hive_partitioning = false)`
      : `(SELECT ${none.join(', ')} LIMIT 0)`;
  return `CREATE OR REPLACE VIEW ${sqlName(table.name)} AS SELECT ${publicSelectList(table)} FROM ${source}`;
}

/** Tables over the base files of a snapshot; default: those of shortvideo. */
export function snapshotViews(
  snapshot: Snapshot,
  tables: readonly CatalogTable[] = builtInCatalog.tablesOf('shortvideo'),
): string[] {
  return tables.map((table) =>
    tableView(
      table,
      snapshot.files(table).map((file) => snapshot.path(file)),
    ),
  );
}
