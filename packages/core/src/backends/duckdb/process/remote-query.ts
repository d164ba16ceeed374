import { rm } from 'node:fs/promises';
import { AppError, type ResultColumn, type ResultFormat } from '@sdq/contract';
import { isOutOfMemory } from '@sdq/duckdb';
import type { Described } from '../../../backend/execution-backend.ts';
import { type PartSource, ResultParts } from '../../../backend/result-parts.ts';
import type {
  BytesOptions,
  ResultStream,
  ResultSummary,
  SpoolOptions,
} from '../../../backend/result-stream.ts';
import { queryCancelled, resultLeft } from '../../../backend/stream-errors.ts';
import { fromFrameError } from './frame-errors.ts';
import { type Frame, frameBody } from './frames.ts';
import type { ProcessHandle } from './process-handle.ts';
import type {
  EndBody,
  FailedBody,
  LookUpBody,
  ReadBody,
  ReadSpooledBody,
  SpoolBody,
  StartBody,
  StartedBody,
  WarmUpBody,
} from './query-process.ts';

/** The process ended during the query, which may be run again. */
export class ProcessDied extends Error {}

/** It crashed of itself, and was not killed. */
export class ProcessCrashed extends ProcessDied {}

/**
 * The query was evicted from a process that it shared with others, for lack of memory. It may be run again. The failure
 * is the cause.
 */
export class QueryEvicted extends ProcessDied {
  /** The query that takes most of the memory, if that is another one. */
  readonly larger: number | undefined;

  constructor(cause: Error, larger?: number) {
    super('', { cause });
    this.larger = larger;
  }
}

/** What starts a query. */
export type QueryOpening =
  | { readonly kind: 'start'; readonly body: StartBody }
  | { readonly kind: 'lookUp'; readonly body: LookUpBody }
  | { readonly kind: 'describe'; readonly body: StartBody }
  | { readonly kind: 'readSpooled'; readonly body: ReadSpooledBody };

/** That, or what prepares for queries. */
export type Opening = QueryOpening | { readonly kind: 'warmUp'; readonly body: WarmUpBody };

export interface RemoteQueryOptions {
  readonly handle: ProcessHandle;
  readonly id: number;
  /** Whose query it is. */
  readonly account: string | null | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called if its process crashes soon after it was closed before its end. */
  readonly onSuspected: (() => void) | undefined;
  /** Called with the part that is done, from 0 to 1, if the query was started to tell it. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Starts the query in another process, when this one died before any of its result was returned. */
  readonly runAgain: (reason: ProcessDied) => Promise<RemoteQuery>;
  readonly onClose?: () => void;
}

/**
 * Backpressure: parts in flight from the process before the reader has taken the first; one being read, one behind
 * it.
 */
const creditsInFlight = 2;

/**
 * Bytes of a result that are buffered before the first is returned: until then, the query can be run again unnoticed
 * if its process dies.
 */
const heldBytesMax = 65_536;

/** A query that runs in another process, seen from this side: the queue between that process and one reader. */
export class RemoteQuery implements ResultStream, PartSource {
  columns: readonly ResultColumn[] = [];
  /** Of a query that is described only. */
  parameterTypes: Described['parameterTypes'];
  /** Whether it is a look-up that missed, and has no rows to read. */
  isMissed = false;
  readonly #handle: ProcessHandle;
  readonly #id: number;
  readonly #signal: AbortSignal | undefined;
  readonly #runAgain: RemoteQueryOptions['runAgain'];
  readonly #onClose: () => void;
  readonly #arrived: Frame[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #isClosed = false;
  /** Whether its process has nothing more to do for it. */
  #hasEnded = false;
  #form: Pick<ReadBody, 'format' | 'options'> | undefined;
  /** The first frames of the result, once there are enough of them. */
  #held: Frame[] | undefined;
  /** Whether the process must get a credit when the reader comes back for the next part. */
  #owesCredit = false;
  #rowsTaken = 0;
  #summary: ResultSummary | undefined;
  /** The same query in another process, after this one died. */
  #again: RemoteQuery | undefined;

  private constructor({ handle, id, signal, runAgain, onClose = () => {} }: RemoteQueryOptions) {
    this.#handle = handle;
    this.#id = id;
    this.#signal = signal;
    this.#runAgain = runAgain;
    this.#onClose = onClose;
  }

  /** Rejects with {@link ProcessDied}, or with what the engine threw. */
  static async start({ kind, body }: Opening, options: RemoteQueryOptions): Promise<RemoteQuery> {
    const { handle, id, account, signal, onSuspected } = options;
    if (signal?.aborted) {
      options.onClose?.();
      throw queryCancelled();
    }
    const query = new RemoteQuery(options);
    handle.listen(id, {
      account,
      onFrame: (frame) => {
        if (frame.kind === 'progress') options.onProgress?.(frame.rows / 1_000_000);
        else query.#onFrame(frame);
      },
      onDeath: (hasCrashed) => query.#fail(hasCrashed ? new ProcessCrashed() : new ProcessDied()),
      onEvicted: (failure) => query.#fail(new QueryEvicted(failure)),
      onSuspected,
    });
    signal?.addEventListener('abort', query.#cancel, { once: true });
    handle.send(kind, id, body);
    try {
      const started = frameBody<StartedBody>(await query.#next());
      query.columns = started.columns;
      query.parameterTypes = started.parameterTypes;
      query.isMissed = started.isMissed === true;
      query.#hasEnded ||= kind === 'describe' || kind === 'warmUp' || query.isMissed;
      return query;
    } catch (error) {
      query.close();
      throw error;
    }
  }

  get rowsTaken(): number {
    return this.#again?.rowsTaken ?? this.#rowsTaken;
  }

  get summary(): ResultSummary | undefined {
    return this.#again?.summary ?? this.#summary;
  }

  bytes(format: ResultFormat, options: BytesOptions = {}): ResultParts {
    this.#form = { format, options };
    return new ResultParts(this);
  }

  async take(): Promise<Uint8Array | null> {
    this.#held ??= await this.#firstFrames();
    if (this.#again !== undefined) return await this.#again.take();
    if (this.#owesCredit) this.#handle.send('credit', this.#id);
    const frame = this.#held.shift() ?? (await this.#nextUnlessDead());
    // credits for the buffered frames were sent already, except for the last
    this.#owesCredit = this.#held.length === 0;
    if (frame.kind === 'end') {
      this.#summary = frameBody<EndBody>(frame);
      return null;
    }
    this.#rowsTaken = frame.rows;
    return frame.payload;
  }

  async spool(path: string, options: SpoolOptions = {}): Promise<ResultSummary> {
    const { onRows, isCutAtBytes = false } = options;
    try {
      this.#handle.send('spool', this.#id, { path, isCutAtBytes } satisfies SpoolBody);
      let frame = await this.#next();
      for (; frame.kind !== 'end'; frame = await this.#next()) onRows?.(frame.rows);
      this.#summary = frameBody<EndBody>(frame);
      return this.#summary;
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      await rm(path, { force: true }); // a partial file of the dead process
      return await (await this.#beginAgain(error)).spool(path, options);
    } finally {
      this.close();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#arrived.length = 0;
    this.#held?.splice(0);
    this.#signal?.removeEventListener('abort', this.#cancel);
    this.#handle.send('close', this.#id);
    if (this.#hasEnded) this.#handle.forget(this.#id);
    else this.#handle.leave(this.#id);
    this.#again?.close();
    this.#wake?.();
    this.#onClose();
  }

  /**
   * The frames that are buffered before any is returned. None when their process died and another one runs the query.
   */
  async #firstFrames(): Promise<Frame[]> {
    const { format, options } = this.#form as Pick<ReadBody, 'format' | 'options'>;
    this.#handle.send('read', this.#id, { format, options, credits: creditsInFlight } satisfies ReadBody);
    const frames: Frame[] = [];
    try {
      for (let bytes = 0; ; this.#handle.send('credit', this.#id)) {
        const frame = await this.#next();
        frames.push(frame);
        bytes += frame.payload.byteLength;
        if (frame.kind === 'end' || bytes >= heldBytesMax) return frames;
      }
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      (await this.#beginAgain(error)).bytes(format, options);
      return [];
    }
  }

  /** Nothing was returned yet: the whole result comes from another process instead. */
  async #beginAgain(reason: ProcessDied): Promise<RemoteQuery> {
    // An evicted query still runs in its process.
    this.#handle.send('close', this.#id);
    this.#handle.forget(this.#id);
    this.#again = await this.#runAgain(reason);
    if (this.#isClosed) this.#again.close();
    return this.#again;
  }

  async #nextUnlessDead(): Promise<Frame> {
    try {
      return await this.#next();
    } catch (error) {
      if (error instanceof QueryEvicted) throw error.cause;
      throw error instanceof ProcessDied ? brokenOff() : error;
    }
  }

  async #next(): Promise<Frame> {
    for (;;) {
      const frame = this.#arrived.shift();
      if (frame !== undefined) return frame;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isClosed) throw resultLeft();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #onFrame(frame: Frame): void {
    this.#hasEnded ||= frame.kind === 'end' || frame.kind === 'failed';
    if (frame.kind === 'failed') this.#fail(this.#failureIn(frame));
    else this.#arrived.push(frame);
    this.#wake?.();
  }

  #failureIn(frame: Frame): Error {
    const { larger, ...body } = frameBody<FailedBody>(frame);
    const error = fromFrameError(body);
    const hasCompany = this.#handle.queryCount > 1 || this.#handle.isDraining;
    return hasCompany && isOutOfMemory(error) ? new QueryEvicted(error, larger) : error;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  readonly #cancel = (): void => {
    this.#fail(queryCancelled());
    this.close();
  };
}

function brokenOff(): AppError {
  return new AppError(
    'service_unavailable',
    'The query’s process ended after part of the result was sent. Run the query again.',
    {
      retryAfterSeconds: 1,
    },
  );
}
