import {
  BlockCache,
  fetchRowsMax,
  holdRows,
  RowFile,
  RowGatherer,
  type RowSet,
  type RowTable,
} from '@sdq/row-store';
import type { RowStep } from '../runnable-plan.ts';
import { OpenFiles } from './open-files.ts';

/** Maximum number of open files; the least recently used are closed first. A table has one per month. */
const openMax = 256;

/** Unpacked blocks that stay in memory, in bytes. */
const cacheBytesDefault = 64 << 20;

/** A fetch of more rows than this does not fill the cache: it would evict blocks that are needed again. */
const keptRowsMax = 1_000;

/** Row files of the index, opened when rows of them are needed; an LRU cache. */
export class RowFiles implements Disposable {
  readonly #open: OpenFiles<RowFile>;

  constructor(cacheBytesMax = cacheBytesDefault) {
    const cache = new BlockCache(cacheBytesMax);
    this.#open = new OpenFiles(openMax, (path) => RowFile.open(path, cache));
  }

  /** The rows with these ordinals, as a table that queries can read until it is disposed of. */
  fetch(step: RowStep, ordinals: readonly number[]): RowTable {
    return holdRows(step.columns, this.gather(step, ordinals));
  }

  /** The same rows in the order of their ordinals: sets of up to {@link fetchRowsMax} of them. */
  gather(step: RowStep, ordinals: readonly number[]): RowSet[] {
    const sets: RowSet[] = [];
    let gatherer: RowGatherer | undefined;
    let left = ordinals.length;
    for (const [path, numbers] of numbersByFile(step, ordinals)) {
      for (let from = 0; from < numbers.length; ) {
        if (gatherer === undefined || gatherer.rows === gatherer.rowsMax) {
          if (gatherer !== undefined) sets.push(gatherer.rowSet());
          gatherer = new RowGatherer(step.columns, Math.min(fetchRowsMax, left));
          left -= gatherer.rowsMax;
        }
        const part = numbers.slice(from, from + gatherer.rowsMax - gatherer.rows);
        this.#open.at(path).gather(part, gatherer, ordinals.length <= keptRowsMax);
        from += part.length;
      }
    }
    if (gatherer !== undefined) sets.push(gatherer.rowSet());
    return sets;
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
  }
}

/** Row numbers in each file, ascending, without duplicates. */
function numbersByFile({ files }: RowStep, ordinals: readonly number[]): Map<string, number[]> {
  const sorted = Float64Array.from(ordinals).sort();
  const numbers = new Map<string, number[]>();
  let at = 0;
  let last = -1;
  for (const ordinal of sorted) {
    if (ordinal === last) continue;
    last = ordinal;
    while (at < files.length && !holds(files[at], ordinal)) at++;
    const file = files[at];
    if (file === undefined) throw new Error(`No row file contains ordinal ${ordinal}`);
    const own = numbers.get(file.path) ?? [];
    own.push(ordinal - file.first);
    numbers.set(file.path, own);
  }
  return numbers;
}

function holds(file: RowStep['files'][number] | undefined, ordinal: number): boolean {
  return file !== undefined && ordinal >= file.first && ordinal < file.first + file.rows;
}
