/**
 * A query process: runs the plans its parent sends and sends back encoded results. It may be killed at any moment,
 * and ends itself when its parent is gone or when a query can no longer be stopped.
 */
import { Socket } from 'node:net';
import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import type { ExecutorOptions } from '../execute/executor.ts';
import { InProcessRunner } from '../execute/in-process-runner.ts';
import type {
  EncodedQuery,
  ExecutionLimits,
  ReadOptions,
  ResultSummary,
  RunnablePlan,
  StoredRows,
} from '../stages.ts';
import { toFrameError } from './frame-errors.ts';
import { type Frame, frameBody, piecesOf, readFrames, sendFrame } from './frames.ts';
import { isOutOfMemory, OwnMemory } from './own-memory.ts';

export interface StartBody {
  work: RunnablePlan | StoredRows;
  limits: ExecutionLimits;
}

export interface ReadBody {
  format: ResultFormat;
  options: ReadOptions;
  /** Batches that may be on their way before the first is acknowledged. */
  credits: number;
}

export type StartedBody = readonly ResultColumn[];

export interface EndBody {
  summary: ResultSummary | undefined;
}

interface Running {
  readonly abort: AbortController;
  query: EncodedQuery | undefined;
  credits: number;
  onCredit: (() => void) | undefined;
}

const socket = new Socket({ fd: 3, readable: true, writable: true });
const running = new Map<number, Running>();
let runner: InProcessRunner | undefined;
let isDying = false;
let memory: OwnMemory | undefined;
let isWorn = false;

/** DuckDB's threads may be anywhere: no orderly end is safe, and none is needed. */
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
        return sendFrame(socket, 'ready', 0);
      }
      case 'start':
        return await start(id, frameBody<StartBody>(frame));
      case 'read':
        return await read(id, frameBody<ReadBody>(frame));
      case 'credit': {
        const query = running.get(id);
        if (query === undefined) return;
        query.credits++;
        return query.onCredit?.();
      }
      case 'close':
        return close(id);
      case 'describe':
        return sendFrame(socket, 'described', id, await opened().describe(frameBody<RunnablePlan>(frame)));
      case 'ping':
        return sendFrame(socket, 'pong', id);
      default:
        throw new Error(`a query process takes no ${frame.kind}`);
    }
  } catch (error) {
    close(id);
    if (isDying) return;
    const isEnding = endsDatabase(error);
    tellWear(isEnding);
    sendFrame(socket, 'failed', id, toFrameError(causeOf(error)));
    if (isEnding) dieSoon();
  }
}

function opened(): InProcessRunner {
  if (runner === undefined) throw new Error('the query process was not initialised');
  return runner;
}

async function start(id: number, { work, limits }: StartBody): Promise<void> {
  const entry: Running = { abort: new AbortController(), query: undefined, credits: 0, onCredit: undefined };
  running.set(id, entry);
  entry.query = await opened().start(work, limits, entry.abort.signal);
  if (entry.abort.signal.aborted) return entry.query.close();
  sendFrame(socket, 'started', id, entry.query.columns satisfies StartedBody);
}

async function read(id: number, { format, options, credits }: ReadBody): Promise<void> {
  const entry = running.get(id);
  if (entry?.query === undefined) return;
  entry.credits += credits;
  for await (const part of entry.query.read(format, options)) {
    for (const piece of piecesOf(part)) {
      await untilCredit(entry);
      if (entry.abort.signal.aborted) return;
      entry.credits--;
      if (entry.query.rowsTaken) sendFrame(socket, 'rows', id, entry.query.rowsTaken);
      sendFrame(socket, 'bytes', id, piece);
    }
  }
  running.delete(id);
  sendFrame(socket, 'end', id, { summary: entry.query.summary } satisfies EndBody);
  tellWear();
}

async function untilCredit(entry: Running): Promise<void> {
  while (entry.credits === 0 && !entry.abort.signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    entry.onCredit = resolve;
    await promise;
  }
}

/** Short of memory, DuckDB fails in any manner, such as a file that it cannot unpack: that is told as what it is. */
function causeOf(error: unknown): unknown {
  if (error instanceof AppError || isOutOfMemory(error) || !memory?.isShort) return error;
  return new Error('Out of Memory Error: the query process had none left', { cause: error });
}

function tellWear(isEnding = false): void {
  if (isWorn || !(isEnding || memory?.isWorn)) return;
  isWorn = true;
  sendFrame(socket, 'worn', 0);
}

function close(id: number): void {
  const entry = running.get(id);
  if (entry === undefined) return;
  running.delete(id);
  entry.abort.abort();
  entry.query?.close();
  entry.onCredit?.();
}

/** A query did not heed its interrupts: tell its caller, then end the process, and with it the query. */
function endAfterAnswer(error: unknown, signal: AbortSignal | undefined): void {
  tellWear(true); // before the answer: whoever gets it may ask again at once
  for (const [id, entry] of running) {
    if (entry.abort.signal === signal) sendFrame(socket, 'failed', id, toFrameError(error));
  }
  dieSoon();
}

/** After such an error DuckDB refuses every further query of its instance. */
function endsDatabase(error: unknown): boolean {
  return (
    error instanceof Error &&
    /"exception_type":"(Fatal|Internal)"|database has been invalidated/i.test(error.message)
  );
}

/** Ends the process when the last answer is out. Its other queries are run again elsewhere, so they get none here. */
function dieSoon(): void {
  isDying = true;
  setTimeout(die, 20);
}
