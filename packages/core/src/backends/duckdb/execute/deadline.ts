import type { DuckDBConnection } from '@duckdb/node-api';
import type { AppError } from '@sdq/contract';
import { queryCancelled, queryTimeout } from '../../../backend/stream-errors.ts';
import { pauseWith } from './breather.ts';

/**
 * An operation that runs for this long after its first interrupt ignores interrupts. With the time to tell it, callers have
 * an answer half a second after their deadline.
 */
const stuckAfterMs = 250;

/** An interrupt that arrives between two steps is lost, so it is repeated until the operation ends. */
const interruptEveryMs = 20;

/** Called when a query ignores its interrupts; `signal` says which query it is. */
export type OnStuck = (error: AppError | undefined, signal: AbortSignal | undefined) => void;

/** Runs an operation of a query: whoever keeps account of what queries take passes one. */
export type Track = <T>(operation: () => Promise<T>) => Promise<T>;

export interface DeadlineOptions {
  timeoutMs: number;
  /** Time left; default: all of it. */
  leftMs?: number | undefined;
  signal: AbortSignal | undefined;
  /** Called every 100 ms with the part that is done, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Default: runs it. */
  track?: Track | undefined;
}

/**
 * The deadline of one query: bounds the time that DuckDB works for it. The clock runs during operations only; waiting
 * for a permit or for a slow reader does not count.
 */
export class Deadline {
  readonly #connection: DuckDBConnection;
  readonly #signal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #onStuck: OnStuck | undefined;
  readonly #track: Track;
  #leftMs: number;
  #spentMs = 0;
  #stopped: AppError | undefined;
  /** For work of this thread within {@link during}. */
  readonly pause = pauseWith(() => {
    if (this.#stopped !== undefined) throw this.#stopped;
  });

  constructor(connection: DuckDBConnection, options: DeadlineOptions, onStuck?: OnStuck) {
    this.#connection = connection;
    this.#signal = options.signal;
    this.#timeoutMs = options.timeoutMs;
    this.#leftMs = options.leftMs ?? options.timeoutMs;
    this.#onStuck = onStuck;
    this.#track = options.track ?? ((operation) => operation());
  }

  /** Milliseconds that DuckDB has worked so far. */
  get spentMs(): number {
    return this.#spentMs;
  }

  /** Errors: `query_timeout`, `query_cancelled`, or what the operation throws. Returns only when it has ended. */
  async during<T>(operation: () => Promise<T>): Promise<T> {
    let repeat: NodeJS.Timeout | undefined;
    let stuck: NodeJS.Timeout | undefined;
    const stop = (reason: AppError) => {
      this.#stopped ??= reason;
      this.#connection.interrupt();
      repeat ??= setInterval(() => this.#connection.interrupt(), interruptEveryMs);
      stuck ??= setTimeout(() => this.#onStuck?.(this.#stopped, this.#signal), stuckAfterMs);
    };
    const cancel = () => stop(queryCancelled());
    if (this.#signal?.aborted) throw queryCancelled();
    this.#signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => stop(queryTimeout(this.#timeoutMs)), Math.max(0, this.#leftMs));
    const startedAt = performance.now();
    try {
      const result = await this.#track(operation);
      if (this.#stopped !== undefined) throw this.#stopped;
      return result;
    } catch (error) {
      throw this.#stopped ?? error;
    } finally {
      const spentMs = performance.now() - startedAt;
      this.#leftMs -= spentMs;
      this.#spentMs += spentMs;
      clearTimeout(timer);
      clearInterval(repeat);
      clearTimeout(stuck);
      this.#signal?.removeEventListener('abort', cancel);
    }
  }
}
