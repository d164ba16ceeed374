import type { AppError, ResultColumn, ResultFormat } from '@sdq/contract';
import type { RecordBatch } from 'apache-arrow';
import type { PartsEnd } from '../backend/result-parts.ts';
import type { BytesOptions, ResultStream, ResultSummary, SpoolOptions } from '../backend/result-stream.ts';
import { resultLeft } from '../backend/stream-errors.ts';
import type { QueryResult, Row } from './engine.ts';
import type { QueryFacts } from './query-facts.ts';
import type { QueryObserver } from './query-observer.ts';

export interface StartedQueryParts {
  stream: ResultStream;
  facts: QueryFacts;
  toUserError: (error: unknown) => unknown;
  /** Called once it has ended, in any way; may be called again. */
  onEnd: () => void;
  observer?: QueryObserver | undefined;
}

/** A started query as its caller sees it: read once, in one of several forms, and ended exactly once. */
export class StartedQuery implements QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly facts: QueryFacts;
  readonly summary: Promise<ResultSummary>;
  readonly #stream: ResultStream;
  readonly #toUserError: (error: unknown) => unknown;
  readonly #onEnd: () => void;
  readonly #observer: QueryObserver | undefined;
  readonly #settle: { resolve: (summary: ResultSummary) => void; reject: (error: unknown) => void };
  #isTaken = false;
  #isSettled = false;
  #expired: AppError | undefined;

  constructor({ stream, facts, toUserError, onEnd, observer }: StartedQueryParts) {
    this.columns = stream.columns;
    this.facts = facts;
    this.#stream = stream;
    this.#toUserError = (error) => this.#expired ?? toUserError(error);
    this.#onEnd = onEnd;
    this.#observer = observer;
    const { promise, resolve, reject } = Promise.withResolvers<ResultSummary>();
    this.summary = promise;
    this.#settle = { resolve, reject };
    promise.catch(() => {}); // the reader of the result gets the error
  }

  get snapshotId(): string {
    return this.facts.snapshotId;
  }

  get rowsTaken(): number {
    return this.#stream.rowsTaken;
  }

  bytes(format: ResultFormat, options?: BytesOptions): AsyncIterableIterator<Uint8Array> {
    const onEnd = this.#begin();
    const parts = this.#stream.bytes(format, options);
    parts.toUserError = this.#toUserError;
    parts.watch({ onEnd });
    return parts;
  }

  async spool(path: string, options?: SpoolOptions): Promise<ResultSummary> {
    const onEnd = this.#begin();
    try {
      const summary = await this.#stream.spool(path, options);
      onEnd('whole');
      return summary;
    } catch (error) {
      const told = this.#toUserError(error);
      onEnd('failed', told);
      throw told;
    }
  }

  /** Begins the only reading of it; returns the function to call at its end. */
  #begin(): (end: PartsEnd, error?: unknown) => void {
    if (this.#isTaken)
      throw new TypeError('A result can be read only once. Run the query again to read it again.');
    this.#isTaken = true;
    const startedAtMs = performance.now();
    return (end, error) => {
      const { summary } = this.#stream;
      if (end === 'failed') this.#reject(error);
      else if (end === 'whole' && summary !== undefined) this.#resolve(summary);
      const durationMs = performance.now() - startedAtMs;
      this.#observer?.({ step: 'stream', startedAtMs, durationMs, failed: end === 'failed' });
      this.#leave();
    };
  }

  stream(format: ResultFormat, options?: BytesOptions): ReadableStream<Uint8Array> {
    const parts = this.bytes(format, options);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await parts.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => {
          this.#leave(); // first: a pending part may take long
          await parts.return?.();
        },
      },
      // Nothing is produced before it is requested (backpressure).
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
      // 150 modules that most processes never need.
      const { RecordBatchReader } = await import('apache-arrow');
      const reader = await RecordBatchReader.from(this.bytes('arrow'));
      for await (const batch of reader) yield batch;
    } finally {
      this.#leave(); // a reader that leaves early does not cancel the bytes
    }
  }

  /** Ends it with an error, which its reader gets; nothing where it has ended. */
  expire(error: AppError): void {
    if (this.#isSettled) return;
    this.#expired = error;
    this.#reject(error);
    this.#stream.close();
    this.#onEnd();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
  }

  /** Read to the end, left early or never read: the query stops and its snapshot is released. Safe to repeat. */
  #leave(): void {
    this.#isTaken = true;
    // Creating an error is expensive, and it is rarely used here.
    if (!this.#isSettled) this.#reject(resultLeft());
    this.#stream.close();
    this.#onEnd();
  }

  #resolve(summary: ResultSummary): void {
    this.#isSettled = true;
    this.#settle.resolve(summary);
  }

  #reject(error: unknown): void {
    this.#isSettled = true;
    this.#settle.reject(error);
  }
}
