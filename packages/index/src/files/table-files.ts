import { type CatalogTable, keepsOlder, olderColumn, storedColumns } from '@sdq/catalog';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import { type FileSchema, hasColumns } from '../manifest/file-schema.ts';

/** A Parquet file of a table: its path, and the schema it was written with, where that is known. */
export interface TableFile {
  readonly path: string;
  readonly schema?: FileSchema | undefined;
}

/**
 * The stored columns of a table in these files, by name, as SQL for FROM: NULL where a file was written before a
 * column was described. `numbered` adds `file_index`, from 0, and `file_row_number`; `older` adds the column that
 * only merges read.
 */
export function tableFiles(
  table: CatalogTable,
  files: readonly TableFile[],
  { numbered = false, older = false } = {},
): string {
  const none = `SELECT ${emptyColumns(table, older)} WHERE false`;
  if (files.length === 0) return `(${none})`;
  const options = ['hive_partitioning = false', ...(numbered ? ['file_row_number = true'] : [])];
  const paths = sqlStrings(files.map(({ path }) => path));
  // The engine reads every file's footer before it unites them; a query that ends early must not wait for that.
  const stored = storedColumns(table);
  if (files.every((file) => hasColumns(file, stored))) {
    const source = `read_parquet(${paths}, ${options.join(', ')})`;
    return numbered ? `(SELECT *, file_index FROM ${source})` : source;
  }
  const source = `read_parquet(${paths}, ${[...options, 'union_by_name = true'].join(', ')})`;
  return `(${none} UNION ALL BY NAME SELECT *${numbered ? ', file_index' : ''} FROM ${source})`;
}

function emptyColumns(table: CatalogTable, older: boolean): string {
  return [...storedColumns(table), ...(older && keepsOlder(table) ? [olderColumn] : [])]
    .map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`)
    .join(', ');
}
