import { AppError } from '@sdq/contract';
import type { Described } from '../../../backend/execution-backend.ts';
import type { ResultStream, RunLimits, SpooledResult } from '../../../backend/result-stream.ts';
import { queryCrashedEngine, queryTimeout } from '../../../backend/stream-errors.ts';
import type { HeldParts, LookUp, QueryRunner, RunnablePlan } from '../runnable-plan.ts';
import { NearLookUps } from './near-look-ups.ts';
import { type HandleOptions, ProcessHandle } from './process-handle.ts';
import {
  ProcessCrashed,
  ProcessDied,
  QueryEvicted,
  type QueryOpening,
  RemoteQuery,
  type RemoteQueryOptions,
} from './remote-query.ts';
import { NotInTime, SeparateProcesses } from './separate-processes.ts';
import { SharedProcesses } from './shared-processes.ts';
import { SpareProcess } from './spare-process.ts';

export interface ProcessRunnerOptions extends HandleOptions {
  /** Number of warm query processes. */
  processes: number;
}

/** A query is not run again with less time left than this. */
const againMsMin = 50;
/** A query that lacked memory because of a larger one is run so many times in shared processes. */
const sharedRunsMax = 2;
/** After this time an engine is taken for one that serves, which keeps a process ready. */
const spareAfterMs = 5_000;

/** Where and until when a query runs. */
interface Place {
  readonly account: string | null | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onSuspected: (() => void) | undefined;
  readonly onProgress: ((fraction: number) => void) | undefined;
  /** By the clock of `performance.now()`, in milliseconds. */
  readonly endsAt: number;
  /** How often it was run in shared processes. */
  readonly sharedRuns: number;
}

/**
 * Runs plans in a few warm processes that may crash. A crashed process is replaced, and the queries it ran are run
 * again, each in an isolated process, so that the one that caused the crash cannot affect others. When a query lacks
 * memory, the one that takes most of it makes way, and is run again in an isolated process. Queries only read, so
 * running one again is safe.
 */
export class ProcessRunner implements QueryRunner {
  readonly #shared: SharedProcesses;
  readonly #separate: SeparateProcesses;
  readonly #spare: SpareProcess;
  readonly #spareTimer: NodeJS.Timeout;
  readonly #near = new NearLookUps();
  /** Ids of queries; 0 is for frames that concern a process as a whole. */
  #ids = 1;

  private constructor(shared: SharedProcesses, spare: SpareProcess) {
    this.#shared = shared;
    this.#spare = spare;
    this.#separate = new SeparateProcesses(() => {
      spare.want();
      return spare.take();
    });
    this.#spareTimer = setTimeout(() => spare.want(), spareAfterMs).unref();
  }

  static async open({ processes, ...options }: ProcessRunnerOptions): Promise<ProcessRunner> {
    const spare = new SpareProcess(() => ProcessHandle.start(options));
    const shared = await SharedProcesses.open({ count: processes, start: () => spare.take() });
    return new ProcessRunner(shared, spare);
  }

  /** Ids of the living processes that run queries, for tests and operators. */
  get pids(): number[] {
    return [...this.#shared.all, ...this.#separate.all].flatMap(({ pid }) =>
      pid === undefined ? [] : [pid],
    );
  }

  get status(): { living: number; wanted: number; replaced: number } {
    return this.#shared.status;
  }

  async start(plan: RunnablePlan, limits: RunLimits, signal: AbortSignal | undefined): Promise<ResultStream> {
    const tellsProgress = limits.onProgress !== undefined;
    const body = { plan: runnablePart(plan), limits: limitsOf(limits), tellsProgress };
    return await this.#begin({ kind: 'start', body }, limits, signal);
  }

  async lookUp(
    { parameters, attachments, counted, attempts }: LookUp,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream | undefined> {
    const lookUp = { parameters, attachments, attempts, ...(counted !== undefined && { counted }) };
    const near = await this.#near.answer(lookUp, limits, signal);
    if (near !== undefined) return near;
    const body = { lookUp, limits: limitsOf(limits) };
    const query = await this.#begin({ kind: 'lookUp', body }, limits, signal);
    if (!query.isMissed) return query;
    query.close();
    return undefined;
  }

  async readSpooled(
    rows: SpooledResult,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream> {
    return await this.#begin(
      { kind: 'readSpooled', body: { rows, limits: limitsOf(limits) } },
      limits,
      signal,
    );
  }

  async #begin(
    opening: QueryOpening,
    { account, runsApart = false, onSuspected, onProgress, timeoutMs, leftMs = timeoutMs }: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<RemoteQuery> {
    // Which query caused a crash is unknown, so no query gets more time for it.
    const endsAt = performance.now() + leftMs;
    const place = { account, signal, onSuspected, onProgress, endsAt, sharedRuns: 1 };
    if (runsApart) return await this.#runApart(opening, place);
    const chosen = this.#shared.choose(place);
    return await this.#runShared(opening, place, chosen instanceof Promise ? await chosen : chosen);
  }

  /** Runs a query in a shared process. Where that fails through no fault of its own, runs it again. */
  async #runShared(opening: QueryOpening, place: Place, handle: ProcessHandle): Promise<RemoteQuery> {
    const runAgain = (reason: ProcessDied) => this.#again(opening, place, reason, handle);
    return await this.#startIn(handle, opening, place, { runAgain });
  }

  /** Runs a query in a process that only its account uses. */
  async #runApart(opening: QueryOpening, place: Place): Promise<RemoteQuery> {
    const own = await this.#separate
      .own(place.account ?? null, this.#leftMs(place))
      .catch((cause: unknown) => {
        throw notStarted(cause, queryTimeout(opening.body.limits.timeoutMs));
      });
    const { handle } = own;
    // The only query that a process was ever given is what crashed it.
    const runAgain = async (reason: ProcessDied) =>
      reason instanceof ProcessCrashed && handle.queriesEver === 1
        ? await Promise.reject(endedAlone(reason))
        : await this.#again(opening, place, reason, handle);
    return await this.#startIn(handle, opening, place, { runAgain, onClose: () => own[Symbol.dispose]() });
  }

  async describe(plan: RunnablePlan, limits: RunLimits, signal: AbortSignal | undefined): Promise<Described> {
    const body = { plan: runnablePart(plan), limits: limitsOf(limits) };
    const query = await this.#begin({ kind: 'describe', body }, limits, signal);
    query.close();
    return { columns: query.columns, parameterTypes: query.parameterTypes };
  }

  /** In all shared processes at once. */
  async warmUp(parts: HeldParts, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const body = { parts, timeoutMs };
    const caller = { account: undefined, signal, onSuspected: undefined };
    const runAgain = (reason: ProcessDied) => Promise.reject(reason);
    const alive = this.#shared.all.filter((handle) => handle.isAlive && !handle.isDraining);
    const made = alive.map(async (handle) => {
      const query = await RemoteQuery.start(
        { kind: 'warmUp', body },
        { handle, id: this.#ids++, ...caller, runAgain },
      );
      query.close();
    });
    await Promise.allSettled(made);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#spareTimer);
    this.#near[Symbol.dispose]();
    for (const each of [this.#shared, this.#separate, this.#spare]) each.close();
    const processes = [...this.#shared.all, ...this.#separate.all, ...this.#spare.all];
    for (const handle of processes) handle.kill();
    await Promise.all(processes.map((handle) => handle.cleaned));
  }

  /**
   * Runs a query once more: in a shared process if a larger query took the memory, which is evicted, and otherwise in an
   * isolated one.
   */
  async #again(
    opening: QueryOpening,
    place: Place,
    reason: ProcessDied,
    handle: ProcessHandle,
  ): Promise<RemoteQuery> {
    this.#spare.want();
    if (reason instanceof QueryEvicted && reason.larger !== undefined) {
      handle.evict(reason.larger, reason.cause as Error);
      if (place.sharedRuns < sharedRunsMax && this.#leftMs(place) > 0) {
        const next = await this.#shared.choose({ ...place, avoided: handle });
        return await this.#runShared(opening, { ...place, sharedRuns: place.sharedRuns + 1 }, next);
      }
    }
    return await this.#runIsolated(opening, place, reason);
  }

  async #runIsolated(opening: QueryOpening, place: Place, reason: ProcessDied): Promise<RemoteQuery> {
    const late = reason instanceof QueryEvicted ? reason.cause : queryTimeout(opening.body.limits.timeoutMs);
    const handle = await this.#separate.single(this.#leftMs(place)).catch((cause: unknown) => {
      if (reason instanceof ProcessCrashed) place.onSuspected?.();
      throw notStarted(cause, late);
    });
    const runAgain = (reason: ProcessDied) => Promise.reject(endedAlone(reason));
    return await this.#startIn(handle, opening, place, { runAgain, onClose: () => handle.kill() });
  }

  /** Starts a query with the time that is left until its deadline; where its process ends at once, as `runAgain` does. */
  async #startIn(
    handle: ProcessHandle,
    opening: QueryOpening,
    { account, signal, onSuspected, onProgress, endsAt }: Place,
    reactions: Pick<RemoteQueryOptions, 'runAgain' | 'onClose'>,
  ): Promise<RemoteQuery> {
    const limits = { ...opening.body.limits, leftMs: endsAt - performance.now() };
    const inTimeLeft = { ...opening, body: { ...opening.body, limits } } as QueryOpening;
    const id = this.#ids++;
    try {
      const caller = { account, signal, onSuspected, onProgress };
      return await RemoteQuery.start(inTimeLeft, { handle, id, ...caller, ...reactions });
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      return await reactions.runAgain(error);
    }
  }

  #leftMs({ endsAt }: Place): number {
    return endsAt - againMsMin - performance.now();
  }
}

/** The part of a plan that is sent to a process: the caller's AST, text and routes stay here. */
function runnablePart({
  sql,
  parameters,
  views,
  attachments,
  counted,
  attempts,
}: RunnablePlan): RunnablePlan {
  const part = { sql, parameters, views, attachments, attempts };
  return { ...part, ...(counted !== undefined && { counted }) } as RunnablePlan;
}

/** Copies the limits out of an object that may have more properties. */
function limitsOf({ rowsMax, bytesMax, timeoutMs, leftMs }: RunLimits): RunLimits {
  return { rowsMax, bytesMax, timeoutMs, ...(leftMs !== undefined && { leftMs }) };
}

/** The error of a query that got no process: `late` if there was none in time. */
function notStarted(cause: unknown, late: unknown): unknown {
  return cause instanceof NotInTime ? late : unfinished(cause);
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
