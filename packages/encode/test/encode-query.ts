import ddb, { type DataChunk } from '@duckdb/node-bindings';
import type { ResultFormat } from '@sdq/contract';
import { createEncoder, type EncoderOptions, type StreamColumn } from '../src/create-encoder.ts';
import { readBatch } from '../src/duckdb/read-batch.ts';
import { readType } from '../src/duckdb/read-type.ts';
import { describeType } from '../src/types/describe-type.ts';
import { uniqueNames } from '../src/unique-names.ts';
import { takeRows } from '../src/vectors/take-rows.ts';
import type { VectorBatch } from '../src/vectors/vector-batch.ts';

/** An engine of its own, by the low-level bindings: what encoders are given. */
export class RawDatabase implements AsyncDisposable {
  readonly #database: ddb.Database;
  readonly #connection: ddb.Connection;

  private constructor(database: ddb.Database, connection: ddb.Connection) {
    this.#database = database;
    this.#connection = connection;
  }

  static async open(): Promise<RawDatabase> {
    const database = await ddb.open(':memory:');
    const connection = await ddb.connect(database);
    await ddb.query(connection, "SET TimeZone = 'UTC'");
    return new RawDatabase(database, connection);
  }

  async run(sql: string): Promise<ddb.Result> {
    return await ddb.query(this.#connection, sql);
  }

  async stream(sql: string): Promise<ddb.Result> {
    return await ddb.execute_prepared_streaming(await ddb.prepare(this.#connection, sql));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ddb.disconnect_sync(this.#connection);
    ddb.close_sync(this.#database);
  }
}

export interface EncodedResult {
  /** What the encoder gave, in order: of `start`, of each chunk, of `finish`. */
  parts: Uint8Array[];
  bytes: Buffer;
  columns: { name: string; type: string }[];
  rowCount: number;
}

/** How many of a chunk's rows are encoded; all by default. */
type RowsOf = (chunkSize: number) => number;

/** Streams a query into an encoder, chunk by chunk, and frees each chunk before the next is fetched. */
export async function encodeQuery(
  database: RawDatabase,
  sql: string,
  format: ResultFormat,
  options: EncoderOptions & { rowsOf?: RowsOf } = {},
): Promise<EncodedResult> {
  const result = await database.stream(sql);
  const columns = columnsOf(result);
  const encoder = createEncoder(format, columns, options);
  const parts: Uint8Array[] = [];
  const add = (some: readonly Uint8Array[]): void => void parts.push(...some);
  let rowCount = 0;
  add(encoder.start());
  for await (const batch of batchesOf(result, columns)) {
    const rows = options.rowsOf?.(batch.rows) ?? batch.rows;
    add(encoder.encode(rows < batch.rows ? takeRows(batch, [{ start: 0, count: rows }]) : batch));
    rowCount += rows;
  }
  add(encoder.finish());
  const described = columns.map(({ name, type }) => ({ name, type: describeType(type) }));
  return { parts, bytes: Buffer.concat(parts), columns: described, rowCount };
}

/** What is left of a result, each chunk freed before its batch is handed out. */
export async function* batchesOf(
  result: ddb.Result,
  columns: readonly StreamColumn[],
): AsyncGenerator<VectorBatch> {
  const types = columns.map(({ type }) => type);
  for (let chunk = await nextChunk(result); chunk !== null; chunk = await nextChunk(result)) {
    const batch = readBatch(types, chunk);
    ddb.data_chunk_reset(chunk);
    yield batch;
  }
}

export async function nextChunk(result: ddb.Result): Promise<DataChunk | null> {
  const chunk = await ddb.fetch_chunk(result);
  if (chunk !== null && ddb.data_chunk_get_size(chunk) > 0) return chunk;
  if (ddb.result_return_type(result) === ddb.ResultType.INVALID) throw new Error('The stream broke off');
  return null;
}

export function columnsOf(result: ddb.Result): StreamColumn[] {
  const indexes = Array.from({ length: ddb.column_count(result) }, (_, index) => index);
  const names = uniqueNames(indexes.map((index) => ddb.column_name(result, index)));
  return indexes.map((index) => ({
    name: names[index] as string,
    type: readType(ddb.column_logical_type(result, index)),
  }));
}

/** A row per line of NDJSON. */
export function parseLines(bytes: Buffer): Record<string, unknown>[] {
  const lines = bytes.toString('utf8').split('\n');
  if (lines.pop() !== '') throw new Error('The last line has no end');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
