import type { ResultColumn, ResultFormat } from '@sdq/contract';
import { createEncoder, type StreamColumn } from '@sdq/encode';
import { BatchFileWriter } from '@sdq/encode/batch-file';
import { takeRows, type VectorBatch } from '@sdq/encode/vectors';
import { resultColumns } from './result-columns.ts';
import { ResultParts } from './result-parts.ts';
import type { BytesOptions, ResultStream, ResultSummary, RunLimits, SpoolOptions } from './result-stream.ts';
import { resultLeft, tooLargeToSend, tooLargeToSpool } from './stream-errors.ts';
import type { VectorSource } from './vector-source.ts';

/** The row count of a result that is being spooled is reported once per this number of batches. */
const batchesPerCount = 16;

/**
 * A result of rows in this process: truncated at its limits, in any format or into a file. Closing it closes the
 * source.
 */
export async function beginStream(source: VectorSource, limits: RunLimits): Promise<ResultStream> {
  try {
    return new VectorStream(source, await source.next(), limits);
  } catch (error) {
    source.close();
    throw error;
  }
}

class VectorStream implements ResultStream {
  readonly columns: readonly ResultColumn[];
  summary: ResultSummary | undefined;
  rowsTaken = 0;
  readonly #streamColumns: readonly StreamColumn[];
  readonly #source: VectorSource;
  readonly #first: VectorBatch | null;
  readonly #limits: RunLimits;
  #isClosed = false;

  constructor(source: VectorSource, first: VectorBatch | null, limits: RunLimits) {
    this.columns = resultColumns(source.columns);
    this.#streamColumns = source.columns.map(({ type }, index) => ({
      name: this.columns[index]?.name ?? '',
      type,
    }));
    this.#source = source;
    this.#first = first;
    this.#limits = limits;
  }

  bytes(format: ResultFormat, options: BytesOptions = {}): ResultParts {
    const parts = this.#encode(format, options);
    return new ResultParts({
      take: async () => {
        if (this.#isClosed) throw resultLeft();
        return (await parts.next()).value ?? null;
      },
      close: () => this.close(),
    });
  }

  async *#encode(
    format: ResultFormat,
    { shape = 'objects', csvSafe = false }: BytesOptions,
  ): AsyncGenerator<Uint8Array, undefined> {
    const encoder = createEncoder(format, this.#streamColumns, { shape, csvSafe });
    const counted = { rows: 0, bytes: 0, truncated: false };
    const count = (part: Uint8Array): Uint8Array => {
      counted.bytes += part.byteLength;
      if (counted.bytes > this.#limits.bytesMax) throw tooLargeToSend(this.#limits.bytesMax);
      return part;
    };
    for (const part of encoder.start()) yield count(part);
    for await (const batch of this.#batches(counted)) {
      const parts = encoder.encode(batch);
      for (const [index, part] of parts.entries()) {
        this.rowsTaken = encoder.rowsOut[index] ?? counted.rows;
        yield count(part);
      }
    }
    if (this.#isClosed) throw resultLeft();
    const last = encoder.finish();
    this.rowsTaken = counted.rows;
    for (const part of last) yield count(part);
    this.#finish(counted);
  }

  async spool(path: string, { onRows, isCutAtBytes = false }: SpoolOptions = {}): Promise<ResultSummary> {
    const { bytesMax } = this.#limits;
    const counted = { rows: 0, bytes: 0, truncated: false };
    let writer: BatchFileWriter | undefined;
    let batches = 0;
    try {
      writer = await BatchFileWriter.create(path, this.#streamColumns);
      for await (const batch of this.#batches(counted)) {
        await writer.append(batch);
        if (writer.bytes > bytesMax) {
          if (!isCutAtBytes) throw tooLargeToSpool(bytesMax);
          counted.truncated = true;
          break;
        }
        if (++batches % batchesPerCount === 0) onRows?.(counted.rows);
      }
      if (this.#isClosed) throw resultLeft();
      counted.bytes = await writer.finish();
      if (counted.bytes > bytesMax && !isCutAtBytes) throw tooLargeToSpool(bytesMax);
      return this.#finish(counted);
    } catch (error) {
      await writer?.abandon();
      throw error;
    } finally {
      this.close();
    }
  }

  /** The rows within the limit, counted as they are returned: the next batch is fetched while this one is used. */
  async *#batches(counted: { rows: number; truncated: boolean }): AsyncGenerator<VectorBatch, undefined> {
    let following: Promise<VectorBatch | null> = Promise.resolve(this.#first);
    for (let batch = await following; batch !== null; batch = await following) {
      const rows = Math.min(batch.rows, this.#limits.rowsMax - counted.rows);
      counted.rows += rows;
      counted.truncated = rows < batch.rows;
      if (!counted.truncated) following = ahead(this.#source.next());
      if (rows > 0) yield counted.truncated ? takeRows(batch, [{ start: 0, count: rows }]) : batch;
      if (counted.truncated) return;
    }
  }

  #finish({ rows, bytes, truncated }: { rows: number; bytes: number; truncated: boolean }): ResultSummary {
    const { workedMs: elapsedMs, attempt } = this.#source;
    this.summary = { rowCount: rows, bytes, truncated, elapsedMs, attempt };
    return this.summary;
  }

  close(): void {
    this.#isClosed = true;
    this.#source.close();
  }
}

/** A promise that may reject before it is awaited. */
function ahead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
