import { AppError, type ResultColumn } from '@sdq/contract';
import type { ResultStream, RunLimits, SpooledResult } from '../../../backend/result-stream.ts';
import { queryCancelled, queryCrashedEngine, queryTimeout } from '../../../backend/stream-errors.ts';
import { Semaphore } from '../execute/semaphore.ts';
import type { QueryRunner, RunnablePlan } from '../runnable-plan.ts';
import { type HandleOptions, ProcessHandle } from './process-handle.ts';
import { type Opening, ProcessCrashed, ProcessDied, QueryEvicted, RemoteQuery } from './remote-query.ts';

export interface ProcessRunnerOptions extends HandleOptions {
  /** Number of warm query processes. */
  processes: number;
}

/** A process that ends sooner than this after its start, and answered nothing, counts as a failed start. */
const youngMs = 2_000;
const restartDelayMsMax = 5_000;
/** Maximum number of isolated processes for queries that are run again. */
const isolatedMax = 2;
/** A query is not run again with less time left than this. */
const againMsMin = 50;
/** Why a query is not run again: no process was ready before its deadline. */
const notInTime = new Error('No process was ready in time');
/** How long a query waits for a process to become ready, if its deadline is not sooner. */
const readyMsMax = 15_000;

/**
 * Runs plans in a few warm processes that may crash. A crashed process is replaced, and the queries it ran are run
 * again, each in an isolated process, so that the one that caused the crash cannot affect others. Queries only read,
 * so running one again is safe.
 */
export class ProcessRunner implements QueryRunner {
  readonly #options: ProcessRunnerOptions;
  readonly #processes = new Set<ProcessHandle>();
  readonly #isolated = new Set<ProcessHandle>();
  /** Processes that accept no more queries, and end with their last one. */
  readonly #retired = new Set<ProcessHandle>();
  readonly #isolatedPermits = new Semaphore(isolatedMax);
  #waiting: (() => void)[] = [];
  #failedStarts = 0;
  #replaced = 0;
  #starting = 0;
  #isClosed = false;
  /** Ids of queries; 0 is for frames that concern a process as a whole. */
  #ids = 1;

  private constructor(options: ProcessRunnerOptions) {
    this.#options = options;
  }

  static async open(options: ProcessRunnerOptions): Promise<ProcessRunner> {
    const runner = new ProcessRunner(options);
    // Queries can begin with the first process; the others start one by one, so that they do not slow it down.
    await runner.#add();
    void runner.#fill();
    return runner;
  }

  /** Ids of the living processes, for tests and operators. */
  get pids(): number[] {
    return this.#all().flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  get status(): { living: number; wanted: number; replaced: number } {
    const living = [...this.#processes].filter(({ isAlive }) => isAlive).length;
    return { living, wanted: this.#options.processes, replaced: this.#replaced };
  }

  async start(plan: RunnablePlan, limits: RunLimits, signal: AbortSignal | undefined): Promise<ResultStream> {
    const body = { plan: runnablePart(plan), limits: limitsOf(limits) };
    return await this.#begin({ kind: 'start', body }, signal);
  }

  async readSpooled(
    rows: SpooledResult,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream> {
    return await this.#begin({ kind: 'readSpooled', body: { rows, limits: limitsOf(limits) } }, signal);
  }

  async #begin(opening: Opening, signal: AbortSignal | undefined): Promise<RemoteQuery> {
    const { limits } = opening.body;
    // Which query caused the crash is unknown, so no query gets more time for it.
    const endsAt = performance.now() + (limits.leftMs ?? limits.timeoutMs);
    const handle = await this.#choose(signal, endsAt);
    const runAgain = (reason: ProcessDied) => this.#again(opening, signal, reason, endsAt);
    try {
      return await RemoteQuery.start(until(endsAt, opening), { handle, id: this.#ids++, signal, runAgain });
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      return await runAgain(error);
    }
  }

  async describe(
    plan: RunnablePlan,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultColumn[]> {
    const body = { plan: runnablePart(plan), limits: limitsOf(limits) };
    const query = await this.#begin({ kind: 'describe', body }, signal);
    query.close();
    return [...query.columns];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const processes = this.#all();
    for (const handle of processes) handle.kill();
    await Promise.all(processes.map((handle) => handle.cleaned));
  }

  /** Runs a query whose process died once more, in an isolated process. */
  async #again(
    opening: Opening,
    signal: AbortSignal | undefined,
    reason: ProcessDied,
    endsAt: number,
  ): Promise<RemoteQuery> {
    const { limits } = opening.body;
    const late = reason instanceof QueryEvicted ? reason.cause : queryTimeout(limits.timeoutMs);
    const own = await this.#isolatedProcess(endsAt - againMsMin - performance.now()).catch(
      (cause: unknown) => {
        throw cause === notInTime ? late : unfinished(cause);
      },
    );
    try {
      return await RemoteQuery.start(until(endsAt, opening), {
        handle: own,
        id: this.#ids++,
        signal,
        runAgain: (again) => Promise.reject(endedAlone(again)),
        onClose: () => own.kill(),
      });
    } catch (error) {
      own.kill();
      throw error instanceof ProcessDied ? endedAlone(error) : error;
    }
  }

  /**
   * Starts an isolated process for one query. It holds one of few permits until it has ended. Rejects with {@link
   * notInTime}.
   */
  async #isolatedProcess(withinMs: number): Promise<ProcessHandle> {
    if (withinMs <= 0) throw notInTime;
    const { promise, resolve, reject } = Promise.withResolvers<ProcessHandle>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(notInTime);
    }, withinMs);
    const place = this.#isolatedPermits.use(async () => {
      if (isLate) return;
      const handle = await ProcessHandle.start(this.#options);
      this.#isolated.add(handle);
      if (this.#isClosed || isLate) handle.kill();
      resolve(handle);
      await handle.ended;
      this.#isolated.delete(handle);
    });
    place.catch(reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The living process with the fewest queries. Errors: `service_unavailable`. */
  async #choose(signal: AbortSignal | undefined, endsAt: number): Promise<ProcessHandle> {
    if (this.#isClosed) throw new AppError('service_unavailable', 'The engine is closed');
    const alive = [...this.#processes].filter(({ isAlive }) => isAlive);
    const fresh = alive.filter(({ isDraining }) => !isDraining);
    const [first, ...others] = fresh.length > 0 ? fresh : alive;
    if (first !== undefined) return others.reduce((a, b) => (b.queryCount < a.queryCount ? b : a), first);
    await this.#untilReady(signal, Math.min(readyMsMax, endsAt - performance.now()));
    return await this.#choose(signal, endsAt);
  }

  async #untilReady(signal: AbortSignal | undefined, withinMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const none = new AppError('service_unavailable', 'No query process could be started', {
      retryAfterSeconds: 5,
    });
    const timer = setTimeout(() => reject(none), withinMs);
    const cancel = () => reject(queryCancelled());
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  async #add(): Promise<void> {
    if (this.#isClosed) return;
    const handle = await ProcessHandle.start(this.#options);
    this.#processes.add(handle);
    if (this.#isClosed) handle.kill();
    handle.onDraining = () => void this.#replace(handle);
    void handle.ended.then(() => this.#forget(handle));
    this.#retireDraining();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  #all(): ProcessHandle[] {
    return [...this.#processes, ...this.#retired, ...this.#isolated];
  }

  #forget(handle: ProcessHandle): void {
    this.#processes.delete(handle);
    this.#retired.delete(handle);
    if (!this.#isClosed) this.#replaced++;
    void this.#replace(handle);
  }

  /** Retires draining processes, now that another one is warm. */
  #retireDraining(): void {
    for (const handle of [...this.#processes].filter(({ isDraining }) => isDraining)) {
      this.#processes.delete(handle);
      this.#retired.add(handle);
      handle.endWhenIdle();
    }
    const [oldest] = this.#retired;
    if (this.#retired.size > this.#options.processes) oldest?.kill();
  }

  /**
   * Starts a replacement for a process that ended or is draining, with exponential backoff while new processes end
   * before any use.
   */
  async #replace(handle: ProcessHandle): Promise<void> {
    const isYoung = performance.now() - handle.startedAt < youngMs;
    this.#failedStarts = isYoung && !handle.hasAnswered ? this.#failedStarts + 1 : 0;
    await this.#fill();
  }

  get #freshCount(): number {
    return [...this.#processes].filter(({ isDraining }) => !isDraining).length;
  }

  async #fill(): Promise<void> {
    while (!this.#isClosed && this.#freshCount + this.#starting < this.#options.processes) {
      this.#starting++;
      try {
        if (this.#failedStarts > 0) await delay(Math.min(restartDelayMsMax, 50 * 2 ** this.#failedStarts));
        await this.#add();
      } catch {
        this.#failedStarts++;
      } finally {
        this.#starting--;
      }
    }
  }
}

/** The same opening, with the time that is left until a deadline. */
function until(endsAt: number, opening: Opening): Opening {
  const limits = { ...opening.body.limits, leftMs: endsAt - performance.now() };
  return { ...opening, body: { ...opening.body, limits } } as Opening;
}

/** The part of a plan that is sent to a process: the caller's AST, text and routes stay here. */
function runnablePart({ sql, parameters, views, attachments, attempts }: RunnablePlan): RunnablePlan {
  return { sql, parameters, views, attachments, attempts } as RunnablePlan;
}

/** Copies the limits out of an object that may have more properties. */
function limitsOf({ rowsMax, bytesMax, timeoutMs, leftMs }: RunLimits): RunLimits {
  return { rowsMax, bytesMax, timeoutMs, ...(leftMs !== undefined && { leftMs }) };
}

/** The error of a query whose process ended although it ran nothing else. */
function endedAlone(reason: ProcessDied): unknown {
  if (reason instanceof QueryEvicted) return reason.cause;
  return reason instanceof ProcessCrashed ? queryCrashedEngine(reason) : unfinished(reason);
}

function unfinished(cause: unknown): AppError {
  return new AppError('service_unavailable', 'The engine could not finish this query: it was tried twice', {
    hint: 'Try again later. If it fails again, rewrite the query or read fewer rows.',
    retryAfterSeconds: 1,
    cause,
  });
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
