import { type CatalogTable, publicSelectList, storedColumns } from '@sdq/catalog';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import type { FileEntry } from '@sdq/index';

/** A table over these files, as SQL that can stand in a FROM clause. */
export function relation(
  table: CatalogTable,
  files: readonly FileEntry[],
  path: (file: FileEntry) => string,
): string {
  const source =
    files.length === 0
      ? `(SELECT ${emptyColumns(table)} WHERE false)`
      : `read_parquet(${sqlStrings(files.map(path))}, hive_partitioning = false)`;
  return `(SELECT ${publicSelectList(table)} FROM ${source})`;
}

function emptyColumns(table: CatalogTable): string {
  return storedColumns(table)
    .map((column) => `NULL::${column.type} AS ${sqlName(column.name)}`)
    .join(', ');
}
