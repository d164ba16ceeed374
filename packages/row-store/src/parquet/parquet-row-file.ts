import { closeSync, fstatSync } from 'node:fs';
import { AppError } from '@sdq/contract';
import { openFile } from '../bytes/open-file.ts';
import { readFully } from '../bytes/read-fully.ts';
import type { RowColumn } from '../column-kind.ts';
import type { RowGatherer } from '../row-gatherer.ts';
import { type ColumnChunk, decodeParquetFooter, type RowGroup, type SchemaElement } from './footer.ts';
import { PageBytes, withRoom } from './page-bytes.ts';
import { type PageMemory, readChunk } from './read-chunk.ts';
import { firstLeaf, type StoredColumn, storedColumn } from './storage.ts';
import { unreadable } from './unreadable.ts';

const magic = 'PAR1';
const tailBytes = 8;
const footerBytesMax = 64 << 20;
const chunkBytesMax = 256 << 20;

/** Bytes that are read in the time of one more call. */
const callBytes = 50_000;

/** Decompresses pages of any number of files, one after the other. */
export class ParquetPages implements PageMemory, Disposable {
  readonly data = new PageBytes();
  readonly dictionary = new PageBytes();
  #chunk: Buffer = Buffer.allocUnsafeSlow(0);

  chunk(bytes: number): Buffer {
    this.#chunk = withRoom(this.#chunk, bytes);
    return this.#chunk.subarray(0, bytes);
  }

  [Symbol.dispose](): void {
    this.data[Symbol.dispose]();
    this.dictionary[Symbol.dispose]();
  }
}

/**
 * Random access to the rows of a Parquet file that DuckDB wrote. A row costs the decompression of the wanted columns of its row group up to
 * it: of 8,192 rows with 29 columns about 3 ms. Memory: the places of all pages.
 */
export class ParquetRowFile implements Disposable {
  readonly path: string;
  readonly rows: number;
  readonly #file: number;
  readonly #schema: readonly SchemaElement[];
  readonly #rowGroups: readonly RowGroup[];
  /** The number of the first row of each row group, and of all rows. */
  readonly #firsts: readonly number[];
  readonly #pages: ParquetPages;
  readonly #columns = new Map<string, StoredColumn | undefined>();

  private constructor(path: string, file: number, footer: Uint8Array, pages: ParquetPages) {
    const { schema, rowGroups } = decodeParquetFooter(footer);
    const firsts = [0];
    for (const { rows } of rowGroups) firsts.push((firsts.at(-1) as number) + rows);
    this.path = path;
    this.rows = firsts.at(-1) as number;
    this.#file = file;
    this.#schema = schema;
    this.#rowGroups = rowGroups;
    this.#firsts = firsts;
    this.#pages = pages;
  }

  /** Errors: `index_corrupt` when the file is missing; `UnreadableParquet` for what is no such file. */
  static open(path: string, pages: ParquetPages): ParquetRowFile {
    const file = openFile(
      path,
      (cause) => new AppError('index_corrupt', `the base file ${path} cannot be opened`, { cause }),
    );
    try {
      return new ParquetRowFile(path, file, readFooter(file), pages);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Where the row group of a row ends: the number of the first row after it. */
  groupEnd(row: number): number {
    return this.#firsts[this.#groupOf(row) + 1] as number;
  }

  /** The rows `[from, to)` of the row groups in which a column of any type may have a value other than NULL, by what the footer tells. */
  rangesWith(column: string): [from: number, to: number][] {
    const leaf = firstLeaf({ schema: this.#schema }, column);
    if (leaf === undefined) return [];
    return this.#rowGroups.flatMap(({ chunks }, group): [number, number][] => {
      const chunk = chunks[leaf];
      const isEmpty = chunk !== undefined && chunk.nulls === chunk.values;
      return isEmpty ? [] : [[this.#firsts[group] as number, this.#firsts[group + 1] as number]];
    });
  }

  /**
   * Appends the rows with these numbers, which must be strictly ascending; NULL for columns that the file does not have. Errors:
   * `UnreadableParquet` for what other readers may read; the gatherer is of no use then.
   */
  gather(rowNumbers: readonly number[], gatherer: RowGatherer): void {
    if (gatherer.rows + rowNumbers.length > gatherer.rowsMax) throw new RangeError('no room for more rows');
    for (let from = 0; from < rowNumbers.length; ) {
      const group = this.#groupOf(rowNumbers[from] as number);
      const [first, end] = [this.#firsts[group] as number, this.#firsts[group + 1] as number];
      let to = from;
      while (to < rowNumbers.length && (rowNumbers[to] as number) < end) to++;
      const rows = Uint32Array.from(rowNumbers.slice(from, to), (row) => row - first);
      this.#gatherOf(group, rows, gatherer);
      from = to;
    }
    gatherer.add(rowNumbers.length);
    gatherer.checkTexts();
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #gatherOf(group: number, rows: Uint32Array, gatherer: RowGatherer): void {
    const columns = gatherer.columns.map(({ column, decoder }) => {
      const stored = this.#columnOf(column);
      return stored === undefined ? { decoder } : { decoder, stored, chunk: this.#chunkOf(group, stored) };
    });
    const chunks = columns.flatMap(({ chunk }) => chunk ?? []);
    const bytesOf = this.#bytesOfAll(chunks) ?? ((chunk: ColumnChunk) => this.#bytesOf(chunk));
    for (const { decoder, stored, chunk } of columns) {
      if (chunk === undefined) decoder.appendNulls(rows.length);
      else
        readChunk(bytesOf(chunk), chunk, stored, rows, this.#pages, (values, count) => {
          decoder.append(values, count);
        });
    }
  }

  /** Reads all of these at once, where that is not much more than they are: a call costs as much as to read 50 kilobytes. */
  #bytesOfAll(chunks: readonly ColumnChunk[]): ((chunk: ColumnChunk) => Uint8Array) | undefined {
    if (chunks.length < 2) return undefined;
    const start = chunks.reduce((least, chunk) => Math.min(least, chunk.start), Number.POSITIVE_INFINITY);
    const end = chunks.reduce((most, chunk) => Math.max(most, chunk.start + chunk.bytes), 0);
    const wanted = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
    if (end - start > wanted + (chunks.length - 1) * callBytes || end - start > chunkBytesMax)
      return undefined;
    const bytes = this.#readAt(start, end - start);
    return (chunk) => bytes.subarray(chunk.start - start, chunk.start - start + chunk.bytes);
  }

  #bytesOf({ start, bytes }: ColumnChunk): Uint8Array {
    if (bytes > chunkBytesMax) throw unreadable('a column is too long');
    return this.#readAt(start, bytes);
  }

  #readAt(start: number, length: number): Uint8Array {
    const bytes = this.#pages.chunk(length);
    if (!readFully(this.#file, bytes, start)) throw unreadable('it is cut short');
    return bytes;
  }

  #chunkOf(group: number, { leaf }: StoredColumn): ColumnChunk {
    const chunk = this.#rowGroups[group]?.chunks[leaf];
    if (chunk === undefined) throw unreadable('a row group lacks a column');
    return chunk;
  }

  #columnOf({ name, type }: RowColumn): StoredColumn | undefined {
    if (!this.#columns.has(name)) this.#columns.set(name, storedColumn({ schema: this.#schema }, name, type));
    return this.#columns.get(name);
  }

  #groupOf(row: number): number {
    let [low, high] = [0, this.#rowGroups.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] as number) <= row) low = middle;
      else high = middle;
    }
    if (!Number.isInteger(row) || row < 0 || row >= this.rows)
      throw new RangeError(`row ${row} of ${this.rows}: numbers must exist`);
    return low;
  }
}

function readFooter(file: number): Uint8Array {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(tailBytes);
  if (size < tailBytes || !readFully(file, tail, size - tailBytes)) throw unreadable('it is cut short');
  const length = tail.readUInt32LE(0);
  if (tail.toString('latin1', 4) !== magic) throw unreadable('it is no Parquet file');
  if (length > footerBytesMax || length > size - tailBytes) throw unreadable('its footer is too long');
  const footer = Buffer.allocUnsafe(length);
  if (!readFully(file, footer, size - tailBytes - length)) throw unreadable('it is cut short');
  return footer;
}
