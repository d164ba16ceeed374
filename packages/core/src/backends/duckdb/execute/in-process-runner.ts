import { uniqueNames } from '@sdq/encode';
import { readBatch } from '@sdq/encode/duckdb';
import type { VectorBatch } from '@sdq/encode/vectors';
import type { Described } from '../../../backend/execution-backend.ts';
import { readSpooled } from '../../../backend/read-spooled.ts';
import type { ResultStream, RunLimits, SpooledResult } from '../../../backend/result-stream.ts';
import type { VectorSource } from '../../../backend/vector-source.ts';
import { beginStream } from '../../../backend/vector-stream.ts';
import type { HeldParts, LookUp, QueryRunner, RunnablePlan } from '../runnable-plan.ts';
import type { Track } from './deadline.ts';
import { type Chunks, Executor, type ExecutorOptions } from './executor.ts';

/**
 * Executes and encodes in this process: used inside a query process, or by an embedder with `isolation:
 * 'in-process'`.
 */
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
    limits: RunLimits,
    signal: AbortSignal | undefined,
    track?: Track,
  ): Promise<ResultStream> {
    const rows = await this.lookUp(plan, limits, signal, track);
    if (rows !== undefined) return rows;
    const { timeoutMs, leftMs, onProgress } = limits;
    const options = { timeoutMs, leftMs, signal, track, onProgress };
    const chunks = await this.#executor.start(plan, options);
    return await beginStream(new ChunkSource(chunks, limits.rowsMax + 1), limits);
  }

  async lookUp(
    lookUp: LookUp,
    limits: RunLimits,
    signal: AbortSignal | undefined,
    track?: Track,
  ): Promise<ResultStream | undefined> {
    const { timeoutMs, leftMs } = limits;
    const rows = await this.#executor.answerRows(
      lookUp,
      { timeoutMs, leftMs, signal, track },
      limits.rowsMax + 1,
    );
    return rows && (await beginStream(rows, limits));
  }

  async readSpooled(
    rows: SpooledResult,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream> {
    return await readSpooled(rows, limits, signal);
  }

  async describe(
    plan: RunnablePlan,
    { timeoutMs, leftMs }: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<Described> {
    const { columns, parameterTypes } = await this.#executor.describe(plan, { timeoutMs, leftMs, signal });
    const names = uniqueNames(columns.map(({ name }) => name));
    const named = columns.map(({ type }, index) => ({ name: names[index] ?? '', type, nullable: true }));
    return { columns: named, parameterTypes };
  }

  async warmUp(parts: HeldParts, timeoutMs: number, signal: AbortSignal): Promise<void> {
    await this.#executor.warmUp(parts, { timeoutMs, signal }).catch(() => {});
  }

  /** Whether it can run further queries after an error that may have ended the database. */
  async isUsable(): Promise<boolean> {
    return await this.#executor.isUsable();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#executor[Symbol.asyncDispose]();
  }
}

/** DuckDB's chunks, each copied out of its memory on arrival: all rows up to one beyond the limit. */
class ChunkSource implements VectorSource {
  readonly columns: VectorSource['columns'];
  readonly attempt: number | null;
  readonly #chunks: Chunks;
  #rowsLeft: number;

  constructor(chunks: Chunks, rowsMax: number) {
    this.columns = chunks.columns;
    this.attempt = chunks.attempt;
    this.#chunks = chunks;
    this.#rowsLeft = rowsMax;
  }

  get workedMs(): number {
    return this.#chunks.workedMs;
  }

  async next(): Promise<VectorBatch | null> {
    const chunk = await this.#chunks.next();
    if (chunk === null) return null;
    const batch = readBatch(
      this.columns.map(({ type }) => type),
      chunk,
      this.#rowsLeft,
    );
    this.#rowsLeft -= batch.rows;
    this.#chunks.release(chunk);
    return batch;
  }

  close(): void {
    this.#chunks.close();
  }
}
