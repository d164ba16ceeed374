import type { DataChunk } from '@duckdb/node-bindings';
import ddb from '@duckdb/node-bindings';
import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import type { QueryResult, Row } from './engine.ts';
import type { Chunks } from './execute/index.ts';
import type { Plan, ResultSummary } from './stages.ts';
import { createEncoder, describeType, uniqueNames } from './stream/index.ts';

export interface ResultLimits {
  rowsMax: number;
  bytesMax: number;
}

/** A started query as its caller holds it: encodes on demand, counts, and ends in exactly one way. */
export class StartedQuery implements QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly snapshotId: string;
  readonly rewrites: readonly string[];
  readonly summary: Promise<ResultSummary>;
  readonly #chunks: Chunks;
  readonly #limits: ResultLimits;
  readonly #wordError: (error: unknown) => unknown;
  readonly #onEnd: () => void;
  readonly #streamColumns: Parameters<typeof createEncoder>[1];
  #first: DataChunk | null = null;
  #settle!: { resolve: (summary: ResultSummary) => void; reject: (error: unknown) => void };
  #isTaken = false;
  #isEnded = false;

  private constructor(
    plan: Plan,
    chunks: Chunks,
    limits: ResultLimits,
    wordError: (error: unknown) => unknown,
    onEnd: () => void,
  ) {
    const names = uniqueNames(chunks.columns.map(({ name }) => name));
    this.#streamColumns = chunks.columns.map(({ type }, index) => ({ name: names[index] ?? '', type }));
    this.columns = this.#streamColumns.map(({ name, type }) => ({
      name,
      type: describeType(type),
      nullable: true,
    }));
    this.snapshotId = plan.snapshotId;
    this.rewrites = plan.rules
      .filter(({ fired }) => fired)
      .map(({ rule, table, note }) => `${rule}${table === null ? '' : ` ${table}`}: ${note}`);
    this.#chunks = chunks;
    this.#limits = limits;
    this.#wordError = wordError;
    this.#onEnd = onEnd;
    this.summary = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.summary.catch(() => {}); // whoever reads the result meets the error there
  }

  /** Waits for the first rows, so that a query that fails at once fails here. */
  static async begin(
    plan: Plan,
    chunks: Chunks,
    limits: ResultLimits,
    wordError: (error: unknown) => unknown,
    onEnd: () => void,
  ): Promise<StartedQuery> {
    const query = new StartedQuery(plan, chunks, limits, wordError, onEnd);
    try {
      query.#first = await chunks.next();
      return query;
    } catch (error) {
      throw query.#fail(error);
    }
  }

  async *bytes(format: ResultFormat): AsyncIterableIterator<Uint8Array> {
    this.#take();
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
        const rows = Math.min(ddb.data_chunk_get_size(chunk), this.#limits.rowsMax - rowCount);
        truncated = rows < ddb.data_chunk_get_size(chunk);
        const part = rows === 0 ? null : encoder.encode(chunk, rows);
        this.#chunks.release(chunk);
        rowCount += rows;
        if (part !== null) yield counted(part);
        if (truncated) break;
      }
      const rest = encoder.finish();
      if (rest !== null) yield counted(rest);
      this.#end({ rowCount, bytes, truncated, elapsedMs: this.#chunks.workedMs });
    } catch (error) {
      throw this.#fail(error);
    } finally {
      this.#leave();
    }
  }

  async *rows(): AsyncIterableIterator<Row> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const part of this.bytes('ndjson')) {
      const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as Row;
    }
  }

  async toArray(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this.rows()) rows.push(row);
    return rows;
  }

  async *batches(): AsyncIterableIterator<RecordBatch> {
    const reader = await RecordBatchReader.from(this.bytes('arrow'));
    for await (const batch of reader) yield batch;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
  }

  #take(): void {
    if (this.#isTaken) throw new TypeError('a result can be read once; run the query again to read it again');
    this.#isTaken = true;
  }

  #end(summary: ResultSummary): void {
    this.#isEnded = true;
    this.#settle.resolve(summary);
  }

  #fail(error: unknown): unknown {
    const worded = error instanceof AppError ? error : this.#wordError(error);
    this.#isEnded = true;
    this.#settle.reject(worded);
    this.#chunks.close();
    this.#onEnd();
    return worded;
  }

  /** Read to the end, left early or never read: the query stops and its snapshot is let go. Safe to repeat. */
  #leave(): void {
    this.#isTaken = true;
    if (!this.#isEnded) {
      this.#isEnded = true;
      this.#settle.reject(new AppError('query_cancelled', 'the result was left before its end'));
    }
    this.#chunks.close();
    this.#onEnd();
  }
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('result_too_large', `the result is larger than ${bytesMax} bytes`, {
    hint: 'ask for ndjson, csv or arrow, which stream without this limit, or for fewer rows',
    meta: { bytes_max: bytesMax },
  });
}
