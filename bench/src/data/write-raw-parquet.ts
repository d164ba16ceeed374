import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CatalogTable,
  Database,
  publicSelectList,
  type Snapshot,
  sqlName,
  sqlString,
  sqlStrings,
  storedColumns,
  tablesOf,
} from '@sdq/core';

/** Rows of one raw file, as a collector would dump them. */
const rowsPerFile = 1_000_000;

/** The same rows as somebody keeps them who has no index: Parquet in no order, snappy, DuckDB's defaults. */
export interface RawTables {
  readonly directory: string;
  readonly bytes: number;
  /** Statements that make one view per table, with the names the engine knows. */
  readonly views: readonly string[];
}

/**
 * Writes the tables of shortvideo as raw Parquet below `directory`, once: ordered by a hash of the key, so that
 * neither time, id nor author lie together; a file per million rows; snappy.
 */
export async function ensureRawParquet(
  snapshot: Snapshot,
  directory: string,
  onProgress: (text: string) => void = () => {},
  signal?: AbortSignal,
): Promise<RawTables> {
  const tables = tablesOf('shortvideo');
  if (!(await exists(directory))) {
    const building = `${directory}.building`;
    await rm(building, { recursive: true, force: true });
    await mkdir(building, { recursive: true });
    await using database = await Database.open({
      memoryBytesMax: 3 * 2 ** 30,
      temporaryDirectory: join(building, 'spill'),
    });
    for (const table of tables) {
      await writeTable(database, table, snapshot, building, (text) => {
        signal?.throwIfAborted();
        onProgress(text);
      });
    }
    await rm(join(building, 'spill'), { recursive: true, force: true });
    await rename(building, directory);
  }
  const paths = new Map(tables.map((table) => [table, rawPaths(table, snapshot, directory)]));
  const sizes = await Promise.all([...paths.values()].flat().map(async (path) => (await stat(path)).size));
  return {
    directory,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    views: tables.map((table) => viewOf(table, paths.get(table) ?? [])),
  };
}

function rawPaths(table: CatalogTable, snapshot: Snapshot, directory: string): string[] {
  const files = Math.ceil(snapshot.rows(table) / rowsPerFile);
  return Array.from({ length: files }, (_, i) => join(directory, `${table.name}_${i}.parquet`));
}

async function writeTable(
  database: Database,
  table: CatalogTable,
  snapshot: Snapshot,
  directory: string,
  onFile: (text: string) => void,
): Promise<void> {
  const connection = await database.connect();
  try {
    const source = sqlStrings(snapshot.files(table).map((file) => snapshot.path(file)));
    const columns = storedColumns(table).map((column) => sqlName(column.name));
    const hash = `hash(${table.key.map(sqlName).join(', ')})`;
    const paths = rawPaths(table, snapshot, directory);
    for (const [i, path] of paths.entries()) {
      onFile(`writing raw Parquet ${table.name} ${i}/${paths.length}`);
      await connection.run(
        `COPY (SELECT ${columns.join(', ')} FROM read_parquet(${source}, hive_partitioning = false)
               WHERE ${hash} % ${paths.length} = ${i} ORDER BY ${hash})
         TO ${sqlString(path)} (FORMAT parquet, COMPRESSION snappy)`,
      );
    }
  } finally {
    connection.closeSync();
  }
}

function viewOf(table: CatalogTable, paths: readonly string[]): string {
  const none = storedColumns(table).map((column) => `NULL::${column.type} AS ${sqlName(column.name)}`);
  const source =
    paths.length > 0 ? `read_parquet(${sqlStrings(paths)})` : `(SELECT ${none.join(', ')} LIMIT 0)`;
  return `CREATE OR REPLACE VIEW ${sqlName(table.name)} AS SELECT ${publicSelectList(table)} FROM ${source}`;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
