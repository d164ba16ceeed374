import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { AppError } from '@sdq/contract';
import type { BlockCache } from './block-cache.ts';
import { ByteReader } from './bytes/byte-reader.ts';
import { openFile } from './bytes/open-file.ts';
import { readFooter } from './bytes/read-footer.ts';
import { readFully } from './bytes/read-fully.ts';
import type { RowColumn } from './column-kind.ts';
import {
  blockBytesMax,
  blockHeaderBytes,
  corrupt,
  decodeFooter,
  type Footer,
  rowFileKind,
} from './file-layout.ts';
import type { CheckedFooter, FooterCache } from './footer-cache.ts';
import { FrameDecompressor } from './frame-decompressor.ts';
import type { RowGatherer } from './row-gatherer.ts';

const readAsync = promisify(read);

/** Blocks of fewer bytes are unpacked into the same memory, where none of them is kept. */
const passingBytesMax = 1 << 20;

/** A block comes from the page cache within some microseconds, from a disk after 50 and more. */
const cachedReadMsMax = 0.05;

/**
 * Random access to the rows of a base file by row number. Memory usage: the compression dictionary (at most 128 KiB by
 * default) and 4 bytes per block, which is an eighth of a byte per row. Reads are synchronous: a block is a few
 * kilobytes, and dispatching the read to the thread pool, where DuckDB's queries run, would cost more than the read.
 * Where the disk is waited for, {@link readAhead} reads several at once.
 */
export class RowFile implements Disposable {
  readonly path: string;
  readonly rows: number;
  readonly columns: readonly RowColumn[];
  readonly #file: number;
  readonly #blockRows: number;
  readonly #decompressor: FrameDecompressor;
  /** The start offset of each block, followed by the end of the last one. */
  readonly #offsets: Uint32Array;
  readonly #places: ReadonlyMap<string, number>;
  readonly #cache: BlockCache | undefined;
  readonly #number: number;
  /** The end of each column in the block that is being read, after a 0. */
  readonly #ends: Uint32Array;
  /** Packed blocks that were read ahead, and not taken yet. */
  readonly #ahead = new Map<number, Buffer>();

  private constructor(
    path: string,
    file: number,
    footer: Footer,
    offsets: Uint32Array,
    cache: BlockCache | undefined,
  ) {
    this.path = path;
    this.#file = file;
    this.#cache = cache;
    this.#number = cache?.numberFile() ?? 0;
    this.#blockRows = footer.blockRows;
    this.#decompressor = new FrameDecompressor(footer.dictionary);
    this.#offsets = offsets;
    this.rows = footer.rows;
    this.columns = footer.columns;
    this.#ends = new Uint32Array(footer.columns.length + 1);
    this.#places = new Map(footer.columns.map(({ name }, index) => [name, index]));
  }

  /**
   * Opens a row file. Blocks are looked up in `cache` first, its footer in `footers`. Errors: `index_corrupt` when the file is missing
   * or truncated, or the parts read here were altered.
   */
  static open(path: string, cache?: BlockCache, footers?: FooterCache): RowFile {
    const file = openFile(
      path,
      (cause) => new AppError('index_corrupt', `the row file ${path} cannot be opened`, { cause }),
    );
    try {
      const known = footers?.get(path);
      const { footer, offsets } = known ?? readCheckedFooter(path, file);
      if (known === undefined) footers?.keep(path, { footer, offsets });
      return new RowFile(path, file, footer, offsets, cache);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Reads the packed blocks of these rows by the thread pool, several at once, and holds them until {@link gather} takes each: unless
   * the first one comes at once, as from the page cache, where to read them one by one takes less. Whatever is wrong with them is told
   * there.
   */
  async readAhead(rowNumbers: readonly number[]): Promise<void> {
    const blocks = new Set(rowNumbers.map((row) => Math.floor(row / this.#blockRows)));
    const [first] = blocks;
    if (first === undefined || this.#readsAtOnce(first)) return;
    blocks.delete(first);
    await Promise.allSettled(
      Array.from(blocks, async (block) => {
        const packed = this.#room(block);
        const { bytesRead } = await readAsync(
          this.#file,
          packed,
          0,
          packed.length,
          this.#offsets[block] as number,
        );
        if (bytesRead === packed.length) this.#ahead.set(block, packed);
      }),
    );
  }

  /** Reads a block. Whether the disk was not waited for. */
  #readsAtOnce(block: number): boolean {
    const start = performance.now();
    const packed = this.#room(block);
    if (readFully(this.#file, packed, this.#offsets[block] as number)) this.#ahead.set(block, packed);
    return performance.now() - start < cachedReadMsMax;
  }

  /**
   * Appends the rows with these numbers, which must be strictly ascending. Costs about 50 µs for each block that
   * contains a requested row; `isKept` says whether these blocks are added to the cache. Errors: `index_corrupt`;
   * `query_memory_exceeded` above 512 MiB of text.
   */
  gather(rowNumbers: readonly number[] | Uint32Array, gatherer: RowGatherer, isKept: boolean): void {
    this.#check(rowNumbers);
    if (gatherer.rows + rowNumbers.length > gatherer.rowsMax) throw new RangeError('no room for more rows');
    const places = gatherer.columns.map(({ column }) => this.#placeOf(column));
    const blockRows = this.#blockRows;
    for (let index = 0; index < rowNumbers.length; ) {
      const block = Math.floor((rowNumbers[index] as number) / blockRows);
      const firstRow = block * blockRows;
      const start = index;
      while (index < rowNumbers.length && (rowNumbers[index] as number) < firstRow + blockRows) index++;
      const picks = new Uint32Array(index - start);
      for (let pick = 0; pick < picks.length; pick++) {
        picks[pick] = (rowNumbers[start + pick] as number) - firstRow;
      }
      this.#take(block, picks, gatherer, places, isKept);
    }
    gatherer.add(rowNumbers.length);
  }

  /** The number of the first row after those that are cheap to read with this one: its rows are not grouped. */
  groupEnd(_row: number): number {
    return this.rows;
  }

  close(): void {
    this.#decompressor[Symbol.dispose]();
    closeSync(this.#file);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #check(rowNumbers: Uint32Array | readonly number[]): void {
    let previous = -1;
    for (const row of rowNumbers) {
      if (!Number.isInteger(row) || row <= previous || row >= this.rows) {
        throw new RangeError(`row ${row} after ${previous} of ${this.rows}: numbers must rise and exist`);
      }
      previous = row;
    }
  }

  #placeOf({ name, type }: RowColumn): number {
    const place = this.#places.get(name);
    if (place === undefined) throw new RangeError(`the row file has no column ${name}`);
    const own = (this.columns[place] as RowColumn).type;
    if (own !== type) throw corrupt(this.path, `its ${name} is of type ${own}, not ${type}`);
    return place;
  }

  #take(
    block: number,
    picks: Uint32Array,
    gatherer: RowGatherer,
    places: readonly number[],
    isKept: boolean,
  ): void {
    const bytes = this.#cache?.get(this.#number, block) ?? this.#unpack(block, isKept);
    if (isKept) this.#cache?.keep(this.#number, block, bytes);
    const blockRows = this.#blockRows;
    const rows = Math.min(blockRows, this.rows - block * blockRows);
    const reader = new ByteReader(bytes);
    const ends = this.#ends;
    for (let column = 0; column < this.columns.length; column++) {
      ends[column + 1] = (ends[column] as number) + reader.varint();
    }
    const first = reader.at;
    for (let index = 0; index < places.length; index++) {
      const place = places[index] as number;
      const { decoder } = gatherer.columns[index] as (typeof gatherer.columns)[number];
      reader.moveTo(first + (ends[place] as number), first + (ends[place + 1] as number));
      decoder.decode(reader, rows, picks);
    }
    gatherer.checkTexts();
  }

  #room(block: number): Buffer {
    return Buffer.allocUnsafe((this.#offsets[block + 1] as number) - (this.#offsets[block] as number));
  }

  #packed(block: number): Buffer {
    const ahead = this.#ahead.get(block);
    if (ahead !== undefined) {
      this.#ahead.delete(block);
      return ahead;
    }
    const packed = this.#room(block);
    if (!readFully(this.#file, packed, this.#offsets[block] as number))
      throw corrupt(this.path, 'it is cut short');
    return packed;
  }

  /** The bytes of a block; of one that is not kept only until the next one is unpacked. */
  #unpack(block: number, isKept: boolean): Uint8Array {
    const packed = this.#packed(block);
    if (packed.length < blockHeaderBytes || crc32(packed.subarray(4)) !== packed.readUInt32LE(0)) {
      throw corrupt(this.path, `the checksum of block ${block} differs`);
    }
    const unpackedBytes = packed.readUInt32LE(4);
    if (unpackedBytes > blockBytesMax) throw corrupt(this.path, `block ${block} is too long`);
    try {
      const room = isKept ? undefined : passingRoom(unpackedBytes);
      return this.#decompressor.unpack(packed.subarray(blockHeaderBytes), unpackedBytes, room);
    } catch (cause) {
      throw corrupt(this.path, `block ${block} cannot be unpacked`, cause);
    }
  }
}

/** Memory for the block that is being read, by all files: new memory for each would make V8 collect garbage again and again. */
let passing = Buffer.allocUnsafeSlow(1 << 16);

/** Undefined for a block that is longer than others. */
function passingRoom(bytes: number): Buffer | undefined {
  if (bytes >= passingBytesMax) return undefined;
  if (bytes >= passing.length) passing = Buffer.allocUnsafeSlow(Math.min(passingBytesMax, bytes * 2));
  return passing;
}

function readCheckedFooter(path: string, file: number): CheckedFooter {
  const { footer, blocksEnd } = readFooter(file, rowFileKind, decodeFooter, (fault, cause) =>
    corrupt(path, fault, cause),
  );
  const offsets = new Uint32Array(footer.blockBytes.length + 1);
  let end = 0;
  for (const [block, bytes] of footer.blockBytes.entries()) {
    end += bytes;
    offsets[block + 1] = end;
  }
  if (end !== blocksEnd || footer.blockBytes.length !== Math.ceil(footer.rows / footer.blockRows)) {
    throw corrupt(path, 'its blocks do not add up');
  }
  return { footer, offsets };
}
