/**
 * A query process: runs the plans that its parent sends and returns encoded results. It may be killed at any moment,
 * and ends itself when its parent is gone or when a query cannot be stopped.
 */
import { Socket } from 'node:net';
import { AppError, type ResultFormat } from '@sdq/contract';
import { endsDatabase, isEndedByOther, isOutOfMemory } from '@sdq/duckdb';
import type { Described } from '../../../backend/execution-backend.ts';
import type {
  BytesOptions,
  ResultStream,
  ResultSummary,
  RunLimits,
  SpooledResult,
} from '../../../backend/result-stream.ts';
import { queryCrashedEngine } from '../../../backend/stream-errors.ts';
import type { Track } from '../execute/deadline.ts';
import type { ExecutorOptions } from '../execute/executor.ts';
import { InProcessRunner } from '../execute/in-process-runner.ts';
import type { HeldParts, LookUp, RunnablePlan } from '../runnable-plan.ts';
import { type FrameError, toFrameError } from './frame-errors.ts';
import { type Frame, frameBody, piecesOf, readFrames, sendBytes, sendFrame } from './frames.ts';
import { MemoryShares } from './memory-shares.ts';
import { OwnMemory } from './own-memory.ts';

export interface StartBody {
  plan: RunnablePlan;
  limits: RunLimits;
  /** Whether to tell how much is done. */
  tellsProgress?: boolean;
}

export interface LookUpBody {
  lookUp: LookUp;
  limits: RunLimits;
}

export interface WarmUpBody {
  parts: HeldParts;
  timeoutMs: number;
}

export interface ReadSpooledBody {
  rows: SpooledResult;
  limits: RunLimits;
}

export type StartedBody = Described & {
  /** Of a look-up: whether it misses, which ends it. */
  isMissed?: boolean;
};

export interface ReadBody {
  format: ResultFormat;
  options: BytesOptions;
  /** Parts that may be in flight before the first is acknowledged (backpressure). */
  credits: number;
}

export interface SpoolBody {
  path: string;
  isCutAtBytes: boolean;
}

export type EndBody = ResultSummary;

export type FailedBody = FrameError & {
  /** For lack of memory: the query that takes most of it, if that is another one. */
  larger?: number;
};

interface Running {
  readonly abort: AbortController;
  stream: ResultStream | undefined;
  credits: number;
  onCredit: (() => void) | undefined;
}

const socket = new Socket({ fd: 3, readable: true, writable: true });
const running = new Map<number, Running>();
let runner: InProcessRunner | undefined;
let isDying = false;
let memory: OwnMemory | undefined;
let shares: MemoryShares | undefined;
let isDraining = false;

/** DuckDB's threads may be anywhere: an orderly shutdown is not safe, and not needed. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

socket.on('close', die);
socket.on('error', die);
readFrames(socket, (frame) => void handle(frame));

async function handle(frame: Frame): Promise<void> {
  const { id } = frame;
  try {
    switch (frame.kind) {
      case 'init': {
        const options = frameBody<ExecutorOptions>(frame);
        runner = await InProcessRunner.open({ ...options, onStuck: endAfterAnswer });
        memory = new OwnMemory(options.memoryBytesMax);
        const onLarge = (id: number) => sendFrame(socket, 'large', id);
        shares = new MemoryShares({ bytesMax: options.memoryBytesMax, onLarge });
        return sendFrame(socket, 'ready', 0);
      }
      case 'start': {
        const { plan, limits, tellsProgress = false } = frameBody<StartBody>(frame);
        const onProgress = tellsProgress ? (fraction: number) => tellProgress(id, fraction) : undefined;
        return await begin(id, (signal) =>
          opened(runner).start(plan, { ...limits, onProgress }, signal, trackOf(id)),
        );
      }
      case 'lookUp': {
        const { lookUp, limits } = frameBody<LookUpBody>(frame);
        return await begin(id, (signal) => opened(runner).lookUp(lookUp, limits, signal, trackOf(id)));
      }
      case 'readSpooled': {
        const { rows, limits } = frameBody<ReadSpooledBody>(frame);
        return await begin(id, (signal) => opened(runner).readSpooled(rows, limits, signal));
      }
      case 'read':
        return await read(id, frameBody<ReadBody>(frame));
      case 'spool':
        return await spool(id, frameBody<SpoolBody>(frame));
      case 'credit': {
        const entry = running.get(id);
        if (entry === undefined) return;
        entry.credits++;
        return entry.onCredit?.();
      }
      case 'close':
        return close(id);
      case 'describe': {
        const { plan, limits } = frameBody<StartBody>(frame);
        return await describe(id, (signal) => opened(runner).describe(plan, limits, signal));
      }
      case 'warmUp': {
        const { parts, timeoutMs } = frameBody<WarmUpBody>(frame);
        return await describe(id, async (signal) => {
          await opened(runner).warmUp(parts, timeoutMs, signal);
          return { columns: [] };
        });
      }
      case 'ping':
        return sendFrame(socket, 'pong', id);
      default:
        throw new Error(`A query process does not accept frames of kind ${frame.kind}`);
    }
  } catch (error) {
    const cause = causeOf(error);
    const larger = isOutOfMemory(cause) ? shares?.largerThan(id) : undefined;
    close(id);
    if (isDying) return;
    const isEnding = endsDatabase(error) && !(await runner?.isUsable());
    if (isDying) return;
    tellDraining(isEnding);
    // A query that another one took down is run again by the parent, in another process.
    if (isEndedByOther(error)) return dieSoon();
    const failure: FailedBody = toFrameError(isEnding ? queryCrashedEngine() : cause);
    if (larger !== undefined) failure.larger = larger;
    sendFrame(socket, 'failed', id, failure);
    if (isEnding) dieSoon();
  }
}

/** Attributes the memory of operations to a query. */
function trackOf(id: number): Track {
  return (operation) => opened(shares).during(id, operation);
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The query process was not initialised');
  return part;
}

function enter(id: number): Running {
  const entry: Running = { abort: new AbortController(), stream: undefined, credits: 0, onCredit: undefined };
  running.set(id, entry);
  return entry;
}

async function describe(id: number, read: (signal: AbortSignal) => Promise<Described>): Promise<void> {
  const described = await read(enter(id).abort.signal);
  if (running.delete(id)) sendFrame(socket, 'started', id, described satisfies StartedBody);
}

async function begin(
  id: number,
  start: (signal: AbortSignal) => Promise<ResultStream | undefined>,
): Promise<void> {
  const entry = enter(id);
  entry.stream = await start(entry.abort.signal);
  if (entry.stream === undefined) {
    if (leave(id)) sendFrame(socket, 'started', id, { columns: [], isMissed: true } satisfies StartedBody);
    return;
  }
  if (entry.abort.signal.aborted) return entry.stream.close();
  sendFrame(socket, 'started', id, { columns: entry.stream.columns } satisfies StartedBody);
}

async function read(id: number, { format, options, credits }: ReadBody): Promise<void> {
  const entry = running.get(id);
  if (entry?.stream === undefined) return;
  const { stream } = entry;
  entry.credits += credits;
  for await (const part of stream.bytes(format, options)) {
    for (const piece of piecesOf(part)) {
      await untilCredit(entry);
      if (entry.abort.signal.aborted) return;
      entry.credits--;
      sendBytes(socket, id, piece, stream.rowsTaken);
    }
  }
  if (stream.summary !== undefined) end(id, stream.summary); // otherwise it was closed
}

async function spool(id: number, { path, isCutAtBytes }: SpoolBody): Promise<void> {
  const stream = running.get(id)?.stream;
  if (stream === undefined) return;
  const onRows = (rows: number) => sendFrame(socket, 'rows', id, undefined, rows);
  end(id, await stream.spool(path, { isCutAtBytes, onRows }));
}

function tellProgress(id: number, fraction: number): void {
  sendFrame(socket, 'progress', id, undefined, Math.round(fraction * 1_000_000));
}

function end(id: number, summary: ResultSummary): void {
  leave(id);
  sendFrame(socket, 'end', id, summary satisfies EndBody);
  tellDraining();
}

/** Whether the query was known: nothing is kept of it. */
function leave(id: number): boolean {
  shares?.forget(id);
  return running.delete(id);
}

async function untilCredit(entry: Running): Promise<void> {
  while (entry.credits === 0 && !entry.abort.signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    entry.onCredit = resolve;
    await promise;
  }
}

/**
 * When memory is short, DuckDB fails in various ways, for example on a file that it cannot decompress: this reports
 * the actual cause.
 */
function causeOf(error: unknown): unknown {
  if (error instanceof AppError || isOutOfMemory(error) || !memory?.isShort) return error;
  return new Error('Out of Memory Error: the query process had none left', { cause: error });
}

function tellDraining(isEnding = false): void {
  if (isDraining || !(isEnding || memory?.isOverBudget)) return;
  isDraining = true;
  sendFrame(socket, 'draining', 0);
}

function close(id: number): void {
  const entry = running.get(id);
  if (entry === undefined) return;
  leave(id);
  entry.abort.abort();
  entry.stream?.close();
  entry.onCredit?.();
}

/** A query ignored its interrupts: report it to its caller, then end the process, and with it the query. */
function endAfterAnswer(error: unknown, signal: AbortSignal | undefined): void {
  tellDraining(true); // before the answer: its receiver may send another query at once
  for (const [id, entry] of running) {
    if (entry.abort.signal === signal) sendFrame(socket, 'failed', id, toFrameError(error));
  }
  dieSoon();
}

/**
 * Ends the process when the last answer is sent. Its other queries are run again elsewhere, so they get no answer
 * here.
 */
function dieSoon(): void {
  isDying = true;
  setTimeout(die, 20);
}
