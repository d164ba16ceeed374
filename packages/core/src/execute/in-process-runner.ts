import { rm } from 'node:fs/promises';
import ddb, { type DataChunk } from '@duckdb/node-bindings';
import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import { createEncoder, describeType, type StreamColumn, uniqueNames } from '@sdq/encode';
import { readBatch } from '@sdq/encode/duckdb';
import { takeRows } from '@sdq/encode/vectors';
import { ResultParts } from '../result-parts.ts';
import type {
  BytesOptions,
  ExecutionLimits,
  QueryRunner,
  ResultStream,
  ResultSummary,
  RunnablePlan,
  StoredRows,
  StoreOptions,
} from '../stages.ts';
import { type Chunks, Executor, type ExecutorOptions } from './executor.ts';
import { StoredResults, type StoredWriter } from './stored-results.ts';

/** Executes and encodes in this process: what runs inside a query process, or alone for an embedder who wants so. */
export class InProcessRunner implements QueryRunner {
  readonly #executor: Executor;
  readonly #stored = new StoredResults();

  private constructor(executor: Executor) {
    this.#executor = executor;
  }

  static async open(options: ExecutorOptions): Promise<InProcessRunner> {
    return new InProcessRunner(await Executor.open(options));
  }

  async start(
    plan: RunnablePlan,
    limits: ExecutionLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream> {
    const { timeoutMs, leftMs } = limits;
    return await this.#begin(await this.#executor.start(plan, { timeoutMs, leftMs, signal }), limits);
  }

  async readStored(
    rows: StoredRows,
    limits: ExecutionLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream> {
    return await this.#begin(await this.#stored.read(rows, signal), limits);
  }

  async #begin(chunks: Chunks, limits: ExecutionLimits): Promise<ResultStream> {
    try {
      return new ChunkStream(chunks, await chunks.next(), limits, this.#stored);
    } catch (error) {
      chunks.close();
      throw error;
    }
  }

  async describe(plan: RunnablePlan): Promise<ResultColumn[]> {
    const columns = await this.#executor.describe(plan);
    const names = uniqueNames(columns.map(({ name }) => name));
    return columns.map(({ type }, index) => ({ name: names[index] ?? '', type, nullable: true }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stored[Symbol.asyncDispose]();
    await this.#executor[Symbol.asyncDispose]();
  }
}

/** The rows in a stored result are told each time so many chunks are written. */
const chunksPerCount = 16;

/** A result whose vectors are in this process. */
class ChunkStream implements ResultStream {
  readonly columns: readonly ResultColumn[];
  summary: ResultSummary | undefined;
  rowsTaken = 0;
  readonly #streamColumns: readonly StreamColumn[];
  readonly #chunks: Chunks;
  readonly #first: DataChunk | null;
  readonly #limits: ExecutionLimits;
  readonly #stored: StoredResults;
  #isClosed = false;

  constructor(chunks: Chunks, first: DataChunk | null, limits: ExecutionLimits, stored: StoredResults) {
    const names = uniqueNames(chunks.columns.map(({ name }) => name));
    this.#streamColumns = chunks.columns.map(({ type }, index) => ({ name: names[index] ?? '', type }));
    this.columns = this.#streamColumns.map(({ name, type }) => ({
      name,
      type: describeType(type),
      nullable: true,
    }));
    this.#chunks = chunks;
    this.#first = first;
    this.#limits = limits;
    this.#stored = stored;
  }

  bytes(format: ResultFormat, options: BytesOptions = {}): ResultParts {
    const parts = this.#encode(format, options);
    return new ResultParts({
      take: async () => {
        if (this.#isClosed) throw stopped();
        return (await parts.next()).value ?? null;
      },
      close: () => this.close(),
    });
  }

  async *#encode(
    format: ResultFormat,
    { shape = 'objects' }: BytesOptions,
  ): AsyncGenerator<Uint8Array, undefined> {
    const encoder = createEncoder(format, this.#streamColumns, { shape });
    const types = this.#streamColumns.map(({ type }) => type);
    let rowCount = 0;
    let bytes = 0;
    let truncated = false;
    let rowsBehind = 0;
    const counted = (part: Uint8Array): Uint8Array => {
      bytes += part.byteLength;
      if (bytes > this.#limits.bytesMax) throw tooLarge(this.#limits.bytesMax);
      return part;
    };
    for (const part of encoder.start()) yield counted(part);
    let following: Promise<DataChunk | null> = Promise.resolve(this.#first);
    for (let chunk = await following; chunk !== null; chunk = await following) {
      const size = ddb.data_chunk_get_size(chunk);
      const rows = Math.min(size, this.#limits.rowsMax - rowCount);
      rowCount += rows;
      truncated = rows < size;
      // The engine fetches one chunk while this one is encoded and read.
      if (!truncated) following = ahead(this.#chunks.next());
      const batch = readBatch(types, chunk);
      this.#chunks.release(chunk);
      const kept = truncated ? takeRows(batch, [{ start: 0, count: rows }]) : batch;
      const parts = rows === 0 ? [] : encoder.encode(kept);
      for (const part of parts) yield counted(part);
      if (parts.length > 0) {
        // what the encoder held back of the chunks before has left with these parts, of the last one it may not have
        this.rowsTaken = rowsBehind;
        rowsBehind = rowCount;
      }
      if (truncated) break;
    }
    if (this.#isClosed) throw stopped();
    for (const part of encoder.finish()) yield counted(part);
    this.rowsTaken = rowCount;
    this.#finish({ rowCount, bytes, truncated });
  }

  async store(path: string, { onRows, isCutAtBytes = false }: StoreOptions = {}): Promise<ResultSummary> {
    const { bytesMax, rowsMax } = this.#limits;
    let writer: StoredWriter | undefined;
    let rowCount = 0;
    let chunks = 0;
    let truncated = false;
    try {
      writer = await this.#stored.write(path, this.columns, bytesMax);
      for (let chunk = this.#first; chunk !== null; chunk = await this.#chunks.next()) {
        const size = ddb.data_chunk_get_size(chunk);
        const rows = Math.min(size, rowsMax - rowCount);
        truncated = rows < size;
        if (truncated) ddb.data_chunk_set_size(chunk, rows);
        const isFull = rows > 0 && (await writer.append(chunk));
        this.#chunks.release(chunk);
        rowCount += rows;
        if (isFull && !isCutAtBytes) throw tooLargeToStore(bytesMax);
        truncated ||= isFull;
        if (truncated) break;
        if (++chunks % chunksPerCount === 0) onRows?.(rowCount);
      }
      if (this.#isClosed) throw stopped();
      const bytes = await writer.finish();
      writer = undefined;
      if (bytes > bytesMax && !isCutAtBytes) {
        await rm(path, { force: true });
        throw tooLargeToStore(bytesMax);
      }
      return this.#finish({ rowCount, bytes, truncated });
    } finally {
      await writer?.abandon();
      this.close();
    }
  }

  #finish(counted: Pick<ResultSummary, 'rowCount' | 'bytes' | 'truncated'>): ResultSummary {
    const { workedMs: elapsedMs, attempt } = this.#chunks;
    this.summary = { ...counted, elapsedMs, attempt };
    return this.summary;
  }

  close(): void {
    this.#isClosed = true;
    this.#chunks.close();
  }
}

/** Whoever awaits more of a result that is closed must not take it for whole. */
function stopped(): AppError {
  return new AppError('query_cancelled', 'the result was left before its end');
}

function tooLargeToStore(bytesMax: number): AppError {
  return new AppError('result_too_large', `the result takes more than the ${bytesMax} bytes that are kept`, {
    hint: 'ask for ndjson, csv or arrow without wait_timeout_ms: those are not kept',
    meta: { bytes_max: bytesMax },
  });
}

/** A promise that may fail before anybody waits for it. */
function ahead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('result_too_large', `the result is larger than ${bytesMax} bytes`, {
    hint: 'ask for ndjson, csv or arrow, which stream without this limit, or for fewer rows',
    meta: { bytes_max: bytesMax },
  });
}
