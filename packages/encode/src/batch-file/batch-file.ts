import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { StreamColumn } from '../create-encoder.ts';
import type { Stretch } from '../vectors/stretches.ts';
import { takeRows } from '../vectors/take-rows.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import {
  type BatchEntry,
  type BatchIndex,
  fromIndexBytes,
  indexBytesOf,
  tailBytes,
  UnreadableBatchFile,
} from './batch-index.ts';
import { fromBytes } from './batch-layout.ts';

/** The number of bytes at the end of a file that are read first: larger than most batch indexes. */
const endBytes = 16_384;

export interface RowRange {
  /** Index of the first row, not counting those that are left out. */
  readonly first: number;
  readonly count: number;
  /** Indexes of rows that are left out. */
  readonly without: readonly number[];
}

/** A file that `BatchFileWriter` has written. */
export class BatchFile implements AsyncDisposable {
  readonly columns: readonly StreamColumn[];
  readonly #file: FileHandle;
  readonly #batches: readonly BatchEntry[];

  private constructor(file: FileHandle, { columns, batches }: BatchIndex) {
    this.columns = columns;
    this.#file = file;
    this.#batches = batches;
  }

  /** Errors: {@link UnreadableBatchFile}, those of the file system. */
  static async open(path: string): Promise<BatchFile> {
    const file = await open(path, 'r');
    try {
      return new BatchFile(file, await readIndex(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** A range of the rows, in order. Errors: {@link UnreadableBatchFile}, those of the file system. */
  async *read(range: RowRange): AsyncGenerator<VectorBatch, undefined> {
    let offset = 0;
    let row = 0;
    const wanted = stretchesOf(range);
    for (const entry of this.#batches) {
      const own = within(wanted, row, entry.rows);
      if (own.length > 0) {
        const batch = await this.#readBatch(entry, offset);
        const isWhole = own[0]?.count === entry.rows;
        yield isWhole ? batch : takeRows(batch, own);
      }
      offset += entry.bytes;
      row += entry.rows;
    }
  }

  async #readBatch({ bytes, crc, rows }: BatchEntry, offset: number): Promise<VectorBatch> {
    const buffer = await readAt(this.#file, offset, bytes);
    if (crc32(buffer) !== crc) throw new UnreadableBatchFile(`${rows} rows of this file are damaged`);
    return fromBytes(buffer.buffer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

async function readIndex(file: FileHandle): Promise<BatchIndex> {
  const { size } = await file.stat();
  const end = await readAt(file, Math.max(0, size - endBytes), Math.min(size, endBytes));
  const indexBytes = indexBytesOf(end.subarray(-tailBytes));
  if (indexBytes > size) throw new UnreadableBatchFile('The spool file is truncated');
  return fromIndexBytes(
    indexBytes <= end.length ? end.subarray(-indexBytes) : await readAt(file, size - indexBytes, indexBytes),
  );
}

/** Reads bytes into a new buffer. */
async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(buffer, at, length - at, offset + at);
    if (bytesRead === 0) throw new UnreadableBatchFile('The spool file is truncated');
    at += bytesRead;
  }
  return buffer;
}

/** The range as rows of the file; the last stretch may extend beyond its end. */
function stretchesOf({ first, count, without }: RowRange): Stretch[] {
  const found: Stretch[] = [];
  let row = 0;
  /** Rows before `row` that are not left out. */
  let seen = 0;
  for (const hole of [...[...without].sort((a, b) => a - b), Number.POSITIVE_INFINITY]) {
    const length = Math.max(0, hole - row);
    const from = Math.max(0, first - seen);
    const to = Math.min(length, first + count - seen);
    if (to > from) found.push({ start: row + from, count: to - from });
    seen += length;
    row = Math.max(row, hole + 1);
    if (seen >= first + count) break;
  }
  return found;
}

/** The intersection of the stretches with `rows` rows from `start` on, relative to `start`. */
function within(wanted: readonly Stretch[], start: number, rows: number): Stretch[] {
  return wanted.flatMap((stretch) => {
    const from = Math.max(stretch.start, start);
    const to = Math.min(stretch.start + stretch.count, start + rows);
    return to > from ? [{ start: from - start, count: to - from }] : [];
  });
}
