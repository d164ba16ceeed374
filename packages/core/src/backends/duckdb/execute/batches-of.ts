import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import ddb from '@duckdb/node-bindings';
import { statementHandle } from '@sdq/duckdb';
import { readBatch } from '@sdq/encode/duckdb';
import type { VectorBatch } from '@sdq/encode/vectors';
import { fetchChunk, resultColumns } from './chunks.ts';

/** Runs a statement, and gives its rows as batches of their own memory, which whoever takes one frees. */
export async function* batchesOf(prepared: DuckDBPreparedStatement): AsyncGenerator<VectorBatch> {
  const result = await ddb.execute_prepared_streaming(statementHandle(prepared));
  const types = resultColumns(result).map(({ type }) => type);
  for (let chunk = await fetchChunk(result); chunk !== null; chunk = await fetchChunk(result))
    yield readBatch(types, chunk);
}
