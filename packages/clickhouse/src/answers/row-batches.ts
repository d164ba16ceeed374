import type { DataType, VectorBatch } from '@sdq/encode/vectors';
import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import { batchRows } from '../limits.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import { type Piece, toBoxedVector, toVector } from './to-vector.ts';

/** A column of an answer. */
export interface AnswerColumn {
  readonly type: DataType;
  /** Whether its lists are sent in lists of one, or of none where they are NULL. */
  readonly isBoxed: boolean;
}

interface Part {
  readonly batch: RecordBatch;
  start: number;
}

/**
 * The rows of an Arrow stream, as vectors of the types of its columns in their order. Batches have as many rows as
 * those of DuckDB, however the node cut its own: so every format has the same bytes.
 */
export async function* rowBatches(
  bytes: AnswerBytes,
  columns: readonly AnswerColumn[],
): AsyncGenerator<VectorBatch, undefined> {
  const parts: Part[] = [];
  let waiting = 0;
  try {
    const reader = await RecordBatchReader.from(bytes);
    for await (const batch of reader) {
      if (batch.numRows === 0) continue;
      if (batch.numCols !== columns.length)
        throw new Error(`The node sent ${batch.numCols} columns in place of ${columns.length}`);
      parts.push({ batch, start: 0 });
      waiting += batch.numRows;
      for (; waiting >= batchRows; waiting -= batchRows) yield take(parts, batchRows, columns);
    }
  } catch (error) {
    throw await bytes.reason(error);
  }
  if (waiting > 0) yield take(parts, waiting, columns);
}

function take(parts: Part[], rows: number, columns: readonly AnswerColumn[]): VectorBatch {
  const pieces: { batch: RecordBatch; start: number; count: number }[] = [];
  for (let left = rows; left > 0; ) {
    const part = parts[0] as Part;
    const count = Math.min(left, part.batch.numRows - part.start);
    pieces.push({ batch: part.batch, start: part.start, count });
    part.start += count;
    left -= count;
    if (part.start === part.batch.numRows) parts.shift();
  }
  const vectors = columns.map(({ type, isBoxed }, column) =>
    (isBoxed ? toBoxedVector : toVector)(
      type,
      pieces.map(
        ({ batch, ...range }): Piece => ({ ...range, data: batch.data.children[column] as Piece['data'] }),
      ),
    ),
  );
  return { rows, vectors, free: () => {} };
}
