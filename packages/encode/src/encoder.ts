import type { VectorBatch } from './vectors/vector-batch.ts';

/**
 * Turns rows into one format, a batch at a time. An encoder is used for one result and by one caller. A batch that it
 * is given is its own: it frees it when it has copied what it needs. What it gives is the caller's, each part with a
 * buffer of its own: to be transferred, or freed with `buffer.transfer(0)` once it is sent, which spares V8 the
 * collections that megabytes of waiting buffers cause.
 */
export interface Encoder {
  /** Bytes before the first row. */
  start(): Uint8Array[];
  /** The rows of a batch; nothing when they were only buffered. */
  encode(batch: VectorBatch): Uint8Array[];
  /** What is still buffered, and bytes after the last row. */
  finish(): Uint8Array[];
}
