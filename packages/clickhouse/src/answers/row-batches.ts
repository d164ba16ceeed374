import type { DataType, VectorBatch } from '@sdq/encode/vectors';
import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import { batchRows } from '../limits.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import { type Piece, toVector } from './to-vector.ts';

interface Part {
  readonly batch: RecordBatch;
  start: number;
}

/**
 * The rows of an Arrow stream, as vectors of these types in the order of its columns. Batches have as many rows as
 * those of DuckDB, however the node cut its own: so every format has the same bytes.
 */
export async function* rowBatches(
  bytes: AnswerBytes,
  types: readonly DataType[],
): AsyncGenerator<VectorBatch, undefined> {
  const parts: Part[] = [];
  let waiting = 0;
  try {
    const reader = await RecordBatchReader.from(bytes);
    for await (const batch of reader) {
      if (batch.numRows === 0) continue;
      if (batch.numCols !== types.length)
        throw new Error(`The node sent ${batch.numCols} columns in place of ${types.length}`);
      parts.push({ batch, start: 0 });
      waiting += batch.numRows;
      for (; waiting >= batchRows; waiting -= batchRows) yield take(parts, batchRows, types);
    }
  } catch (error) {
    throw await bytes.reason(error);
  }
  if (waiting > 0) yield take(parts, waiting, types);
}

function take(parts: Part[], rows: number, types: readonly DataType[]): VectorBatch {
  const pieces: { batch: RecordBatch; start: number; count: number }[] = [];
  for (let left = rows; left > 0; ) {
    const part = parts[0] as Part;
    const count = Math.min(left, part.batch.numRows - part.start);
    pieces.push({ batch: part.batch, start: part.start, count });
    part.start += count;
    left -= count;
    if (part.start === part.batch.numRows) parts.shift();
  }
  const vectors = types.map((type, column) =>
    toVector(
      type,
      pieces.map(
        ({ batch, ...range }): Piece => ({ ...range, data: batch.data.children[column] as Piece['data'] }),
      ),
    ),
  );
  return { rows, vectors, free: () => {} };
}
