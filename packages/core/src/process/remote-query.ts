import { rm } from 'node:fs/promises';
import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import type {
  EncodedQuery,
  ExecutionLimits,
  ReadOptions,
  ResultSummary,
  RunnablePlan,
  StoredRows,
} from '../stages.ts';
import { type FrameError, fromFrameError } from './frame-errors.ts';
import { type Frame, frameBody } from './frames.ts';
import { isOutOfMemory } from './own-memory.ts';
import type { ProcessHandle } from './process-handle.ts';
import type { EndBody, ReadBody, StartBody, StartedBody } from './query-process.ts';

/** The process ended under the query, which may be run again. */
export class ProcessDied extends Error {}

/** The query failed for lack of memory in a process where others took it; it may be run again. The failure is the cause. */
export class PushedOut extends ProcessDied {}

/** Batches on their way from the process before the reader has taken the first: one being read, one behind it. */
const creditsInFlight = 2;

/** Of a result so much is held before the first of it is handed out: up to then a process may die unnoticed. */
const heldBytesMax = 65_536;

/** What of a plan crosses to a process: the caller's tree, text and routes stay here. */
export function runnablePart({ sql, parameters, views, attachments, attempts }: RunnablePlan): RunnablePlan {
  return { sql, parameters, views, attachments, attempts } as RunnablePlan;
}

/** A query that runs in another process, as this side sees it. */
export class RemoteQuery implements EncodedQuery {
  columns: readonly ResultColumn[] = [];
  summary: ResultSummary | undefined;
  rowsTaken = 0;
  readonly #handle: ProcessHandle;
  readonly #id: number;
  readonly #signal: AbortSignal | undefined;
  readonly #runAgain: (reason: ProcessDied) => Promise<EncodedQuery>;
  readonly #onClose: () => void;
  readonly #arrived: Frame[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #isClosed = false;

  private constructor(
    handle: ProcessHandle,
    id: number,
    signal: AbortSignal | undefined,
    runAgain: (reason: ProcessDied) => Promise<EncodedQuery>,
    onClose: () => void,
  ) {
    this.#handle = handle;
    this.#id = id;
    this.#signal = signal;
    this.#runAgain = runAgain;
    this.#onClose = onClose;
  }

  /** Rejects with {@link ProcessDied}, or with what the engine threw. */
  static async start(
    handle: ProcessHandle,
    id: number,
    work: RunnablePlan | StoredRows,
    limits: ExecutionLimits,
    signal: AbortSignal | undefined,
    runAgain: (reason: ProcessDied) => Promise<EncodedQuery>,
    onClose: () => void = () => {},
  ): Promise<RemoteQuery> {
    if (signal?.aborted) throw cancelled();
    const query = new RemoteQuery(handle, id, signal, runAgain, onClose);
    handle.listen(
      id,
      (frame) => query.#take(frame),
      () => query.#fail(new ProcessDied()),
    );
    signal?.addEventListener('abort', query.#cancel, { once: true });
    const { rowsMax, bytesMax, timeoutMs, leftMs } = limits;
    handle.send('start', id, {
      work: 'path' in work ? work : runnablePart(work),
      limits: { rowsMax, bytesMax, timeoutMs, ...(leftMs !== undefined && { leftMs }) },
    } satisfies StartBody);
    try {
      query.columns = frameBody<StartedBody>(await query.#next());
      return query;
    } catch (error) {
      query.close();
      throw error;
    }
  }

  async *read(format: ResultFormat, options: ReadOptions = {}): AsyncIterableIterator<Uint8Array> {
    let isBegun = false;
    const held: Uint8Array[] = [];
    let heldBytes = 0;
    try {
      this.#handle.send('read', this.#id, { format, options, credits: creditsInFlight } satisfies ReadBody);
      for (;;) {
        const frame = await this.#next();
        if (frame.kind === 'end') {
          isBegun = true;
          yield* held;
          this.summary = frameBody<EndBody>(frame).summary;
          return;
        }
        if (frame.kind === 'rows') {
          this.rowsTaken = frameBody<number>(frame);
          continue;
        }
        if (isBegun) yield frame.payload;
        else {
          held.push(frame.payload);
          heldBytes += frame.payload.byteLength;
          isBegun = heldBytes >= heldBytesMax && options.into === undefined;
          if (isBegun) yield* held.splice(0);
        }
        this.#handle.send('credit', this.#id);
      }
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      if (isBegun) throw error instanceof PushedOut ? error.cause : brokenOff();
      yield* this.#readAgain(format, options, error);
    } finally {
      this.close();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#signal?.removeEventListener('abort', this.#cancel);
    this.#handle.send('close', this.#id);
    this.#handle.forget(this.#id);
    this.#onClose();
  }

  /** Nothing was handed out yet: the whole result comes from another process instead. */
  async *#readAgain(
    format: ResultFormat,
    options: ReadOptions,
    reason: ProcessDied,
  ): AsyncIterableIterator<Uint8Array> {
    if (options.into !== undefined) await rm(options.into, { force: true }); // what the dead process left of it
    const query = await this.#runAgain(reason);
    yield* query.read(format, options);
    this.summary = query.summary;
  }

  async #next(): Promise<Frame> {
    while (this.#arrived.length === 0) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#arrived.shift() as Frame;
  }

  #take(frame: Frame): void {
    if (frame.kind === 'failed') this.#fail(this.#failureIn(frame));
    else this.#arrived.push(frame);
    this.#wake?.();
  }

  #failureIn(frame: Frame): Error {
    const error = fromFrameError(frameBody<FrameError>(frame));
    const hasCompany = this.#handle.queryCount > 1 || this.#handle.isWorn;
    return hasCompany && isOutOfMemory(error) ? new PushedOut('', { cause: error }) : error;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  readonly #cancel = (): void => {
    this.#arrived.length = 0;
    this.#fail(cancelled());
    this.close();
  };
}

function cancelled(): AppError {
  return new AppError('query_cancelled', 'the query was cancelled');
}

function brokenOff(): AppError {
  return new AppError(
    'service_unavailable',
    'the query’s process ended after part of the result was sent; run it again',
    {
      retryAfterSeconds: 1,
    },
  );
}
