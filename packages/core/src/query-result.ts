import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import type { QueryResult, Row } from './engine.ts';
import type { EncodedQuery, Plan, ResultSummary } from './stages.ts';

/** A begun query as its caller holds it: read once, in one of several forms, and ended in exactly one way. */
export class StartedQuery implements QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly snapshotId: string;
  readonly queuedMs: number;
  readonly cache: 'hit' | 'miss';
  readonly rewrites: readonly string[];
  readonly summary: Promise<ResultSummary>;
  readonly #query: EncodedQuery;
  readonly #wordError: (error: unknown) => unknown;
  readonly #onEnd: () => void;
  readonly #settle: { resolve: (summary: ResultSummary) => void; reject: (error: unknown) => void };
  #isTaken = false;

  constructor(
    plan: Plan,
    query: EncodedQuery,
    queuedMs: number,
    wordError: (error: unknown) => unknown,
    onEnd: () => void,
  ) {
    this.columns = query.columns;
    this.snapshotId = plan.snapshotId;
    this.rewrites = plan.rules
      .filter(({ fired }) => fired)
      .map(({ rule, table, note }) => `${rule}${table === null ? '' : ` ${table}`}: ${note}`);
    this.queuedMs = queuedMs;
    this.cache = query.isFromCache === true ? 'hit' : 'miss';
    this.#query = query;
    this.#wordError = wordError;
    this.#onEnd = onEnd;
    const { promise, resolve, reject } = Promise.withResolvers<ResultSummary>();
    this.summary = promise;
    this.#settle = { resolve, reject };
    promise.catch(() => {}); // whoever reads the result meets the error there
  }

  async *bytes(format: ResultFormat): AsyncIterableIterator<Uint8Array> {
    if (this.#isTaken) throw new TypeError('a result can be read once; run the query again to read it again');
    this.#isTaken = true;
    try {
      yield* this.#query.read(format);
      if (this.#query.summary !== undefined) this.#settle.resolve(this.#query.summary);
    } catch (error) {
      const worded = error instanceof AppError ? error : this.#wordError(error);
      this.#settle.reject(worded);
      throw worded;
    } finally {
      this.#leave();
    }
  }

  async *rows(): AsyncIterableIterator<Row> {
    const decoder = new TextDecoder();
    let rest = '';
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

  /** Read to the end, left early or never read: the query stops and its snapshot is let go. Safe to repeat. */
  #leave(): void {
    this.#isTaken = true;
    this.#settle.reject(new AppError('query_cancelled', 'the result was left before its end'));
    this.#query.close();
    this.#onEnd();
  }
}
