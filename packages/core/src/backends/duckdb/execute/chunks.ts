import ddb, { type DataChunk, type Result } from '@duckdb/node-bindings';
import { readType } from '@sdq/encode/duckdb';
import type { DataType } from '@sdq/encode/vectors';

/** The columns of a result, and its rows one chunk (at most 2,048 rows) at a time. Read it to the end, or close it. */
export interface Chunks {
  readonly columns: readonly { readonly name: string; readonly type: DataType }[];
  /**
   * Returns the next chunk, null at the end. `release` frees a chunk; call it before the chunk after next is fetched.
   * One call at a time.
   */
  next(): Promise<DataChunk | null>;
  release(chunk: DataChunk): void;
  /** Milliseconds that DuckDB has worked for it. */
  readonly workedMs: number;
  /** Index of the speculative plan, from 0; null for the plan's own SQL. */
  readonly attempt: number | null;
  /** Stops the query immediately. Safe at any time, more than once. */
  close(): void;
}

/** A streaming result stopped by an error looks like one that ended; the return type distinguishes them. */
export class BrokenStream extends Error {}

/** The next chunk of a streaming result; null at its true end. Errors: {@link BrokenStream}. */
export async function fetchChunk(result: Result): Promise<DataChunk | null> {
  const chunk = await ddb.fetch_chunk(result);
  if (chunk !== null && ddb.data_chunk_get_size(chunk) > 0) return chunk;
  if (ddb.result_return_type(result) === ddb.ResultType.INVALID) throw new BrokenStream();
  return null;
}

export function resultColumns(result: Result): Chunks['columns'] {
  return Array.from({ length: ddb.column_count(result) }, (_, index) => ({
    name: ddb.column_name(result, index),
    type: readType(ddb.column_logical_type(result, index)),
  }));
}
