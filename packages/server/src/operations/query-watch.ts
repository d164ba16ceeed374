import type { Accounts } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { Engine, QueryOptions, QueryResult } from '@sdq/core';
import { ulid } from 'ulid';
import { randomFraction } from '../request/random-fraction.ts';
import { requestScope } from './request-scope.ts';

/** A running query as operators see it. */
export interface RunningQuery {
  readonly queryId: string;
  readonly requestId: string | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
  readonly platform: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly elapsedMs: number;
  /** `starting` until the first rows are available. */
  readonly state: 'starting' | 'streaming';
  /** Rows that the reader has finished with. */
  readonly rows: number;
  /** Null unless the account allows that its texts are kept. */
  readonly text: string | null;
}

/** The figures of a query that has ended. */
export interface EndedQuery extends Omit<RunningQuery, 'state' | 'elapsedMs'> {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled';
  readonly errorCode: string | null;
  readonly totalMs: number;
  readonly queuedMs: number | null;
  /** Parsing, checking and planning. */
  readonly planMs: number | null;
  /** Until the first rows. */
  readonly executeMs: number | null;
  /** From the first rows to the last one, with the time for which the reader kept the query waiting. */
  readonly streamMs: number | null;
  readonly bytes: number;
  readonly rowsScanned: number | null;
  readonly bytesScanned: number | null;
  /** What the planner did, one line each. */
  readonly routes: readonly string[];
}

export interface QueryWatchOptions {
  accounts: Pick<Accounts, 'findAccount'>;
  /** Total milliseconds from which on a query is slow; 0 keeps all. */
  slowMs: number;
  /** Called for each slow query; the text is null where the account does not allow it. */
  onSlow?: ((query: EndedQuery) => void) | undefined;
}

/** Slow and crashed queries that are kept in memory, the newest ones. */
const keptMax = 200;
/** UTF-16 code units of a text that are kept. */
const textMax = 10_000;

interface Entry extends Omit<RunningQuery, 'elapsedMs' | 'rows' | 'state' | 'text'> {
  text: string;
  beganAt: number;
  /** From the first rows on. */
  firstRowsAt: number | undefined;
  result: QueryResult | undefined;
  cancel: () => void;
}

/** The queries of an engine that run, and those that were slow or ended a query process. */
export class QueryWatch {
  readonly #options: QueryWatchOptions;
  readonly #running = new Map<string, Entry>();
  readonly #slow: EndedQuery[] = [];
  readonly #crashed: EndedQuery[] = [];
  /** Since the service started. */
  readonly ended = { crashed: 0, slow: 0 };

  constructor(options: QueryWatchOptions) {
    this.#options = options;
  }

  /** Longest running first. */
  async running(): Promise<RunningQuery[]> {
    const now = performance.now();
    const shown = [...this.#running.values()].map(async (entry) => ({
      ...aboutOf(entry),
      elapsedMs: now - entry.beganAt,
      state: entry.result === undefined ? ('starting' as const) : ('streaming' as const),
      rows: entry.result?.rowsTaken ?? 0,
      text: await this.#textOf(entry),
    }));
    return await Promise.all(shown);
  }

  /** Newest first. */
  slow(): readonly EndedQuery[] {
    return this.#slow;
  }

  /** Queries that ended a query process since the service started, newest first. */
  crashed(): readonly EndedQuery[] {
    return this.#crashed;
  }

  /** Cancels a query; undefined when it does not run. */
  cancel(queryId: string): { accountId: string | null } | undefined {
    const entry = this.#running.get(queryId);
    entry?.cancel();
    return entry && { accountId: entry.accountId };
  }

  /** The engine, its queries watched. */
  watch(engine: Engine): Engine {
    const query = (text: string, options: QueryOptions = {}) => this.#run(engine, text, options);
    const bound = new Map<PropertyKey, unknown>([['query', query]]);
    return new Proxy(engine, {
      get(target, name) {
        const known = bound.get(name);
        if (known !== undefined) return known;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as unknown;
        bound.set(name, method);
        return method;
      },
    });
  }

  async #run(engine: Engine, text: string, options: QueryOptions): Promise<QueryResult> {
    const scope = requestScope.getStore();
    const controller = new AbortController();
    const given = options.signal;
    const signal = given === undefined ? controller.signal : AbortSignal.any([given, controller.signal]);
    const entry: Entry = {
      queryId: `qry_${ulid(undefined, randomFraction)}`,
      requestId: scope?.requestId ?? null,
      accountId: scope?.principal?.accountId ?? null,
      keyId: scope?.principal?.keyId ?? null,
      platform: options.platform ?? null,
      startedAt: Date.now(),
      beganAt: performance.now(),
      firstRowsAt: undefined,
      text,
      result: undefined,
      cancel: () => controller.abort(new AppError('query_cancelled', 'An operator cancelled the query')),
    };
    this.#running.set(entry.queryId, entry);
    try {
      const result = await engine.query(text, { ...options, signal });
      entry.result = result;
      entry.firstRowsAt = performance.now();
      result.summary.then(
        (summary) => this.#end(entry, undefined, summary),
        (error: unknown) => this.#end(entry, error),
      );
      return result;
    } catch (error) {
      this.#end(entry, error);
      throw error;
    }
  }

  #end(entry: Entry, error: unknown, summary?: { rowCount: number; bytes: number }): void {
    this.#running.delete(entry.queryId);
    const now = performance.now();
    const totalMs = now - entry.beganAt;
    const code = error instanceof AppError ? error.code : error === undefined ? null : 'internal_error';
    const hasCrashed = code === 'query_crashed_engine';
    const isSlow = totalMs >= this.#options.slowMs;
    if (hasCrashed) this.ended.crashed++;
    if (isSlow) this.ended.slow++;
    if (!isSlow && !hasCrashed) return;
    const facts = entry.result?.facts;
    const { execute = null, ...before } = (facts?.stageMs ?? {}) as Record<string, number>;
    const ended: EndedQuery = {
      ...aboutOf(entry),
      text: null,
      outcome: error === undefined ? 'succeeded' : code === 'query_cancelled' ? 'cancelled' : 'failed',
      errorCode: code,
      totalMs,
      queuedMs: facts?.queuedMs ?? null,
      planMs: facts === undefined ? null : Object.values(before).reduce((sum, ms) => sum + ms, 0),
      executeMs: execute,
      streamMs: entry.firstRowsAt === undefined ? null : now - entry.firstRowsAt,
      rows: summary?.rowCount ?? entry.result?.rowsTaken ?? 0,
      bytes: summary?.bytes ?? 0,
      rowsScanned: facts?.scan.rows ?? null,
      bytesScanned: facts?.scan.bytes ?? null,
      routes: facts?.rewrites ?? [],
    };
    void this.#textOf(entry).then((text) => {
      const kept = { ...ended, text };
      if (hasCrashed) keep(this.#crashed, kept);
      if (!isSlow) return;
      keep(this.#slow, kept);
      this.#options.onSlow?.(kept);
    });
  }

  /** The text where the account allows that it is kept; queries of the service itself have no account. */
  async #textOf({ accountId, text }: Entry): Promise<string | null> {
    if (accountId === null) return null;
    const account = await this.#options.accounts.findAccount(accountId).catch(() => undefined);
    return account?.settings.keepQueryText === true ? text.slice(0, textMax) : null;
  }
}

function aboutOf({ queryId, requestId, accountId, keyId, platform, startedAt }: Entry) {
  return { queryId, requestId, accountId, keyId, platform, startedAt };
}

function keep(list: EndedQuery[], query: EndedQuery): void {
  list.unshift(query);
  if (list.length > keptMax) list.pop();
}
