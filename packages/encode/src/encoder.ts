import type { VectorBatch } from './vectors/vector-batch.ts';

/**
 * Encodes rows in one format, a batch at a time. An encoder is used for one result and by one caller. It takes
 * ownership of a batch, and frees it when it has copied what it needs. The caller owns the returned parts, each with
 * its own buffer: they can be transferred, or freed with `buffer.transfer(0)` once sent, which avoids garbage
 * collections of megabytes of waiting buffers.
 */
export interface Encoder {
  /** Bytes before the first row. */
  start(): Uint8Array[];
  /** The rows of a batch; empty when they were only buffered. */
  encode(batch: VectorBatch): Uint8Array[];
  /** For each part that `encode` returned last, the rows of which it and all parts before it have bytes. */
  readonly rowsOut: readonly number[];
  /** Flushes buffered rows, and returns the bytes after the last row. */
  finish(): Uint8Array[];
}
