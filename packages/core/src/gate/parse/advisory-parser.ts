import { Worker } from 'node:worker_threads';

export interface AdvisoryRequest {
  readonly id: number;
  readonly text: string;
}

/** The result of node-sql-parser for a text. */
export type Reading =
  | { readonly id: number; readonly parsed: false }
  | {
      readonly id: number;
      readonly parsed: true;
      /** Statement types: `select`, `insert` … */
      readonly kinds: readonly string[];
      readonly tables: readonly { verb: string; schema: string; name: string }[];
      /** Lower case. */
      readonly ctes: readonly string[];
    };

export type AdvisoryOutcome = Reading | 'timed out';

/** Delay before the spare thread is started, so that it does not slow down the first query. */
const spareAfterMs = 1_000;

const readMsMax = 150;
const heapMegabytesMax = 128;
/** 14 consecutive opening brackets take node-sql-parser seconds; texts nested deeper than this are not sent to it. */
export const advisoryBracketDepthMax = 8;

interface Job extends AdvisoryRequest {
  readonly settle: (outcome: AdvisoryOutcome) => void;
  readonly timer: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  ready: boolean;
}

/**
 * The advisory parser: node-sql-parser in a thread that is terminated when a text takes longer than 150 ms, with a
 * second, warm thread to take over. It answers within that time, with `timed out` at worst, and never throws. Its
 * tree is only inspected, never executed.
 */
export class AdvisoryParser implements AsyncDisposable {
  #current: Thread;
  /** Null until the first thread has started. */
  #spare: Thread | null = null;
  #running: Job | null = null;
  #queue: Job[] = [];
  #nextId = 1;
  #closed = false;

  private constructor() {
    this.#current = this.#start();
  }

  /** Resolves when a thread is ready to read. */
  static async open(): Promise<AdvisoryParser> {
    const reader = new AdvisoryParser();
    const { worker } = reader.#current;
    const keepAlive = setInterval(() => {}, 60_000); // the thread alone does not keep the caller alive
    await new Promise<void>((resolve) => {
      worker.once('message', () => resolve());
      worker.once('exit', () => resolve());
    });
    clearInterval(keepAlive);
    setTimeout(() => {
      if (!reader.#closed) reader.#spare ??= reader.#start();
    }, spareAfterMs).unref();
    return reader;
  }

  read(text: string): Promise<AdvisoryOutcome> {
    return new Promise((settle) => {
      const id = this.#nextId++;
      const timer = setTimeout(() => this.#expire(id), readMsMax);
      this.#queue.push({ id, text, settle, timer });
      this.#next();
    });
  }

  #start(): Thread {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./advisory-parser-thread.${extension}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
      stdout: true,
      stderr: true,
    });
    const thread: Thread = { worker, ready: false };
    worker.on('message', (message: 'ready' | Reading) => {
      if (message === 'ready') thread.ready = true;
      else this.#finish(message.id, message);
      if (thread === this.#current) this.#next();
    });
    worker.on('error', () => {});
    worker.on('exit', () => this.#lost(thread));
    worker.unref(); // after the listeners: a listener of messages keeps the process alive
    return thread;
  }

  #next(): void {
    if (this.#running !== null || !this.#current.ready) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#running = job;
    this.#current.worker.postMessage({ id: job.id, text: job.text } satisfies AdvisoryRequest);
  }

  #finish(id: number, outcome: AdvisoryOutcome): void {
    const job = this.#running?.id === id ? this.#running : this.#queue.find((waiting) => waiting.id === id);
    if (job === undefined) return;
    clearTimeout(job.timer);
    if (job === this.#running) this.#running = null;
    else this.#queue = this.#queue.filter((waiting) => waiting !== job);
    job.settle(outcome);
  }

  /** A job's time limit expired: if it was running, its thread is terminated too. */
  #expire(id: number): void {
    const stuck = this.#running?.id === id;
    this.#finish(id, 'timed out');
    if (stuck) void this.#current.worker.terminate();
  }

  /** A thread ended, terminated or crashed: the spare takes over, and a new spare is started. */
  #lost(thread: Thread): void {
    if (this.#closed) return;
    if (thread === this.#spare) {
      // A spare that cannot start is not restarted at once, which would loop; it is started again when it is needed.
      return;
    }
    if (this.#running !== null) this.#finish(this.#running.id, 'timed out');
    this.#current = this.#spare === null || this.#spare.worker.threadId === -1 ? this.#start() : this.#spare;
    this.#spare = this.#start();
    this.#next();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#queue, ...(this.#running === null ? [] : [this.#running])]) {
      this.#finish(job.id, 'timed out');
    }
    await Promise.all([this.#current.worker.terminate(), this.#spare?.worker.terminate()]);
  }
}
