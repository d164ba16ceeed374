import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, version } from '@duckdb/node-api';
import { publicSelectList, storedColumns } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { lackOfDisk } from '../../data/free-disk.ts';
import type { RawTable } from '../../data/write-raw-parquet.ts';
import type { PrepareContext, PreparedPeer } from './prepared-peer.ts';

/** The number of rows per sort while a table is loaded. */
const rowsPerSort = 2_000_000;

export async function prepareDuckdb(context: PrepareContext): Promise<PreparedPeer> {
  return {
    description: `DuckDB ${version()}, the raw Parquet files`,
    dialect: 'duckdb',
    specification: {
      kind: 'duckdb',
      views: context.raw.map((table) => table.view),
      memoryBytesMax: context.memoryBytesMax,
      temporaryDirectory: join(context.directory, 'spill-duckdb'),
    },
    bytes: context.raw.reduce((sum, table) => sum + table.bytes, 0),
  };
}

/** The same rows in DuckDB's native format, each table sorted by its key. */
export async function prepareDuckdbNative(context: PrepareContext): Promise<PreparedPeer> {
  const names = context.raw.map(({ table }) => table.name).join('-');
  const file = join(context.directory, `native-${names}.duckdb`);
  const built = await exists(file);
  const startedAt = performance.now();
  if (!built) await buildNative(file, context);
  return {
    description: `DuckDB ${version()}, native tables sorted by key`,
    dialect: 'duckdb',
    specification: {
      kind: 'duckdb',
      file,
      views: [],
      memoryBytesMax: context.memoryBytesMax,
      temporaryDirectory: join(context.directory, 'spill-native'),
    },
    bytes: (await stat(file)).size,
    ...(built ? {} : { buildSeconds: (performance.now() - startedAt) / 1000 }),
  };
}

async function buildNative(file: string, context: PrepareContext): Promise<void> {
  const { raw, directory, memoryBytesMax, signal } = context;
  const lack = await lackOfDisk(directory, raw.reduce((sum, table) => sum + table.bytes, 0) * 1.5);
  if (lack !== undefined) throw new Error(lack);
  const building = `${file}.building`;
  const spill = `${file}.spill`;
  for (const path of [building, `${building}.wal`]) await rm(path, { force: true });
  await mkdir(directory, { recursive: true });
  {
    await using database = await Database.open({ path: building, memoryBytesMax, temporaryDirectory: spill });
    const connection = await database.connect();
    try {
      for (const table of raw) await loadTable(connection, table, context);
      signal?.throwIfAborted();
      await connection.run('CHECKPOINT');
    } finally {
      connection.closeSync();
    }
  }
  await rm(spill, { recursive: true, force: true });
  await rename(building, file);
}

/** Loads ranges of the key one after another, so that each sort fits in memory. */
async function loadTable(
  connection: DuckDBConnection,
  { table, paths }: RawTable,
  { signal, onProgress }: PrepareContext,
): Promise<void> {
  const stored = sqlName(`stored_${table.name}`);
  const columns = storedColumns(table);
  await connection.run(
    `CREATE TABLE ${stored} (${columns.map((column) => `${sqlName(column.name)} ${column.type}`).join(', ')})`,
  );
  await connection.run(
    `CREATE VIEW ${sqlName(table.name)} AS SELECT ${publicSelectList(table)} FROM ${stored}`,
  );
  if (paths.length === 0) return;
  const source = `read_parquet(${sqlStrings(paths)}, hive_partitioning = false)`;
  const [first = ''] = table.key.map(sqlName);
  const [{ rows = 0 } = {}] = await allRows<{ rows?: number }>(
    connection,
    `SELECT count(*) AS rows FROM ${source}`,
  );
  const ranges = Math.max(1, Math.ceil(Number(rows) / rowsPerSort));
  const bounds = ranges === 1 ? [] : await boundsOf(connection, source, first, ranges);
  for (let i = 0; i <= bounds.length; i++) {
    signal?.throwIfAborted();
    onProgress(`loading DuckDB native ${table.name} ${i}/${bounds.length + 1}`);
    const [from, to] = [bounds[i - 1], bounds[i]];
    const conditions = [
      from === undefined ? 'true' : `${first}::VARCHAR >= ${sqlString(from)}`,
      to === undefined ? 'true' : `${first}::VARCHAR < ${sqlString(to)}`,
    ];
    await connection.run(
      `INSERT INTO ${stored} SELECT ${columns.map((column) => sqlName(column.name)).join(', ')} FROM ${source}
       WHERE ${conditions.join(' AND ')} ORDER BY ${table.key.map(sqlName).join(', ')}`,
    );
  }
}

async function boundsOf(
  connection: DuckDBConnection,
  source: string,
  column: string,
  ranges: number,
): Promise<string[]> {
  const sample = await allRows<{ value: string }>(
    connection,
    `SELECT ${column}::VARCHAR AS value FROM (SELECT ${column} FROM ${source} ORDER BY hash(${column}) LIMIT 10000)
     ORDER BY value`,
  );
  const bounds = Array.from(
    { length: ranges - 1 },
    (_, i) => sample[Math.floor(((i + 1) * sample.length) / ranges)]?.value,
  );
  return [...new Set(bounds.filter((value) => value !== undefined))];
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
