import ddb, { type DataChunk } from '@duckdb/node-bindings';
import type { DataType } from '../types/data-type.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import { readVector } from './read-vector.ts';
import { VectorMemory } from './vector-memory.ts';

/** The rows of a chunk, at most the first `rowsMax`, copied: the chunk may be freed afterwards. */
export function readBatch(
  types: readonly DataType[],
  chunk: DataChunk,
  rowsMax = Number.POSITIVE_INFINITY,
): VectorBatch {
  const memory = new VectorMemory();
  const rows = Math.min(ddb.data_chunk_get_size(chunk), rowsMax);
  const vectors = types.map((type, index) =>
    readVector(memory, type, ddb.data_chunk_get_vector(chunk, index), rows),
  );
  // Keeps the chunk alive until here: its memory was read through pointers.
  ddb.data_chunk_get_size(chunk);
  return { rows, vectors, free: () => memory.free() };
}
