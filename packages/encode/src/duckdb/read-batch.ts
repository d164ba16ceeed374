import ddb, { type DataChunk } from '@duckdb/node-bindings';
import type { DataType } from '../types/data-type.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import { readVector } from './read-vector.ts';
import { VectorMemory } from './vector-memory.ts';

/** All rows of a chunk, copied: the chunk may be freed afterwards. */
export function readBatch(types: readonly DataType[], chunk: DataChunk): VectorBatch {
  const memory = new VectorMemory();
  const rows = ddb.data_chunk_get_size(chunk);
  const vectors = types.map((type, index) =>
    readVector(memory, type, ddb.data_chunk_get_vector(chunk, index), rows),
  );
  // Keeps the chunk alive until here: its memory was read through pointers.
  ddb.data_chunk_get_size(chunk);
  return { rows, vectors, free: () => memory.free() };
}
