import type { DataChunk } from '@duckdb/node-bindings';

/**
 * Turns DuckDB's chunks into one format, a batch at a time. An encoder is used for one result and by one caller;
 * it copies what it needs before it returns, so the chunk may be freed afterwards. What it gives is the caller's, each
 * part with a buffer of its own: to be transferred, or freed with `buffer.transfer(0)` once it is sent, which spares V8
 * the collections that megabytes of waiting buffers cause.
 */
export interface Encoder {
  /** Bytes before the first row. */
  start(): Uint8Array[];
  /** The first `rowCount` rows of a chunk; nothing when they were only buffered. */
  encode(chunk: DataChunk, rowCount: number): Uint8Array[];
  /** What is still buffered, and bytes after the last row. */
  finish(): Uint8Array[];
}
