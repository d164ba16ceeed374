import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog, type CatalogTable, olderColumn, storedColumns, tableId } from '@sdq/catalog';
import type { Platform } from '@sdq/contract';
import { sqlString } from '@sdq/duckdb/sql';
import { type FileEntry, writeTableFile } from '@sdq/index';

/** The catalogue table with this name. An unknown name is a programming error. */
export function tableNamed(platform: Platform, name: string): CatalogTable {
  const table = builtInCatalog.find(platform, name);
  if (table === undefined) throw new Error(`the catalogue has no table ${platform}.${name}`);
  return table;
}

/** Writes table files into a new index and remembers them for its manifest. */
export class IndexWriter {
  readonly root: string;
  readonly files = new Map<string, FileEntry[]>();
  #rows = 0;

  constructor(root: string) {
    this.root = root;
  }

  /** Rows written so far, over all tables. */
  get rows(): number {
    return this.#rows;
  }

  /** Writes the rows of `query`, which selects the table's stored columns by name. Returns null if there are none. */
  async write(
    connection: DuckDBConnection,
    table: CatalogTable,
    month: string | null,
    query: string,
  ): Promise<FileEntry | null> {
    const relation = `(SELECT *, NULL AS ${olderColumn.name} FROM (${query}))`;
    const file = await writeTableFile(connection, this.root, table, month, relation).catch(
      async (cause: unknown) => {
        throw (await missingColumns(connection, table, query)) ?? cause;
      },
    );
    if (file === null) return null;
    const id = tableId(table);
    this.files.set(id, [...(this.files.get(id) ?? []), file]);
    this.#rows += file.rows;
    return file;
  }

  /** SQL that reads the rows of a table written so far, or those of one file. */
  scan(table: CatalogTable, file?: FileEntry): string {
    const files = file === undefined ? (this.files.get(tableId(table)) ?? []) : [file];
    const paths = files.map((entry) => sqlString(join(this.root, entry.path))).sort();
    return `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
  }
}

/** The error that names the stored columns of the table which the query lacks, and the folder to change; undefined if it has all. */
async function missingColumns(
  connection: DuckDBConnection,
  table: CatalogTable,
  query: string,
): Promise<Error | undefined> {
  const prepared = await connection.prepare(query).catch(() => undefined);
  if (prepared === undefined) return undefined;
  const given = new Set(
    Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnName(index)),
  );
  const missing = storedColumns(table).filter(({ name }) => !given.has(name));
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name).join(', ');
  return new Error(
    `No value is invented for ${names} of ${tableId(table)}: add it to the SELECT in data/src/generate/${table.platform}/`,
  );
}
