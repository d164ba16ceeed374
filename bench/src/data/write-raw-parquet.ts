import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { Snapshot } from '@sdq/index';
import { tableView } from './table-views.ts';

/** The number of rows of one raw file, as a collector would dump them. */
const rowsPerFile = 1_000_000;

/** One table in the form it has without an index: unsorted Parquet, snappy, DuckDB's defaults. */
export interface RawTable {
  readonly table: CatalogTable;
  readonly paths: readonly string[];
  readonly bytes: number;
  /** The statement that creates a view with the name that the engine uses. */
  readonly view: string;
}

export interface WriteRawOptions {
  readonly snapshot: Snapshot;
  /** The parent directory of the raw tables. */
  readonly directory: string;
  readonly tables: readonly CatalogTable[];
  readonly signal?: AbortSignal;
  onProgress?(text: string): void;
}

/**
 * Writes tables as raw Parquet below `directory`, unless they exist: ordered by a hash of the key, so that rows are
 * clustered by neither time, ID nor author; one file per million rows; snappy.
 */
export async function ensureRawParquet(options: WriteRawOptions): Promise<RawTable[]> {
  const raw: RawTable[] = [];
  for (const table of options.tables) {
    const directory = join(options.directory, table.name);
    if (!(await exists(directory))) {
      const building = `${directory}.building`;
      await rm(building, { recursive: true, force: true });
      await mkdir(building, { recursive: true });
      await writeTable(table, building, options);
      await rename(building, directory);
    }
    const paths = (await readdir(directory)).sort().map((name) => join(directory, name));
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    raw.push({
      table,
      paths,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      view: tableView(table, paths),
    });
  }
  return raw;
}

async function writeTable(table: CatalogTable, directory: string, options: WriteRawOptions): Promise<void> {
  const { snapshot, signal, onProgress } = options;
  const files = Math.ceil(snapshot.rows(table) / rowsPerFile);
  if (files === 0) return;
  const spill = join(directory, 'spill');
  await using database = await Database.open({ memoryBytesMax: 3 * 2 ** 30, temporaryDirectory: spill });
  const connection = await database.connect();
  try {
    const columns = storedColumns(table).map((column) => sqlName(column.name));
    const hash = `hash(${table.key.map(sqlName).join(', ')})`;
    const source = `read_parquet(${sqlStrings(snapshot.files(table).map((file) => snapshot.path(file)))}, hive_partitioning = false)`;
    const parts = join(directory, 'parts');
    if (files > 1) {
      // One pass over the rows partitions them; otherwise each file would read all of them again.
      signal?.throwIfAborted();
      onProgress?.(`writing raw Parquet ${table.name}: dealing out ${files} files`);
      await connection.run(
        `COPY (SELECT ${columns.join(', ')}, ${hash} % ${files} AS part FROM ${source})
         TO ${sqlString(parts)} (FORMAT parquet, COMPRESSION snappy, PARTITION_BY (part))`,
      );
    }
    for (let i = 0; i < files; i++) {
      signal?.throwIfAborted();
      onProgress?.(`writing raw Parquet ${table.name} ${i}/${files}`);
      const part = join(parts, `part=${i}`);
      const from =
        files > 1 ? `read_parquet(${sqlString(join(part, '*.parquet'))}, hive_partitioning = false)` : source;
      const path = join(directory, `${table.name}_${String(i).padStart(4, '0')}.parquet`);
      await connection.run(
        `COPY (SELECT ${columns.join(', ')} FROM ${from} ORDER BY ${hash})
         TO ${sqlString(path)} (FORMAT parquet, COMPRESSION snappy)`,
      );
      await rm(part, { recursive: true, force: true });
    }
    await rm(parts, { recursive: true, force: true });
  } finally {
    connection.closeSync();
    await rm(spill, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
