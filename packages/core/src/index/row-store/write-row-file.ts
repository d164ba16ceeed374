import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk } from '@duckdb/node-bindings';
import { sqlName, sqlString } from '../../duckdb/sql.ts';
import { type DataType, readType } from '../../stream/types/data-type.ts';
import { type FixedVector, readVector } from '../../stream/vectors/read-vector.ts';
import { VectorMemory } from '../../stream/vectors/vector-memory.ts';
import { BlockPacker, type Packing, packingDefault } from './block-packer.ts';
import { columnKind, type RowColumn } from './column-kind.ts';
import { encodeFooter, encodeTail, fileBytesMax } from './file-layout.ts';

export interface WriteRowFileOptions {
  readonly parquetPath: string;
  /** Columns to keep, with types as DuckDB prints them. */
  readonly columns: readonly RowColumn[];
  /** The file to write; it must not exist, and is deleted again when writing fails. */
  readonly to: string;
  readonly signal?: AbortSignal;
  readonly packing?: Packing;
}

/** Bytes gathered before they are written. */
const writeBytes = 1 << 20;

/**
 * Writes the rows of a Parquet file, in its order, so that `RowFile` finds any by number. The same input gives the
 * same bytes. The file is synced when this returns. Limits: 4 GiB a file, 256 MiB a block.
 * Throws what DuckDB throws, and the signal's reason.
 */
export async function writeRowFile(
  connection: DuckDBConnection,
  options: WriteRowFileOptions,
): Promise<{ rows: number }> {
  for (const { type } of options.columns) columnKind(type);
  const file = await open(options.to, 'wx');
  try {
    const rows = await writeTo(file, connection, options);
    await file.sync();
    await file.close();
    return { rows };
  } catch (error) {
    await file.close();
    await rm(options.to, { force: true });
    throw error;
  }
}

async function writeTo(
  file: FileHandle,
  connection: DuckDBConnection,
  { parquetPath, columns, signal, packing = packingDefault }: WriteRowFileOptions,
): Promise<number> {
  const packer = new BlockPacker(columns, packing);
  let rows = 0;
  for await (const { chunk, types } of chunksOf(connection, parquetPath, columns)) {
    signal?.throwIfAborted();
    appendChunk(packer, chunk, types, rows);
    rows += ddb.data_chunk_get_size(chunk);
    if (packer.packedBytes >= writeBytes) await writeAll(file, packer.takePacked());
  }
  packer.finish();
  await writeAll(file, packer.takePacked());
  const footer = encodeFooter({
    rows,
    blockRows: packing.blockRows,
    columns: columns.map(({ name, type }) => ({ name, type })),
    dictionary: packer.dictionary,
    blockBytes: Uint32Array.from(packer.blockBytes),
  });
  if (packer.bytes > fileBytesMax) throw new Error(`the rows of ${parquetPath} take more than 4 GiB`);
  await writeAll(file, [footer, encodeTail(footer)]);
  return rows;
}

async function* chunksOf(
  connection: DuckDBConnection,
  parquetPath: string,
  columns: readonly RowColumn[],
): AsyncGenerator<{ chunk: DataChunk; types: DataType[] }> {
  const list = columns.map(({ name, type }) => `${sqlName(name)}::${type}`).join(', ');
  const result = await connection.stream(
    `SELECT file_row_number, ${list}
     FROM read_parquet(${sqlString(parquetPath)}, hive_partitioning = false, file_row_number = true)`,
  );
  const raw = (result as unknown as { result: Parameters<typeof ddb.fetch_chunk>[0] }).result;
  const types = Array.from({ length: columns.length + 1 }, (_, index) =>
    readType(ddb.column_logical_type(raw, index)),
  );
  for (;;) {
    const chunk = await ddb.fetch_chunk(raw);
    if (chunk === null || ddb.data_chunk_get_size(chunk) === 0) break;
    yield { chunk, types };
    ddb.data_chunk_reset(chunk);
  }
  // A stream that breaks off looks like one that ended.
  if (ddb.result_return_type(raw) === ddb.ResultType.INVALID) {
    throw new Error(`reading ${parquetPath} broke off`);
  }
}

/** The first column is the number of each row in its file. */
function appendChunk(packer: BlockPacker, chunk: DataChunk, types: readonly DataType[], rows: number): void {
  const memory = new VectorMemory();
  const count = ddb.data_chunk_get_size(chunk);
  const vectors = types.map((type, index) =>
    readVector(memory, type, ddb.data_chunk_get_vector(chunk, index), count),
  );
  const numbers = (vectors[0] as FixedVector).bytes;
  const first = new BigInt64Array(numbers.buffer, numbers.byteOffset, count);
  if (first[0] !== BigInt(rows) || first[count - 1] !== BigInt(rows + count - 1)) {
    throw new Error('DuckDB did not hand out the rows in the order of their file');
  }
  packer.append(vectors.slice(1), count);
  memory.free();
}

async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  await file.writeFile(Buffer.concat(parts));
}
