import ddb, { type DataChunk } from '@duckdb/node-bindings';
import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import { type Chunks, Executor, type ExecutorOptions } from './execute/index.ts';
import type { EncodedQuery, ExecutionLimits, QueryRunner, ResultSummary, RunnablePlan } from './stages.ts';
import { createEncoder, describeType, type StreamColumn, uniqueNames } from './stream/index.ts';

/** Executes and encodes in this process: what runs inside a query process, or alone for an embedder who wants so. */
export class InProcessRunner implements QueryRunner {
  readonly #executor: Executor;

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
  ): Promise<EncodedQuery> {
    const chunks = await this.#executor.start(plan, { timeoutMs: limits.timeoutMs, signal });
    try {
      return new EncodedChunks(chunks, await chunks.next(), limits);
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
    await this.#executor[Symbol.asyncDispose]();
  }
}

class EncodedChunks implements EncodedQuery {
  readonly columns: readonly ResultColumn[];
  summary: ResultSummary | undefined;
  readonly #streamColumns: readonly StreamColumn[];
  readonly #chunks: Chunks;
  readonly #first: DataChunk | null;
  readonly #limits: ExecutionLimits;

  constructor(chunks: Chunks, first: DataChunk | null, limits: ExecutionLimits) {
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
  }

  async *read(format: ResultFormat): AsyncIterableIterator<Uint8Array> {
    const encoder = createEncoder(format, this.#streamColumns);
    let rowCount = 0;
    let bytes = 0;
    let truncated = false;
    const counted = (part: Uint8Array): Uint8Array => {
      bytes += part.byteLength;
      if (bytes > this.#limits.bytesMax) throw tooLarge(this.#limits.bytesMax);
      return part;
    };
    try {
      const start = encoder.start();
      if (start !== null) yield counted(start);
      for (let chunk = this.#first; chunk !== null; chunk = await this.#chunks.next()) {
        const size = ddb.data_chunk_get_size(chunk);
        const rows = Math.min(size, this.#limits.rowsMax - rowCount);
        const part = rows === 0 ? null : encoder.encode(chunk, rows);
        this.#chunks.release(chunk);
        rowCount += rows;
        truncated = rows < size;
        if (part !== null) yield counted(part);
        if (truncated) break;
      }
      const rest = encoder.finish();
      if (rest !== null) yield counted(rest);
      const { workedMs: elapsedMs, attempt } = this.#chunks;
      this.summary = { rowCount, bytes, truncated, elapsedMs, attempt };
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#chunks.close();
  }
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('result_too_large', `the result is larger than ${bytesMax} bytes`, {
    hint: 'ask for ndjson, csv or arrow, which stream without this limit, or for fewer rows',
    meta: { bytes_max: bytesMax },
  });
}
