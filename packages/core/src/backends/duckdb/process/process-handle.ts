import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeSpillFolder } from '../../../backend/spill-folder.ts';
import type { ExecutorOptions } from '../execute/executor.ts';
import { type Frame, type FrameKind, readFrames, sendFrame } from './frames.ts';

/** A process that does not answer a ping for so long has lost its event loop. */
const silenceMsMax = 10_000;
const pingEveryMs = 2_000;
/** Beyond DuckDB's own limit, which does not count strings and lists: Node, code, and some slack. */
const dataBytesExtra = 2 ** 30;

type OnFrame = (frame: Frame) => void;

export interface HandleOptions extends Omit<ExecutorOptions, 'temporaryDirectory'> {
  /** Where queries may put what memory does not hold; default: the system's temporary folder. */
  spillDirectory?: string | undefined;
}

/** One living query process. */
export class ProcessHandle {
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  readonly #listeners = new Map<number, { onFrame: OnFrame; onDeath: () => void }>();
  readonly #pings: NodeJS.Timeout;
  #lastHeardAt = performance.now();
  #isDead = false;
  #isDraining = false;
  #hasAnswered = false;
  #endsWhenIdle = false;
  /** Called once, when the process should get no more queries. */
  onDraining: (() => void) | undefined;
  readonly startedAt = performance.now();
  #cleaned: Promise<void> = Promise.resolve();
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(child: ChildProcess, onReady: () => void) {
    this.#child = child;
    this.#socket = child.stdio[3] as Socket;
    this.ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    }).then(() => this.#onDeath());
    this.#socket.on('error', () => this.kill());
    readFrames(this.#socket, (frame) => {
      this.#lastHeardAt = performance.now();
      if (frame.kind === 'ready') onReady();
      else if (frame.kind === 'draining') this.#drain();
      else if (frame.kind !== 'pong') {
        this.#hasAnswered = true;
        this.#listeners.get(frame.id)?.onFrame(frame);
      }
    });
    this.#pings = setInterval(() => this.#ping(), pingEveryMs);
    this.#pings.unref();
    child.unref();
  }

  /** Starts a process and waits until it can take queries; rejects when it ends before that. */
  static async start({ spillDirectory, ...options }: HandleOptions): Promise<ProcessHandle> {
    const temporaryDirectory = await makeSpillFolder(spillDirectory);
    const ready = Promise.withResolvers<void>();
    const child = spawnQueryProcess(options.memoryBytesMax + dataBytesExtra, options.concurrency + 4);
    lowerPriority(child);
    const handle = new ProcessHandle(child, ready.resolve);
    handle.#cleaned = handle.ended.then(async () => {
      ready.reject(new Error('the query process ended while it started'));
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

  /** Whether it was of use to any query. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Whether it should get no more queries. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  get queryCount(): number {
    return this.#listeners.size;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(kind: FrameKind, id: number, body?: unknown): void {
    sendFrame(this.#socket, kind, id, body);
  }

  /** Routes the frames of one query; `onDeath` is called once if the process ends before `forget`. */
  listen(id: number, onFrame: OnFrame, onDeath: () => void): void {
    // Only a query at work keeps the caller's program alive.
    if (!this.#socket.destroyed) this.#socket.ref();
    this.#listeners.set(id, { onFrame, onDeath });
  }

  forget(id: number): void {
    this.#listeners.delete(id);
    if (this.#listeners.size > 0) return;
    if (!this.#socket.destroyed) this.#socket.unref();
    if (this.#endsWhenIdle) this.kill();
  }

  kill(): void {
    this.#child.ref(); // whoever waits for `ended` must live to see it
    this.#child.kill('SIGKILL');
  }

  /** Settles when the process has ended and its temporary directory is deleted. */
  get cleaned(): Promise<void> {
    return this.#cleaned;
  }

  /** Ends the process when its last query is over. */
  endWhenIdle(): void {
    this.#endsWhenIdle = true;
    if (this.#listeners.size === 0) this.kill();
  }

  #drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.onDraining?.();
  }

  #ping(): void {
    if (performance.now() - this.#lastHeardAt > silenceMsMax) this.kill();
    else this.send('ping', 0);
  }

  #onDeath(): void {
    this.#isDead = true;
    clearInterval(this.#pings);
    this.#socket.destroy();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const { onDeath } of listeners) onDeath();
  }
}

/**
 * Queries leave the processor to the process that answers, turns away and passes on: it needs little, but at once.
 * Under 1,000 requests a second on 2 cores, with 5 in place of 10 answers took twice as long, and some a third of a second.
 */
const niceness = 10;

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // it has ended, or the system has other ideas: it is a courtesy
  }
}

/** Whether this machine can bound a process's data segment, which also bounds what DuckDB's own limit does not. */
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
    // Never stdout: what a query could make DuckDB print must not reach the parent's.
    stdio: ['ignore', 'ignore', process.env.SDQ_DEBUG ? 'inherit' : 'ignore', 'pipe'],
    env: {
      PATH,
      TZ: 'UTC',
      UV_THREADPOOL_SIZE: String(threads),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    },
  });
}
