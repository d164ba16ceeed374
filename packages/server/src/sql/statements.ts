import { AppError, type SqlParameters } from '@sdq/contract';
import type { QueryFacts, QueryProgress, QueryResult } from '@sdq/core';
import { ulid } from 'ulid';
import type { Charged } from '../request/metering.ts';
import { toAppError } from '../response/error-response.ts';
import type { Instance } from '../siblings/instance.ts';
import { expired, type RetainedResult, type RetainedResults } from './retained-results.ts';
import type { RetentionLimits } from './retention-limits.ts';

/** An asynchronous query with its retained result. */
export interface Statement {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly platform: string;
  /** What was asked. */
  readonly text: string;
  readonly parameters: SqlParameters | null;
  /** The ID of the request that submitted and pays for it. */
  readonly requestId: string;
  /** The `limit` of the request. */
  readonly limit: number;
  readonly submittedAt: number;
  state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  rows: number;
  /** How much of it is done; undefined until it is known. */
  progress: QueryProgress | undefined;
  endedAt: number | undefined;
  /** When its retained result expires, in milliseconds since 1970. */
  expiresAt: number | undefined;
  error: AppError | undefined;
  price: Charged | undefined;
  facts: QueryFacts | undefined;
  retained: RetainedResult | undefined;
  readonly cancel: () => void;
  /** Resolves when it has ended, in any state. */
  ended: Promise<void>;
}

/** The work of a statement: runs its query, and charges for the retained result. */
export interface StatementWork {
  run(
    signal: AbortSignal,
    options: { bytesMax: number; onProgress: (progress: QueryProgress) => void },
  ): Promise<QueryResult>;
  /** The charge is durable when it resolves. */
  charge(retained: RetainedResult): Promise<Charged>;
  /** Releases the reservation without a charge. Never rejects. */
  fail(error: unknown): Promise<void>;
}

export type StatementOrigin = Pick<
  Statement,
  'keyId' | 'accountId' | 'platform' | 'text' | 'parameters' | 'requestId' | 'limit'
>;

/** The statements of this process, limited in number per key and in total. */
export class Statements implements AsyncDisposable {
  readonly #results: RetainedResults;
  readonly #limits: RetentionLimits;
  /** Oldest first. */
  readonly #statements = new Map<string, Statement>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #instance: Instance;

  constructor(results: RetainedResults, limits: RetentionLimits, instance: Instance) {
    this.#results = results;
    this.#instance = instance;
    this.#limits = limits;
  }

  /** Submits a statement. Errors: `too_many_concurrent_queries` when a limit is exceeded. */
  begin(origin: StatementOrigin, work: StatementWork): Statement {
    this.#refuseTooMany(origin.keyId);
    const controller = new AbortController();
    const statement: Statement = {
      ...origin,
      id: this.#instance.nameId(`stmt_${ulid()}`),
      submittedAt: Date.now(),
      state: 'running',
      rows: 0,
      progress: undefined,
      endedAt: undefined,
      expiresAt: undefined,
      error: undefined,
      price: undefined,
      facts: undefined,
      retained: undefined,
      cancel: () => controller.abort(),
      ended: Promise.resolve(),
    };
    this.#statements.set(statement.id, statement);
    statement.ended = this.#run(statement, work, controller.signal);
    return statement;
  }

  /**
   * Errors: `not_found`, also for statements of other keys, whose existence is not disclosed; `result_expired` for one of
   * an instance that has ended.
   */
  find(id: string, keyId: string, platform: string): Statement {
    this.#instance.refuseOthers(id);
    const statement = this.#statements.get(id);
    if (statement === undefined || statement.keyId !== keyId || statement.platform !== platform) {
      throw new AppError('not_found', 'Statement not found', {
        hint: 'Only queries submitted with wait_timeout_ms can be retrieved by statement ID.',
      });
    }
    return statement;
  }

  /** A statement of any key of an account. Errors: as `find`. */
  findOf(accountId: string, id: string): Statement {
    this.#instance.refuseOthers(id);
    const statement = this.#statements.get(id);
    if (statement?.accountId === accountId) return statement;
    throw new AppError('not_found', 'Statement not found', { param: 'statement_id' });
  }

  /** A statement, whoever asks; undefined when it is not known, or no more. */
  known(id: string): Statement | undefined {
    return this.#statements.get(id);
  }

  /** The statement that a request submitted; undefined for none. */
  begunBy(requestId: string): Statement | undefined {
    return [...this.#statements.values()].find((statement) => statement.requestId === requestId);
  }

  /** Errors: `statement_not_running`, also when it ends before it is cancelled. */
  async cancel(statement: Statement): Promise<void> {
    const isRunning = statement.state === 'running';
    statement.cancel();
    await statement.ended;
    if (!isRunning || statement.state !== 'cancelled') {
      throw new AppError(
        'statement_not_running',
        `The statement is not running (state: ${statement.state})`,
        {
          meta: { state: statement.state },
        },
      );
    }
  }

  async #run(statement: Statement, work: StatementWork, signal: AbortSignal): Promise<void> {
    let retained: RetainedResult | undefined;
    try {
      await using result = await work.run(signal, {
        bytesMax: this.#limits.resultBytesMax,
        onProgress: (progress) => {
          // a query that is run again begins anew: what was told does not shrink
          if (progress.fraction >= (statement.progress?.fraction ?? 0)) statement.progress = progress;
        },
      });
      retained = await this.#results.keep(result, {
        accountId: statement.accountId,
        onRows: (rows) => {
          statement.rows = rows;
        },
      });
      statement.rows = retained.summary.rowCount;
      statement.expiresAt = Date.now() + this.#limits.statementMs;
      statement.price = await work.charge(retained);
      statement.facts = result.facts;
      statement.progress = { fraction: 1, bytesScanned: result.facts.scan.bytes };
      statement.retained = retained;
      statement.state = 'succeeded';
    } catch (error) {
      retained?.drop();
      statement.expiresAt = undefined;
      await work.fail(error);
      statement.error = toAppError(error);
      statement.state = statement.error.code === 'query_cancelled' ? 'cancelled' : 'failed';
    }
    statement.endedAt = Date.now();
    this.#after(this.#limits.statementMs, () => {
      statement.retained?.drop();
      statement.retained = undefined;
    });
    this.#after(this.#limits.statementKnownMs, () => this.#statements.delete(statement.id));
  }

  #refuseTooMany(keyId: string): void {
    const own = [...this.#statements.values()].filter(
      (statement) => statement.keyId === keyId && (statement.state === 'running' || statement.retained),
    );
    // the oldest ended statement is evicted
    const { statementsPerKeyMax, statementsMax } = this.#limits;
    if (own.length >= statementsPerKeyMax) {
      const oldest = own.find(({ state }) => state !== 'running');
      if (oldest === undefined) throw tooMany(`Too many statements: ${own.length} are running for this key`);
      oldest.retained?.drop();
      oldest.retained = undefined;
    }
    if (this.#statements.size < statementsMax) return;
    const oldest = [...this.#statements.values()].find(({ state }) => state !== 'running');
    if (oldest === undefined) throw tooMany(`Too many statements: ${statementsMax} are running`);
    oldest.retained?.drop();
    this.#statements.delete(oldest.id);
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms).unref();
    this.#timers.add(timer);
  }

  /** Cancels all running statements: their results could no longer be read. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const statement of this.#statements.values()) statement.cancel();
    await Promise.all([...this.#statements.values()].map(({ ended }) => ended));
  }
}

/** The retained result of a succeeded statement. Errors: `result_expired`. */
export function resultOf({ retained, facts }: Statement): { retained: RetainedResult; facts: QueryFacts } {
  if (retained === undefined || facts === undefined) throw expired();
  return { retained, facts };
}

/** The retained result of a statement. Errors: `statement_running`, `result_expired`, the error of a failed statement. */
export function endedResult(statement: Statement): RetainedResult {
  const { state, error } = statement;
  if (state === 'running') {
    throw new AppError('statement_running', 'The statement is still running', {
      retryAfterSeconds: 1,
      hint: 'Wait for its end with ?wait_ms=',
    });
  }
  if (error !== undefined) throw withoutReader(error);
  return resultOf(statement).retained;
}

/** Replaces `query_cancelled`, whose status 499 is for disconnected callers. */
export function withoutReader(error: AppError): AppError {
  if (error.code !== 'query_cancelled') return error;
  return new AppError('result_expired', 'The statement was cancelled and has no result', { cause: error });
}

/** Waits for the end of a statement, for some milliseconds, or until nobody waits any more. */
export async function within(ended: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await Promise.race([ended, promise]);
  clearTimeout(timer);
}

function tooMany(message: string): AppError {
  return new AppError('too_many_concurrent_queries', message, {
    retryAfterSeconds: 1,
    hint: 'Wait for a statement to end, or cancel one',
  });
}
