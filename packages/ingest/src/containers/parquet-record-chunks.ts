import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { escapeControls, excerptOf } from '../values/shown.ts';
import { excerptLengthMax, type ReadOptions, type RecordChunk, type Row } from './record-chunk.ts';
import { connectSourceReader } from './source-reader.ts';

/** Rows per query: a truncated result is detected by its row count. */
const sliceRows = 10_240;

/**
 * The rows of a Parquet file, in batches: 64-bit integers and decimals as exact text, times as ISO text with their zone,
 * lists and structs as arrays and objects. `first` are its first rows, which are not read again where there are no others.
 * Errors: `file_malformed`.
 */
export async function* parquetRecordChunks(
  path: string,
  first: readonly Row[],
  options: ReadOptions,
): AsyncGenerator<RecordChunk[]> {
  using reader = await connectSourceReader();
  const { connection } = reader;
  const bytesTotal = (await stat(path)).size;
  try {
    const total = await countRows(connection, path);
    for (let from = options.skip; from < total; from += sliceRows) {
      options.signal?.throwIfAborted();
      const rows =
        from === 0 && first.length === total
          ? first.map((row, at) => ({ file_row_number: String(at), ...row }))
          : await readSlice(connection, path, from);
      const expected = Math.min(sliceRows, total - from);
      if (rows.length !== expected)
        throw new Error(`only ${rows.length} of ${expected} rows could be read from row ${from + 1}`);
      options.onBytes?.(Math.round((bytesTotal * Math.min(total, from + sliceRows)) / total));
      yield rows.map((row) => parquetRecordChunk(row));
    }
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw unreadable(path, cause);
  }
}

async function readSlice(connection: DuckDBConnection, path: string, from: number): Promise<Row[]> {
  return await allRows(
    connection,
    `SELECT * FROM ${relation(path)} WHERE file_row_number >= ${from} AND file_row_number < ${from + sliceRows}`,
  );
}

/** A reading error as one of the file. The first line of DuckDB's message is the reason; the others quote generated SQL. */
export function unreadable(path: string, cause: unknown): AppError {
  const [reason] = (cause as Error).message.split('\n');
  return new AppError('file_malformed', `Cannot read "${path}" as Parquet: ${escapeControls(reason ?? '')}`, {
    cause,
  });
}

/** A row with its `file_row_number` as a record chunk. */
export function parquetRecordChunk({ file_row_number: number, ...row }: Row): RecordChunk {
  return {
    position: Number(number) + 1,
    value: row,
    refusal: undefined,
    excerpt: () => excerptOf(row, excerptLengthMax),
  };
}

/** Columns and first rows. Errors: `file_malformed`. */
export async function readParquetHead(path: string): Promise<{ columns: string[]; rows: Row[] }> {
  using reader = await connectSourceReader();
  const { connection } = reader;
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
  }
}

function relation(path: string): string {
  return `read_parquet(${sqlString(path)}, hive_partitioning = false, file_row_number = true)`;
}

async function countRows(connection: DuckDBConnection, path: string): Promise<number> {
  const [row] = await allRows<{ count: string }>(
    connection,
    `SELECT count(*) AS count FROM read_parquet(${sqlString(path)}, hive_partitioning = false)`,
  );
  return Number(row?.count);
}
