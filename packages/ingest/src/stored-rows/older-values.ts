import { olderColumn } from '@sdq/catalog';
import { ParquetPages, ParquetRowFile } from '@sdq/row-store';
import { LRUCache } from 'lru-cache';

/** Files whose ranges stay in memory: most of them have none. Files are named by their content, so what is known stays true. */
const filesMax = 2_000;

const known = new LRUCache<string, readonly (readonly [from: number, to: number])[]>({ max: filesMax });

/**
 * Whether any of these rows of a base file may have a value in `_older`, by the statistics of its row groups. Most have none, and to
 * read the column of all files costs more than all else of few rows.
 */
export function mayHaveOlder(path: string, rows: readonly number[]): boolean {
  const ranges = known.get(path) ?? readRanges(path);
  return ranges?.some(([from, to]) => rows.some((row) => row >= from && row < to)) ?? true;
}

/** Keeps them. Undefined where the file cannot be read: DuckDB tells what is wrong with it. */
function readRanges(path: string): [number, number][] | undefined {
  using pages = new ParquetPages();
  try {
    using file = ParquetRowFile.open(path, pages);
    const ranges = file.rangesWith(olderColumn.name);
    known.set(path, ranges);
    return ranges;
  } catch {
    return undefined;
  }
}
