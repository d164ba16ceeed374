import { AppError } from '@sdq/contract';
import type { QueryResult } from '@sdq/core';
import type { Receipt, RunningQuery } from '@sdq/pgwire';
import { formatCost } from '@sdq/pricing';
import { principalOf } from '../request/access.ts';
import { chargeBroken } from '../request/charge-broken.ts';
import type { Meter, MeteredRequest } from '../request/metering.ts';
import type { RetainedResult, RetainedResults } from '../sql/retained-results.ts';
import { catalogueColumns } from './catalogue-columns.ts';
import { failedIn } from './failed-requests.ts';

interface Parts {
  request: MeteredRequest;
  result: QueryResult;
  meter: Meter;
  results: RetainedResults;
  /** The limit of the session. */
  rowsMax: number;
  /** Called once at the end. */
  onEnd: (error?: unknown) => void;
}

/** The rows of a statement, and its charge. */
export class MeteredRows implements RunningQuery {
  readonly requestId: string;
  readonly columns: RunningQuery['columns'];
  readonly snapshotId: string;
  readonly #parts: Parts;
  #retained: RetainedResult | undefined;
  /** Rows that were handed out, and that were sent. */
  #handed = 0;
  #sent = 0;
  #hasBegun = false;
  #isWhole = false;
  #isEnded = false;
  /** Whether reading or charging failed; otherwise the client left. */
  #hasFailed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.requestId = parts.request.id;
    this.columns = catalogueColumns(parts.result.columns, parts.result.facts.isFree);
    this.snapshotId = parts.result.snapshotId;
  }

  async *read(rowsMax: number): ReturnType<RunningQuery['read']> {
    const isWhole = rowsMax === Number.POSITIVE_INFINITY && this.#retained === undefined;
    if (isWhole && this.#hasBegun) return;
    this.#hasBegun = true;
    try {
      const source = isWhole ? this.#parts.result : await this.#part(rowsMax);
      for await (const batch of source.batches()) {
        this.#handed += batch.numRows;
        yield batch;
      }
      if (isWhole) this.#isWhole = true;
    } catch (error) {
      this.#hasFailed = true;
      throw failedIn(this.requestId, error);
    }
  }

  /** A part of the rows, which are in a file from the first one on. Errors: `result_too_large`, `result_expired`. */
  async #part(rowsMax: number): Promise<QueryResult> {
    const { result, results, request } = this.#parts;
    const { accountId } = principalOf(request);
    this.#retained ??= await results.keep(result, { accountId });
    // a cursor says at its first row what it would say at its last one
    if (this.#retained.summary.truncated) throw this.#cut();
    const left = this.#retained.summary.rowCount - this.#handed;
    const count = Math.min(rowsMax, left);
    return await this.#retained.read({ first: this.#handed, count, without: [] });
  }

  noteSent(rows: number): void {
    this.#sent += rows;
  }

  get hasMore(): boolean {
    if (this.#retained !== undefined) return this.#handed < this.#retained.summary.rowCount;
    return !this.#isWhole;
  }

  #cut(): AppError {
    const { rowsMax } = this.#parts;
    return new AppError(
      'result_too_large',
      `The result has more than ${rowsMax.toLocaleString('en')} rows, the limit of this session`,
      {
        hint: 'SET sdq.limit to a higher number of rows, up to 1000000, or write a LIMIT in the query',
      },
    );
  }

  async finish(): Promise<Receipt> {
    const { result, meter, onEnd } = this.#parts;
    try {
      const { truncated } = this.#retained?.summary ?? (await result.summary);
      if (truncated) throw this.#cut();
      const isWhole = !this.hasMore;
      const price = await meter.settle({ records: this.#sent }, this.snapshotId, undefined, { isWhole });
      this.#end();
      onEnd();
      return {
        cost: formatCost(price.units),
        isFree: result.facts.isFree,
        rows: this.#sent,
        repeatOf: price.repeatOf,
      };
    } catch (error) {
      this.#hasFailed = true;
      await this.leave(error);
      throw failedIn(this.requestId, error);
    }
  }

  async leave(error: unknown): Promise<void> {
    if (this.#isEnded) return;
    const { result, meter, request, onEnd } = this.#parts;
    this.#end();
    await result[Symbol.asyncDispose]();
    const cause = this.#hasFailed ? error : leftResult(error);
    const hasLeft = cause instanceof AppError && cause.code === 'query_cancelled';
    const { snapshotId } = this;
    await chargeBroken(meter, { rowsSent: this.#sent, snapshotId, error: cause, hasLeft, log: request.log });
    onEnd(hasLeft && this.#sent > 0 ? undefined : cause);
  }

  #end(): void {
    this.#isEnded = true;
    this.#retained?.drop();
  }
}

/** A client that leaves has cancelled its query. */
function leftResult(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('query_cancelled', 'The client left the result', { cause: error });
}
