import {
  BlockCache,
  fetchRowsMax,
  holdRows,
  ParquetPages,
  ParquetRowFile,
  RowFile,
  RowGatherer,
  type RowSet,
  type RowTable,
} from '@sdq/row-store';
import type { FetchedRowsFile, RowStep } from '../runnable-plan.ts';
import { Breather, type Pause } from './breather.ts';
import { OpenFiles } from './open-files.ts';

/** Maximum number of open files; the least recently used are closed first. A table has one per month. */
const openMax = 256;

/** Unpacked blocks that stay in memory, in bytes. */
const cacheBytesDefault = 64 << 20;

/** A fetch of more rows than this does not fill the cache: it would evict blocks that are needed again. */
const keptRowsMax = 1_000;

/** Row files of the index, and base files whose rows are read directly, opened when rows of them are needed; LRU caches. */
export class RowFiles implements Disposable {
  readonly #rowFiles: OpenFiles<RowFile>;
  readonly #baseFiles: OpenFiles<ParquetRowFile>;
  readonly #pages = new ParquetPages();

  constructor(cacheBytesMax = cacheBytesDefault) {
    const cache = new BlockCache(cacheBytesMax);
    this.#rowFiles = new OpenFiles(openMax, (path) => RowFile.open(path, cache));
    this.#baseFiles = new OpenFiles(openMax, (path) => ParquetRowFile.open(path, this.#pages));
  }

  /** The rows with these ordinals, as a table that queries can read until it is disposed of. */
  async fetch(step: RowStep, ordinals: readonly number[], pause: Pause): Promise<RowTable> {
    return holdRows(step.columns, await this.gather(step, ordinals, pause));
  }

  /**
   * The same rows in the order of their ordinals: sets of up to {@link fetchRowsMax} of them. Errors: `index_corrupt`,
   * `query_memory_exceeded`, those of `pause`.
   */
  async gather(step: RowStep, ordinals: readonly number[], pause: Pause): Promise<RowSet[]> {
    const breather = new Breather(pause);
    const sets: RowSet[] = [];
    let gatherer: RowGatherer | undefined;
    let left = ordinals.length;
    for (const [file, numbers] of numbersByFile(step, ordinals)) {
      for (let from = 0; from < numbers.length; ) {
        // Anew each time: during a pause, others may have had it closed.
        const rows = file.isParquet === true ? this.#baseFiles.at(file.path) : this.#rowFiles.at(file.path);
        if (gatherer === undefined || gatherer.rows === gatherer.rowsMax) {
          if (gatherer !== undefined) sets.push(gatherer.rowSet());
          gatherer = new RowGatherer(step.columns, Math.min(fetchRowsMax, left));
          left -= gatherer.rowsMax;
        }
        const groupEnd = rows.groupEnd(numbers[from] as number);
        const most = Math.min(numbers.length, from + gatherer.rowsMax - gatherer.rows);
        let to = from;
        while (to < most && (numbers[to] as number) < groupEnd) to++;
        rows.gather(numbers.slice(from, to), gatherer, ordinals.length <= keptRowsMax);
        from = to;
        if (breather.isDue) await breather.pause();
      }
    }
    if (gatherer !== undefined) sets.push(gatherer.rowSet());
    return sets;
  }

  [Symbol.dispose](): void {
    this.#rowFiles[Symbol.dispose]();
    this.#baseFiles[Symbol.dispose]();
    this.#pages[Symbol.dispose]();
  }
}

/** Row numbers in each file, ascending, without duplicates. */
function numbersByFile({ files }: RowStep, ordinals: readonly number[]): Map<FetchedRowsFile, number[]> {
  const sorted = Float64Array.from(ordinals).sort();
  const numbers = new Map<FetchedRowsFile, number[]>();
  let at = 0;
  let last = -1;
  for (const ordinal of sorted) {
    if (ordinal === last) continue;
    last = ordinal;
    while (at < files.length && !holds(files[at], ordinal)) at++;
    const file = files[at];
    if (file === undefined) throw new Error(`No row file contains ordinal ${ordinal}`);
    const own = numbers.get(file) ?? [];
    own.push(ordinal - file.first);
    numbers.set(file, own);
  }
  return numbers;
}

function holds(file: RowStep['files'][number] | undefined, ordinal: number): boolean {
  return file !== undefined && ordinal >= file.first && ordinal < file.first + file.rows;
}
