import { AppError } from '@sdq/contract';
import { rowBytes } from './row-bytes.ts';
import type { VectorBatch } from './vector-batch.ts';

export interface Stretch {
  readonly start: number;
  readonly count: number;
}

/**
 * Splits a batch into stretches of rows of at most this number of bytes each, or of one row, so that a large one is
 * not processed at once. Errors: `result_too_large` for a row that exceeds every limit.
 */
export function stretches({ vectors, rows }: Omit<VectorBatch, 'free'>, bytesMax: number): Stretch[] {
  const weightBytes = vectors.reduce((sum, vector) => sum + vector.weightBytes, 0);
  if (weightBytes <= bytesMax) return [{ start: 0, count: rows }];
  const found: Stretch[] = [];
  let start = 0;
  let bytes = 0;
  for (let row = 0; row < rows; row++) {
    const own = vectors.reduce((sum, vector) => sum + rowBytes(vector, row), 0);
    if (own > 2 ** 31 - 1) throw new AppError('result_too_large', 'A single row is larger than 2 GiB');
    if (row > start && bytes + own > bytesMax) {
      found.push({ start, count: row - start });
      start = row;
      bytes = 0;
    }
    bytes += own;
  }
  return [...found, { start, count: rows - start }];
}
