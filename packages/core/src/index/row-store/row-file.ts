import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { AppError } from '@sdq/contract';
import type { RowColumn } from './column-kind.ts';
import { ByteReader } from './decode/byte-reader.ts';
import type { ColumnDecoder } from './decode/column-decoder.ts';
import { createDecoder } from './decode/create-decoder.ts';
import {
  blockBytesMax,
  blockHeaderBytes,
  corrupt,
  decodeFooter,
  decodeTail,
  type Footer,
  footerBytesMax,
  tailBytes,
} from './file-layout.ts';
import { FrameDecompressor } from './frame-decompressor.ts';
import type { RowSet } from './row-set.ts';

/** Most rows of one fetch. */
export const fetchRowsMax = 10_000;

/** Most bytes of text that one fetch gathers. */
const fetchBytesMax = 1 << 29;

/**
 * Rows of a base file, found by number. In memory stand the dictionary, 128 KiB at most by default, and 4 bytes for each
 * block: an eighth of a byte a row. Reads are synchronous: a block is a few kilobytes, and a trip through the pool of threads, where DuckDB's
 * queries run, would cost more than the read.
 */
export class RowFile implements Disposable {
  readonly path: string;
  readonly rows: number;
  readonly columns: readonly RowColumn[];
  readonly #file: number;
  readonly #blockRows: number;
  readonly #decompressor: FrameDecompressor;
  /** Where each block begins, and where the last one ends. */
  readonly #offsets: Uint32Array;
  readonly #places: ReadonlyMap<string, number>;

  private constructor(path: string, file: number, footer: Footer, offsets: Uint32Array) {
    this.path = path;
    this.#file = file;
    this.#blockRows = footer.blockRows;
    this.#decompressor = new FrameDecompressor(footer.dictionary);
    this.#offsets = offsets;
    this.rows = footer.rows;
    this.columns = footer.columns;
    this.#places = new Map(footer.columns.map(({ name }, index) => [name, index]));
  }

  /** Errors: `index_corrupt` when the file is missing, cut short or altered in what is read here. */
  static open(path: string): RowFile {
    const file = openFile(path);
    try {
      const { footer, blocksEnd } = readFooter(file, path);
      const offsets = new Uint32Array(footer.blockBytes.length + 1);
      let end = 0;
      for (const [block, bytes] of footer.blockBytes.entries()) {
        end += bytes;
        offsets[block + 1] = end;
      }
      if (end !== blocksEnd || footer.blockBytes.length !== Math.ceil(footer.rows / footer.blockRows)) {
        throw corrupt(path, 'its blocks do not add up');
      }
      return new RowFile(path, file, footer, offsets);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Columns of the rows of these numbers, which must rise; at most 10,000 of them. Costs about 50 µs for each block
   * that holds one. Errors: `index_corrupt`; `query_memory_exceeded` past 512 MiB of text.
   */
  fetch(rowNumbers: Uint32Array | readonly number[], columns: readonly string[]): RowSet {
    this.#check(rowNumbers);
    const blockRows = this.#blockRows;
    const wanted = columns.map((name) => this.#wanted(name, rowNumbers.length));
    for (let index = 0; index < rowNumbers.length; ) {
      const block = Math.floor((rowNumbers[index] as number) / blockRows);
      const firstRow = block * blockRows;
      const start = index;
      while (index < rowNumbers.length && (rowNumbers[index] as number) < firstRow + blockRows) index++;
      const picks = new Uint32Array(index - start);
      for (let pick = 0; pick < picks.length; pick++) {
        picks[pick] = (rowNumbers[start + pick] as number) - firstRow;
      }
      this.#take(block, picks, wanted);
    }
    return {
      rows: rowNumbers.length,
      columns: new Map(wanted.map(({ name, decoder }) => [name, decoder.values()])),
    };
  }

  close(): void {
    this.#decompressor[Symbol.dispose]();
    closeSync(this.#file);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #check(rowNumbers: Uint32Array | readonly number[]): void {
    if (rowNumbers.length > fetchRowsMax) {
      throw new RangeError(`${rowNumbers.length} rows at once are more than ${fetchRowsMax}`);
    }
    let previous = -1;
    for (const row of rowNumbers) {
      if (!Number.isInteger(row) || row <= previous || row >= this.rows) {
        throw new RangeError(`row ${row} after ${previous} of ${this.rows}: numbers must rise and exist`);
      }
      previous = row;
    }
  }

  #wanted(name: string, rows: number): WantedColumn {
    const place = this.#places.get(name);
    if (place === undefined) throw new RangeError(`the row file has no column ${name}`);
    return { name, place, decoder: createDecoder((this.columns[place] as RowColumn).type, rows) };
  }

  #take(block: number, picks: Uint32Array, wanted: readonly WantedColumn[]): void {
    const bytes = this.#unpack(block);
    const blockRows = this.#blockRows;
    const rows = Math.min(blockRows, this.rows - block * blockRows);
    const head = new ByteReader(bytes);
    const ends = new Uint32Array(this.columns.length + 1);
    for (let column = 0; column < this.columns.length; column++) {
      ends[column + 1] = (ends[column] as number) + head.varint();
    }
    let textBytes = 0;
    for (const { place, decoder } of wanted) {
      const start = head.at + (ends[place] as number);
      decoder.decode(new ByteReader(bytes, start, head.at + (ends[place + 1] as number)), rows, picks);
      textBytes += decoder.textBytes;
    }
    if (textBytes > fetchBytesMax) {
      throw new AppError('query_memory_exceeded', 'the rows fetched hold more than 512 MiB of text');
    }
  }

  #unpack(block: number): Uint8Array {
    const start = this.#offsets[block] as number;
    const packed = Buffer.allocUnsafe((this.#offsets[block + 1] as number) - start);
    readFully(this.#file, packed, start, this.path);
    if (packed.length < blockHeaderBytes || crc32(packed.subarray(4)) !== packed.readUInt32LE(0)) {
      throw corrupt(this.path, `the checksum of block ${block} differs`);
    }
    const unpackedBytes = packed.readUInt32LE(4);
    if (unpackedBytes > blockBytesMax) throw corrupt(this.path, `block ${block} is too long`);
    try {
      return this.#decompressor.unpack(packed.subarray(blockHeaderBytes), unpackedBytes);
    } catch (cause) {
      throw corrupt(this.path, `block ${block} cannot be unpacked`, cause);
    }
  }
}

interface WantedColumn {
  readonly name: string;
  readonly place: number;
  readonly decoder: ColumnDecoder;
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new AppError('index_corrupt', `the row file ${path} cannot be opened`, { cause });
  }
}

function readFooter(file: number, path: string): { footer: Footer; blocksEnd: number } {
  const { size } = fstatSync(file);
  if (size < tailBytes) throw corrupt(path, 'it is cut short');
  const tail = Buffer.allocUnsafe(tailBytes);
  readFully(file, tail, size - tailBytes, path);
  const { footerBytes, footerCrc } = decodeTail(tail, path);
  const blocksEnd = size - tailBytes - footerBytes;
  if (footerBytes > footerBytesMax || blocksEnd < 0) throw corrupt(path, 'its footer is too long');
  const bytes = Buffer.allocUnsafe(footerBytes);
  readFully(file, bytes, blocksEnd, path);
  if (crc32(bytes) !== footerCrc) throw corrupt(path, 'the checksum of its footer differs');
  try {
    return { footer: decodeFooter(bytes), blocksEnd };
  } catch (cause) {
    throw corrupt(path, 'its footer is not of this version', cause);
  }
}

function readFully(file: number, target: Buffer, position: number, path: string): void {
  for (let done = 0; done < target.length; ) {
    const count = readSync(file, target, done, target.length - done, position + done);
    if (count === 0) throw corrupt(path, 'it is cut short');
    done += count;
  }
}
