import { type FileHandle, open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { StreamColumn } from '../create-encoder.ts';
import { stretches } from '../vectors/stretches.ts';
import { takeRows } from '../vectors/take-rows.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import { type BatchEntry, toIndexBytes } from './batch-index.ts';
import { toPieces } from './batch-layout.ts';

/** A batch is read as a whole: a larger one is split between rows. */
const batchBytesMax = 2 << 20;

/** Spools rows into a new file. Call exactly one of `finish` and `abandon`. */
export class BatchFileWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #columns: readonly StreamColumn[];
  readonly #batches: BatchEntry[] = [];
  #bytes = 0;

  private constructor(path: string, file: FileHandle, columns: readonly StreamColumn[]) {
    this.#path = path;
    this.#file = file;
    this.#columns = columns;
  }

  /** Creates the file, which must not exist. */
  static async create(path: string, columns: readonly StreamColumn[]): Promise<BatchFileWriter> {
    return new BatchFileWriter(path, await open(path, 'wx'), columns);
  }

  /** Bytes of the file so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes a batch and frees it. One call at a time. */
  async append(batch: VectorBatch): Promise<void> {
    const parts = stretches(batch, batchBytesMax);
    if (parts.length === 1) await this.#write(batch);
    else for (const part of parts) await this.#write(takeRows(batch, [part]));
    batch.free();
  }

  /** Completes and closes the file; returns its size in bytes. */
  async finish(): Promise<number> {
    const index = toIndexBytes({ columns: this.#columns, batches: this.#batches });
    await this.#writeAll([index], index.length);
    await this.#file.close();
    return this.#bytes;
  }

  /** Deletes the file. Safe after `finish` has failed. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
    await rm(this.#path, { force: true });
  }

  async #write(batch: VectorBatch): Promise<void> {
    if (batch.rows === 0) return;
    const pieces = toPieces(batch);
    let bytes = 0;
    let crc = 0;
    for (const piece of pieces) {
      bytes += piece.length;
      crc = crc32(piece, crc);
    }
    await this.#writeAll(pieces, bytes);
    this.#batches.push({ rows: batch.rows, bytes, crc });
  }

  async #writeAll(pieces: readonly Uint8Array[], bytes: number): Promise<void> {
    const { bytesWritten } = await this.#file.writev(pieces);
    if (bytesWritten < bytes) throw new Error(`Only ${bytesWritten} of ${bytes} bytes were written`);
    this.#bytes += bytes;
  }
}
