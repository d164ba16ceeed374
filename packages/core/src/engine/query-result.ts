import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import type { EncodedQuery, Plan, ReadOptions, ResultSummary } from '../stages.ts';
import type { QueryResult, Row, StoreOptions } from './engine.ts';
import type { QueryObserver } from './query-observer.ts';

/** What is known of a query before its first row. */
type QueryFacts = Pick<QueryResult, 'snapshotId' | 'rewrites' | 'identity' | 'scan' | 'stageMs' | 'queuedMs'>;

export interface StartedQueryParts {
  query: EncodedQuery;
  facts: QueryFacts;
  wordError: (error: unknown) => unknown;
  /** Called once it has ended, in whatever way; it may be called again. */
  onEnd: () => void;
  observer?: QueryObserver | undefined;
}

/** What the planner did, for people; and what its routes read. */
export function factsOf(plan: Plan): Pick<QueryFacts, 'snapshotId' | 'rewrites' | 'scan'> {
  const sum = (of: 'rowsEstimated' | 'bytesEstimated') =>
    plan.routes.reduce((all, route) => all + route[of], 0);
  return {
    snapshotId: plan.snapshotId,
    rewrites: plan.rules
      .filter(({ fired }) => fired)
      .map(({ rule, table, note }) => `${rule}${table === null ? '' : ` ${table}`}: ${note}`),
    scan: { rows: sum('rowsEstimated'), bytes: sum('bytesEstimated') },
  };
}

/** A begun query as its caller holds it: read once, in one of several forms, and ended in exactly one way. */
export class StartedQuery implements QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly snapshotId: string;
  readonly queuedMs: number;
  readonly cache: 'hit' | 'miss';
  readonly rewrites: readonly string[];
  readonly identity: string | null;
  readonly scan: { readonly rows: number; readonly bytes: number };
  readonly stageMs: Readonly<Record<string, number>>;
  readonly summary: Promise<ResultSummary>;
  readonly #query: EncodedQuery;
  readonly #wordError: (error: unknown) => unknown;
  readonly #onEnd: () => void;
  readonly #observer: QueryObserver | undefined;
  readonly #settle: { resolve: (summary: ResultSummary) => void; reject: (error: unknown) => void };
  #isTaken = false;
  #isSettled = false;

  constructor({ query, facts, wordError, onEnd, observer }: StartedQueryParts) {
    this.columns = query.columns;
    this.snapshotId = facts.snapshotId;
    this.rewrites = facts.rewrites;
    this.identity = facts.identity;
    this.scan = query.isFromCache === true ? { rows: 0, bytes: 0 } : facts.scan;
    this.stageMs = facts.stageMs;
    this.queuedMs = facts.queuedMs;
    this.cache = query.isFromCache === true ? 'hit' : 'miss';
    this.#query = query;
    this.#wordError = wordError;
    this.#onEnd = onEnd;
    this.#observer = observer;
    const { promise, resolve, reject } = Promise.withResolvers<ResultSummary>();
    this.summary = promise;
    this.#settle = {
      resolve: (summary) => {
        this.#isSettled = true;
        resolve(summary);
      },
      reject: (error) => {
        this.#isSettled = true;
        reject(error);
      },
    };
    promise.catch(() => {}); // whoever reads the result meets the error there
  }

  get rowsTaken(): number {
    return this.#query.rowsTaken ?? 0;
  }

  bytes(format: ResultFormat, { shape }: Pick<ReadOptions, 'shape'> = {}): AsyncIterableIterator<Uint8Array> {
    return this.#read(format, shape === undefined ? {} : { shape });
  }

  async store(path: string, { onRows, isCutAtBytes = false }: StoreOptions = {}): Promise<ResultSummary> {
    for await (const count of this.#read('arrow', { into: path, isCutAtBytes })) {
      onRows?.(Buffer.from(count).readDoubleLE());
    }
    return await this.summary;
  }

  async *#read(format: ResultFormat, options: ReadOptions): AsyncIterableIterator<Uint8Array> {
    if (this.#isTaken) throw new TypeError('a result can be read once; run the query again to read it again');
    this.#isTaken = true;
    const startedAtMs = performance.now();
    let failed = false;
    try {
      yield* this.#query.read(format, options);
      if (this.#query.summary !== undefined) this.#settle.resolve(this.#query.summary);
    } catch (error) {
      failed = true;
      const worded = error instanceof AppError ? error : this.#wordError(error);
      this.#settle.reject(worded);
      throw worded;
    } finally {
      this.#observer?.({
        step: 'stream',
        startedAtMs,
        durationMs: performance.now() - startedAtMs,
        failed,
      });
      this.#leave();
    }
  }

  stream(format: ResultFormat, options: Pick<ReadOptions, 'shape'> = {}): ReadableStream<Uint8Array> {
    const parts = this.bytes(format, options);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await parts.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => {
          this.#leave(); // first of all: a part that is awaited may be long in coming
          await parts.return?.();
        },
      },
      // Nothing is made before it is asked for.
      { highWaterMark: 0 },
    );
  }

  async *rows<Shape = Row>(): AsyncIterableIterator<Shape> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const part of this.bytes('ndjson')) {
      const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as Shape;
    }
  }

  async toArray<Shape = Row>(): Promise<Shape[]> {
    const rows: Shape[] = [];
    for await (const row of this.rows<Shape>()) rows.push(row);
    return rows;
  }

  async *batches(): AsyncIterableIterator<RecordBatch> {
    try {
      const reader = await RecordBatchReader.from(this.bytes('arrow'));
      for await (const batch of reader) yield batch;
    } finally {
      this.#leave(); // the reader does not tell the bytes when it is left early
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
  }

  /** Read to the end, left early or never read: the query stops and its snapshot is let go. Safe to repeat. */
  #leave(): void {
    this.#isTaken = true;
    // An error is dear to make, and nearly always of no use here.
    if (!this.#isSettled)
      this.#settle.reject(new AppError('query_cancelled', 'the result was left before its end'));
    this.#query.close();
    this.#onEnd();
  }
}
