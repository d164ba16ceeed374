import { AppError } from '@sdq/contract';
import { queryCancelled } from '../../../backend/stream-errors.ts';
import type { ProcessHandle } from './process-handle.ts';

export interface SharedProcessesOptions {
  /** Number of warm processes. */
  readonly count: number;
  /** Starts a process, or hands out one that was started ahead of need. */
  readonly start: () => Promise<ProcessHandle>;
}

/** A query that needs a process. */
export interface Asking {
  readonly account: string | null | undefined;
  readonly signal: AbortSignal | undefined;
  /** By the clock of `performance.now()`, in milliseconds. */
  readonly endsAt: number;
  /** A process that it should not get, if there is another. */
  readonly avoided?: ProcessHandle;
}

/** A process that ends sooner than this after its start, and answered nothing, counts as a failed start. */
const youngMs = 2_000;
const restartDelayMsMax = 5_000;
/** How long a query waits for a process to become ready, if its deadline is not sooner. */
const readyMsMax = 15_000;

/**
 * Warm processes that the queries of all accounts share. One that ends or drains is replaced. One in which a query takes a
 * large share of the memory gets no more queries of other accounts.
 */
export class SharedProcesses {
  readonly #options: SharedProcessesOptions;
  readonly #processes = new Set<ProcessHandle>();
  /** Processes that accept no more queries, and end with their last one. */
  readonly #retired = new Set<ProcessHandle>();
  #waiting: (() => void)[] = [];
  #failedStarts = 0;
  #replaced = 0;
  #starting = 0;
  #isClosed = false;

  private constructor(options: SharedProcessesOptions) {
    this.#options = options;
  }

  static async open(options: SharedProcessesOptions): Promise<SharedProcesses> {
    const processes = new SharedProcesses(options);
    // Queries can begin with the first process; the others start one by one, so that they do not slow it down.
    await processes.#add();
    void processes.#fill();
    return processes;
  }

  get all(): ProcessHandle[] {
    return [...this.#processes, ...this.#retired];
  }

  get status(): { living: number; wanted: number; replaced: number } {
    const living = [...this.#processes].filter(({ isAlive }) => isAlive).length;
    return { living, wanted: this.#options.count, replaced: this.#replaced };
  }

  /**
   * The living process with the fewest queries, of those in which no other account's query takes a large share of the
   * memory, and not `avoided` if there is another. Without an account, any process will do. A promise only where one must
   * be started: queries that begin at the same time are to see each other. Errors: `service_unavailable`, `query_cancelled`.
   */
  choose(asking: Asking): ProcessHandle | Promise<ProcessHandle> {
    const { account, avoided } = asking;
    if (this.#isClosed) throw new AppError('engine_closed', 'The engine is closed');
    const alive = [...this.#processes].filter(({ isAlive }) => isAlive);
    const fresh = alive.filter(({ isDraining }) => !isDraining);
    const open = fresh.filter((handle) => handle.accepts(account));
    const [first] = open;
    if (first !== undefined)
      return leastBusy(open.length > 1 ? open.filter((each) => each !== avoided) : open);
    if (fresh.length > 0) {
      // All are reserved for other accounts: one makes way for a new one, unless as many are retired already.
      if (this.#retired.size >= this.#options.count) return leastBusy(fresh);
      if (fresh.length === alive.length) leastBusy(fresh).drain();
    }
    const draining = alive.filter((handle) => handle.isDraining && handle.accepts(account));
    if (draining.length > 0) return leastBusy(draining);
    return this.#untilReady(asking).then(() => this.choose(asking));
  }

  close(): void {
    this.#isClosed = true;
  }

  async #untilReady({ signal, endsAt }: Asking): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const none = new AppError('service_unavailable', 'No query process could be started', {
      retryAfterSeconds: 5,
    });
    const timer = setTimeout(() => reject(none), Math.min(readyMsMax, endsAt - performance.now()));
    const cancel = () => reject(queryCancelled());
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  async #add(): Promise<void> {
    if (this.#isClosed) return;
    const handle = await this.#options.start();
    this.#processes.add(handle);
    if (this.#isClosed) handle.kill();
    handle.onDraining = () => void this.#replace(handle);
    void handle.ended.then(() => this.#forget(handle));
    this.#retireDraining();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  #forget(handle: ProcessHandle): void {
    this.#processes.delete(handle);
    this.#retired.delete(handle);
    if (!this.#isClosed) this.#replaced++;
    void this.#replace(handle);
  }

  /** Retires draining processes, now that another one is warm. */
  #retireDraining(): void {
    for (const handle of [...this.#processes].filter(({ isDraining }) => isDraining)) {
      this.#processes.delete(handle);
      this.#retired.add(handle);
      handle.endWhenIdle();
    }
    const [oldest] = this.#retired;
    if (this.#retired.size > this.#options.count) oldest?.kill();
  }

  /**
   * Starts a replacement for a process that ended or is draining, with exponential backoff while new processes end
   * before any use.
   */
  async #replace(handle: ProcessHandle): Promise<void> {
    const isYoung = performance.now() - handle.startedAt < youngMs;
    this.#failedStarts = isYoung && !handle.hasAnswered ? this.#failedStarts + 1 : 0;
    await this.#fill();
  }

  get #freshCount(): number {
    return [...this.#processes].filter(({ isDraining }) => !isDraining).length;
  }

  async #fill(): Promise<void> {
    while (!this.#isClosed && this.#freshCount + this.#starting < this.#options.count) {
      this.#starting++;
      try {
        if (this.#failedStarts > 0) await delay(Math.min(restartDelayMsMax, 50 * 2 ** this.#failedStarts));
        await this.#add();
      } catch {
        this.#failedStarts++;
      } finally {
        this.#starting--;
      }
    }
  }
}

function leastBusy(handles: readonly ProcessHandle[]): ProcessHandle {
  return handles.reduce((a, b) => (b.queryCount < a.queryCount ? b : a));
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
