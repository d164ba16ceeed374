import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnswerDigest } from '../../measure/answer-digest.ts';
import { digestParquet } from '../../measure/digest-duckdb.ts';
import type { Cost } from '../../measure/measure.ts';
import type { Throughput, ThroughputOptions } from '../../measure/throughput.ts';
import type { PeerSpecification } from '../peer-specification.ts';
import type { PeerCall, PeerCalls, PeerReply, PeerRequest } from './messages.ts';

const program = fileURLToPath(new URL('./peer-process.ts', import.meta.url));
const stderrBytesMax = 4_096;
/** The time limit of opening and comparing, which are not measured. */
const openTimeoutMs = 600_000;
const closeTimeoutMs = 10_000;

/** The peer's process exited, or was killed, before it answered. */
export class PeerProcessEnded extends Error {
  readonly timedOut: boolean;

  constructor(message: string, timedOut: boolean) {
    super(message);
    this.name = 'PeerProcessEnded';
    this.timedOut = timedOut;
  }
}

export interface PeerProcessOptions {
  /** The time limit of a query; the process of a longer one is killed. */
  readonly timeoutMs: number;
  /** An existing directory for answers that are to be compared. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A peer in a separate process. The process is started by the first call, and again after it has exited, so that a
 * query that exceeds its time or memory limit does not affect others. One call at a time.
 */
export class PeerProcess implements AsyncDisposable {
  readonly #specification: PeerSpecification;
  readonly #options: PeerProcessOptions;
  #child: ChildProcess | undefined;
  #stderr = '';

  constructor(specification: PeerSpecification, options: PeerProcessOptions) {
    this.#specification = specification;
    this.#options = options;
  }

  async measure(sql: string): Promise<Cost> {
    return await this.#call('measure', sql, this.#options.timeoutMs);
  }

  /** The digest of an answer, with its rows if there are at most `rowsKept`. */
  async digest(sql: string, rowsKept = 0): Promise<AnswerDigest> {
    const path = join(this.#options.scratch, `${process.pid}-answer.parquet`);
    try {
      const answer = await this.#call('answer', { sql, path, rowsKept }, openTimeoutMs);
      return 'parquet' in answer ? await digestParquet(answer.parquet, rowsKept) : answer;
    } finally {
      await rm(path, { force: true });
    }
  }

  async planBytes(sql: string): Promise<number> {
    return await this.#call('planBytes', sql, this.#options.timeoutMs);
  }

  async throughput(queries: readonly string[], options: ThroughputOptions): Promise<Throughput> {
    return await this.#call('throughput', { queries, options }, options.durationMs + this.#options.timeoutMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const ended = new Promise((settle) => child.once('exit', settle));
    const kill = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
    child.disconnect();
    await ended;
    clearTimeout(kill);
  }

  async #call<Call extends PeerCall>(
    call: Call,
    argument: PeerCalls[Call]['argument'],
    timeoutMs: number,
  ): Promise<PeerCalls[Call]['result']> {
    this.#options.signal?.throwIfAborted();
    if (this.#child === undefined) {
      this.#start();
      await this.#ask('open', this.#specification, openTimeoutMs);
    }
    return await this.#ask(call, argument, timeoutMs);
  }

  #start(): void {
    const child = fork(program, {
      execArgv: ['--conditions=@sdq/source', '--expose-gc'],
      // ClickHouse's answers are awaited on libuv's threads: at most as many as there are clients.
      env: { ...process.env, UV_THREADPOOL_SIZE: String(Math.max(64, availableParallelism())) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-stderrBytesMax);
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    this.#child = child;
  }

  #ask<Call extends PeerCall>(
    call: Call,
    argument: PeerCalls[Call]['argument'],
    timeoutMs: number,
  ): Promise<PeerCalls[Call]['result']> {
    const child = this.#child;
    if (child === undefined) throw new Error('the peer’s process has ended');
    const { signal } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<PeerCalls[Call]['result']>();
    let timedOut = false;
    const onMessage = (reply: PeerReply) => {
      if ('error' in reply) reject(new Error(reply.error));
      else resolve(reply.result as PeerCalls[Call]['result']);
    };
    const onExit = (code: number | null, killedBy: string | null) => {
      const reason = timedOut
        ? `no answer within ${timeoutMs / 1000} s`
        : `its process ended (${killedBy ?? code}) ${this.#stderr.trim().split('\n').at(-1) ?? ''}`.trim();
      reject(signal?.aborted ? signal.reason : new PeerProcessEnded(reason, timedOut));
    };
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const onAbort = () => child.kill('SIGKILL');
    child.once('message', onMessage);
    child.once('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.send({ call, argument } as PeerRequest);
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
    });
  }
}
