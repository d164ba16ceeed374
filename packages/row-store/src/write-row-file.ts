import type { FileHandle } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk } from '@duckdb/node-bindings';
import { allRows, resultHandle } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { readBatch, readType } from '@sdq/encode/duckdb';
import type { DataType, FixedVector } from '@sdq/encode/vectors';
import { BlockPacker, type Packing, packingDefault } from './block-packer.ts';
import { createFile } from './bytes/create-file.ts';
import { encodeTail } from './bytes/file-tail.ts';
import { columnKind, type RowColumn } from './column-kind.ts';
import { BlockEncoder } from './encode/block-encoder.ts';
import { encodeFooter, fileBytesMax, rowFileKind } from './file-layout.ts';

export interface WriteRowFileOptions {
  readonly parquetPath: string;
  /** Columns to store, with types as DuckDB prints them; optionally with an SQL expression over the file's columns. */
  readonly columns: readonly (RowColumn & { readonly expression?: string })[];
  /** The file to write; it must not exist, and is deleted when writing fails. */
  readonly to: string;
  readonly signal?: AbortSignal;
  readonly packing?: Packing;
}

/** Bytes buffered before they are written. */
const writeBytes = 1 << 20;

/**
 * Writes the rows of a Parquet file, in its order, so that `RowFile` finds any by number; a column that it does not
 * have is NULL. The same input gives the same bytes. The file is synced when this returns. Limits: 4 GiB a file, 256 MiB a block.
 * Throws what DuckDB throws, and the signal's reason.
 */
export async function writeRowFile(
  connection: DuckDBConnection,
  options: WriteRowFileOptions,
): Promise<{ rows: number }> {
  for (const { type } of options.columns) columnKind(type);
  const rows = await createFile(options.to, (file) => writeTo(file, connection, options));
  return { rows };
}

async function writeTo(
  file: FileHandle,
  connection: DuckDBConnection,
  { parquetPath, columns, signal, packing = packingDefault }: WriteRowFileOptions,
): Promise<number> {
  const encoder = new BlockEncoder(columns, packing.blockRows);
  const rowsExpected = await rowsOf(connection, parquetPath);
  using packer = new BlockPacker(packing, rowsExpected);
  let rows = 0;
  let waiting: Buffer[] = [];
  for await (const { chunk, types } of chunksOf(connection, parquetPath, columns)) {
    signal?.throwIfAborted();
    const blocks = encodeChunk(encoder, chunk, types, rows);
    rows += ddb.data_chunk_get_size(chunk);
    waiting.push(...(await packer.pack(blocks)));
    if (waiting.reduce((sum, { length }) => sum + length, 0) >= writeBytes) {
      await writeAll(file, waiting);
      waiting = [];
    }
  }
  if (rows !== rowsExpected)
    throw new Error(`"${parquetPath}" returned ${rows} rows instead of ${rowsExpected}`);
  waiting.push(...(await packer.pack(encoder.finish())), ...(await packer.finish()));
  await writeAll(file, waiting);
  const footer = encodeFooter({
    rows,
    blockRows: packing.blockRows,
    columns: columns.map(({ name, type }) => ({ name, type })),
    dictionary: packer.dictionary,
    blockBytes: Uint32Array.from(packer.blockBytes),
  });
  if (packer.bytes > fileBytesMax) throw new Error(`The rows of "${parquetPath}" are larger than 4 GiB`);
  await writeAll(file, [footer, encodeTail(footer, rowFileKind)]);
  return rows;
}

async function rowsOf(connection: DuckDBConnection, parquetPath: string): Promise<number> {
  const [found] = await allRows<{ rows: string }>(
    connection,
    `SELECT sum(num_rows)::BIGINT AS rows FROM parquet_file_metadata(${sqlString(parquetPath)})`,
  );
  return Number(found?.rows);
}

/** Columns that were described after the file was written are missing in it. */
async function columnsOf(connection: DuckDBConnection, parquetPath: string): Promise<Set<string>> {
  const found = await allRows<{ column_name: string }>(
    connection,
    `DESCRIBE SELECT * FROM read_parquet(${sqlString(parquetPath)}, hive_partitioning = false)`,
  );
  return new Set(found.map(({ column_name: name }) => name));
}

async function* chunksOf(
  connection: DuckDBConnection,
  parquetPath: string,
  columns: WriteRowFileOptions['columns'],
): AsyncGenerator<{ chunk: DataChunk; types: DataType[] }> {
  const held = await columnsOf(connection, parquetPath);
  const list = columns
    .map(({ name, type, expression = sqlName(name) }) => `(${held.has(name) ? expression : 'NULL'})::${type}`)
    .join(', ');
  const result = await connection.stream(
    `SELECT file_row_number, ${list}
     FROM read_parquet(${sqlString(parquetPath)}, hive_partitioning = false, file_row_number = true)`,
  );
  const raw = resultHandle(result);
  const types = Array.from({ length: columns.length + 1 }, (_, index) =>
    readType(ddb.column_logical_type(raw, index)),
  );
  for (;;) {
    const chunk = await ddb.fetch_chunk(raw);
    if (chunk === null || ddb.data_chunk_get_size(chunk) === 0) break;
    yield { chunk, types };
    ddb.data_chunk_reset(chunk);
  }
  // A stream that breaks looks like one that ended.
  if (ddb.result_return_type(raw) === ddb.ResultType.INVALID) {
    throw new Error(`Reading "${parquetPath}" ended early`);
  }
}

/** The first column is the number of each row in its file. */
function encodeChunk(
  encoder: BlockEncoder,
  chunk: DataChunk,
  types: readonly DataType[],
  rows: number,
): Buffer[] {
  const batch = readBatch(types, chunk);
  const { vectors, rows: count } = batch;
  const numbers = (vectors[0] as FixedVector).bytes;
  const first = new BigInt64Array(numbers.buffer, numbers.byteOffset, count);
  if (first[0] !== BigInt(rows) || first[count - 1] !== BigInt(rows + count - 1)) {
    throw new Error('DuckDB did not return the rows in the order of their file');
  }
  const blocks = encoder.append(vectors.slice(1), count);
  batch.free();
  return blocks;
}

async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  await file.writeFile(Buffer.concat(parts));
}
