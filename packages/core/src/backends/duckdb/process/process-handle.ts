import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeSpillFolder } from '../../../backend/spill-folder.ts';
import type { ExecutorOptions } from '../execute/executor.ts';
import { type Frame, type FrameKind, readFrames, sendFrame } from './frames.ts';

/** A process that does not answer a ping for this long has a blocked event loop. */
const silenceMsMax = 10_000;
/** The same before it is ready: it loads code, at a low priority, and on a busy machine that takes long. */
const startMsMax = 60_000;
const pingEveryMs = 2_000;
/** Memory beyond DuckDB's own limit, which does not count strings and lists: Node, code, and reserve. */
const dataBytesExtra = 2 ** 30;

/** Signals of a fault of the process's own code. */
const crashSignals: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGTRAP',
]);

/** What becomes of one query in a process. */
export interface QueryListener {
  /** Whose query it is, if it is anybody's. */
  readonly account: string | null | undefined;
  readonly onFrame: (frame: Frame) => void;
  /** Called once if the process ends before `forget`, with whether it crashed of itself. */
  readonly onDeath: (hasCrashed: boolean) => void;
  /** Called when another query ran out of memory of which this one takes most; `failure` is that query's error. */
  readonly onEvicted: (failure: Error) => void;
  /** Called if the process crashes soon after `leave`. */
  readonly onSuspected: (() => void) | undefined;
}

/** A query that was left may still run for so long: it is stopped, or its process ends. */
const leftMsMax = 5_000;
/** Maximum number of left queries that are remembered. */
const leftMax = 64;

export interface HandleOptions extends Omit<ExecutorOptions, 'temporaryDirectory'> {
  /** Directory for temporary spill files; default: the system's temporary directory. */
  spillDirectory?: string | undefined;
}

/** One living query process. */
export class ProcessHandle {
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  readonly #listeners = new Map<number, QueryListener>();
  /** Queries that were left before they ended, oldest first. */
  readonly #left: { readonly at: number; readonly onSuspected: () => void }[] = [];
  /** Queries that take a large share of the process's memory. */
  readonly #large = new Set<number>();
  readonly #pings: NodeJS.Timeout;
  #lastHeardAt = performance.now();
  #silenceMsMax = startMsMax;
  #isDead = false;
  #hasCrashed = false;
  #isDraining = false;
  #hasAnswered = false;
  #endsWhenIdle = false;
  #queriesEver = 0;
  /** Called once, when the process should get no more queries: it is draining. */
  onDraining: (() => void) | undefined;
  readonly startedAt = performance.now();
  #cleaned: Promise<void> = Promise.resolve();
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(child: ChildProcess, onReady: () => void) {
    this.#child = child;
    this.#socket = child.stdio[3] as Socket;
    this.ended = new Promise<void>((resolve) => {
      child.once('exit', (_, signal) => {
        this.#hasCrashed = signal !== null && crashSignals.has(signal);
        resolve();
      });
      child.once('error', () => resolve());
    }).then(() => this.#onDeath());
    this.#socket.on('error', () => this.kill());
    readFrames(this.#socket, (frame) => {
      this.#lastHeardAt = performance.now();
      if (frame.kind === 'ready') {
        this.#silenceMsMax = silenceMsMax;
        onReady();
      } else if (frame.kind === 'draining') this.drain();
      else if (frame.kind === 'large') this.#large.add(frame.id);
      else if (frame.kind !== 'pong') {
        this.#hasAnswered = true;
        this.#listeners.get(frame.id)?.onFrame(frame);
      }
    });
    this.#pings = setInterval(() => this.#ping(), pingEveryMs);
    this.#pings.unref();
    child.unref();
  }

  /** Starts a process and waits until it accepts queries; rejects when it ends before that. */
  static async start({ spillDirectory, ...options }: HandleOptions): Promise<ProcessHandle> {
    const temporaryDirectory = await makeSpillFolder(spillDirectory);
    const ready = Promise.withResolvers<void>();
    const child = spawnQueryProcess(options.memoryBytesMax + dataBytesExtra, options.concurrency + 4);
    lowerPriority(child);
    const handle = new ProcessHandle(child, ready.resolve);
    handle.#cleaned = handle.ended.then(async () => {
      ready.reject(new Error('The query process ended during startup'));
      await rm(temporaryDirectory, { recursive: true, force: true });
    });
    handle.send('init', 0, { ...options, temporaryDirectory } satisfies ExecutorOptions);
    await ready.promise;
    handle.#socket.unref();
    return handle;
  }

  get isAlive(): boolean {
    return !this.#isDead;
  }

  /** Whether it has answered any query. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Whether it is draining: it should get no more queries. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  get queryCount(): number {
    return this.#listeners.size;
  }

  /** Number of queries that it was ever given. */
  get queriesEver(): number {
    return this.#queriesEver;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(kind: FrameKind, id: number, body?: unknown): void {
    sendFrame(this.#socket, kind, id, body);
  }

  /** Whether a query of this account may share the process: no other account's takes a large share of its memory. */
  accepts(account: string | null | undefined): boolean {
    if (account === undefined) return true;
    for (const id of this.#large) {
      const large = this.#listeners.get(id);
      if (large !== undefined && large.account !== account) return false;
    }
    return true;
  }

  /** Routes the frames of one query, until `forget`. */
  listen(id: number, listener: QueryListener): void {
    // Only a running query keeps the caller's program alive.
    if (!this.#socket.destroyed) this.#socket.ref();
    this.#listeners.set(id, listener);
    this.#queriesEver++;
  }

  /** Ends a query for the memory that it takes from others. */
  evict(id: number, failure: Error): void {
    this.#listeners.get(id)?.onEvicted(failure);
  }

  /** Forgets a query that has not ended: nobody waits for it any more. */
  leave(id: number): void {
    const onSuspected = this.#listeners.get(id)?.onSuspected;
    this.forget(id);
    if (onSuspected === undefined) return;
    this.#left.push({ at: performance.now(), onSuspected });
    if (this.#left.length > leftMax) this.#left.shift();
  }

  forget(id: number): void {
    this.#listeners.delete(id);
    this.#large.delete(id);
    if (this.#listeners.size > 0) return;
    if (!this.#socket.destroyed) this.#socket.unref();
    if (this.#endsWhenIdle) this.kill();
  }

  kill(): void {
    this.#child.ref(); // keep the caller alive until `ended` settles
    this.#child.kill('SIGKILL');
  }

  /** Settles when the process has ended and its temporary directory is deleted. */
  get cleaned(): Promise<void> {
    return this.#cleaned;
  }

  /** Ends the process when its last query has ended. */
  endWhenIdle(): void {
    this.#endsWhenIdle = true;
    if (this.#listeners.size === 0) this.kill();
  }

  /** Takes the process out of use: it gets no more queries, and is replaced. */
  drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.onDraining?.();
  }

  #ping(): void {
    if (performance.now() - this.#lastHeardAt > this.#silenceMsMax) this.kill();
    else this.send('ping', 0);
  }

  #onDeath(): void {
    this.#isDead = true;
    clearInterval(this.#pings);
    this.#socket.destroy();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    const since = performance.now() - leftMsMax;
    if (this.#hasCrashed) for (const { at, onSuspected } of this.#left) if (at > since) onSuspected();
    for (const { onDeath } of listeners) onDeath(this.#hasCrashed);
  }
}

/**
 * Query processes run at a lower priority (nice) than the service process, which needs little CPU, but immediately.
 * Under 1,000 requests per second on 2 cores, with 5 instead of 10, responses took twice as long, and some a third of
 * a second.
 */
const niceness = 10;

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // it has ended, or the system refuses: the priority is optional
  }
}

/** Whether this machine can limit a process's data segment, which also bounds memory outside DuckDB's own limit. */
const hasPrlimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** This process's own `--conditions`, whether given as one argument or as two. */
function conditionArguments(): string[] {
  return process.execArgv.flatMap((argument, index, all) => {
    if (argument.startsWith('--conditions=')) return [argument];
    return argument === '--conditions' || argument === '-C' ? [`--conditions=${all[index + 1]}`] : [];
  });
}

function spawnQueryProcess(dataBytesMax: number, threads: number): ChildProcess {
  const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
  const program = fileURLToPath(new URL(`./query-process${extension}`, import.meta.url));
  const command = [process.execPath, ...conditionArguments(), program];
  const limited = hasPrlimit ? ['prlimit', `--data=${dataBytesMax}`, ...command] : command;
  const [file = process.execPath, ...args] = limited;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(file, args, {
    // Never stdout: DuckDB's output must not reach the parent's stdout.
    stdio: ['ignore', 'ignore', process.env.SDQ_DEBUG ? 'inherit' : 'ignore', 'pipe'],
    env: {
      PATH,
      TZ: 'UTC',
      ELECTRON_RUN_AS_NODE: '1', // in Electron, process.execPath is not Node
      UV_THREADPOOL_SIZE: String(threads),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    },
  });
}
