import { type CatalogTable, keepsOlder, olderColumn, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
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
  if (files.some(({ schema }) => schema?.from !== undefined))
    return filesInPlace(table, files, { numbered, older });
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

/** The same where others wrote some of the files, with other names and types of columns. */
function filesInPlace(
  table: CatalogTable,
  files: readonly TableFile[],
  { numbered, older }: { readonly numbered: boolean; readonly older: boolean },
): string {
  const parts: string[] = [];
  for (let start = 0; start < files.length; ) {
    const schema = files[start]?.schema;
    let end = start + 1;
    while (end < files.length && files[end]?.schema === schema) end++;
    const group = files.slice(start, end);
    const columns = listInPlace(table, schema, older);
    const place = numbered ? `, (file_index + ${start})::UBIGINT AS file_index, file_row_number` : '';
    const options = `hive_partitioning = false${numbered ? ', file_row_number = true' : ''}`;
    parts.push(
      columns === undefined
        ? `SELECT *${numbered ? ` REPLACE ((file_index + ${start})::UBIGINT AS file_index)` : ''} FROM ${tableFiles(table, group, { numbered, older })}`
        : `SELECT ${columns}${place} FROM read_parquet(${sqlStrings(group.map(({ path }) => path))}, ${options})`,
    );
    start = end;
  }
  return `(${parts.join(' UNION ALL BY NAME ')})`;
}

/** The stored columns of files in place, as a SELECT list; undefined for files that were written here. */
export function listInPlace(
  table: CatalogTable,
  schema: TableFile['schema'],
  older = false,
): string | undefined {
  const from = schema?.from;
  if (from === undefined) return undefined;
  return [...storedColumns(table), ...(older && keepsOlder(table) ? [olderColumn] : [])]
    .map(({ name, type }) => {
      const place = from[name];
      if (place === undefined) return `NULL::${type} AS ${sqlName(name)}`;
      const value = 'column' in place ? sqlName(place.column) : sqlString(place.constant);
      return `${value}::${type} AS ${sqlName(name)}`;
    })
    .join(', ');
}
