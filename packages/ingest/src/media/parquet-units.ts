import { stat } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { excerptLengthMax, type ReadOptions, type Row, type Unit } from './medium.ts';

/** Rows read at once: a cut-off result shows as a slice that is too short. */
const sliceRows = 10_240;

/**
 * The rows of a Parquet file, some at a time: 64-bit integers and decimals as exact text, times as ISO text with
 * their zone, lists and structs as such. Errors: `file_malformed`.
 */
export async function* parquetUnits(path: string, options: ReadOptions): AsyncGenerator<Unit[]> {
  await using database = await openDatabase();
  const connection = await database.connect();
  const bytesTotal = (await stat(path)).size;
  try {
    const total = await countRows(connection, path);
    for (let from = options.skip; from < total; from += sliceRows) {
      options.signal?.throwIfAborted();
      const rows = await allRows<Row>(
        connection,
        `SELECT * FROM ${relation(path)} WHERE file_row_number >= ${from} AND file_row_number < ${from + sliceRows}`,
      );
      const expected = Math.min(sliceRows, total - from);
      if (rows.length !== expected)
        throw new Error(`${rows.length} of ${expected} rows came from row ${from + 1} on`);
      options.onBytes?.(Math.round((bytesTotal * Math.min(total, from + sliceRows)) / total));
      yield rows.map((row) => toUnit(row));
    }
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw unreadable(path, cause);
  } finally {
    connection.closeSync();
  }
}

/** DuckDB's first line says what is wrong; the others show SQL of ours. */
function unreadable(path: string, cause: unknown): AppError {
  const [reason] = (cause as Error).message.split('\n');
  return new AppError('file_malformed', `${path} cannot be read as Parquet: ${reason}`, { cause });
}

function toUnit({ file_row_number: number, ...row }: Row): Unit {
  return {
    position: Number(number) + 1,
    value: row,
    refusal: undefined,
    excerpt: () => JSON.stringify(row).slice(0, excerptLengthMax),
  };
}

/** Columns and first rows. Errors: `file_malformed`. */
export async function readParquetHead(path: string): Promise<{ columns: string[]; rows: Row[] }> {
  await using database = await openDatabase();
  const connection = await database.connect();
  try {
    const described = await allRows<{ column_name: string }>(
      connection,
      `DESCRIBE SELECT * FROM read_parquet(${sqlString(path)}, hive_partitioning = false)`,
    );
    const rows = await allRows<Row>(
      connection,
      `SELECT * FROM read_parquet(${sqlString(path)}, hive_partitioning = false) LIMIT 1000`,
    );
    return { columns: described.map((column) => column.column_name), rows };
  } catch (cause) {
    throw unreadable(path, cause);
  } finally {
    connection.closeSync();
  }
}

function relation(path: string): string {
  return `read_parquet(${sqlString(path)}, hive_partitioning = false, file_row_number = true)`;
}

async function countRows(
  connection: Awaited<ReturnType<Database['connect']>>,
  path: string,
): Promise<number> {
  const [row] = await allRows<{ count: string }>(
    connection,
    `SELECT count(*) AS count FROM read_parquet(${sqlString(path)}, hive_partitioning = false)`,
  );
  return Number(row?.count);
}

async function openDatabase(): Promise<Database> {
  return await Database.open({ threads: 1, memoryBytesMax: 512 * 1024 * 1024 });
}
