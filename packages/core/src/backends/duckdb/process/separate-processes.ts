import { Semaphore } from '../execute/semaphore.ts';
import type { ProcessHandle } from './process-handle.ts';

/** Maximum number of processes that are not shared by all accounts; more queries wait for one. */
const separateMax = 3;
/** Maximum number of those that serve one account each; the others are for single queries. */
const ownMax = 2;
/** An account's own process waits this long for its next query. */
const lingerMs = 5_000;

/** Why a query got no process: none was ready before its deadline. */
export class NotInTime extends Error {
  constructor() {
    super('No process was ready in time');
  }
}

/** An account's process, and how many of its queries are about to use it. */
interface OwnProcess {
  readonly ready: Promise<ProcessHandle>;
  /** Ends the process if nothing uses it. */
  readonly letGo: () => void;
  uses: number;
}

/**
 * Processes that protect queries from others: one for a single query, which is run again after its process ended, and one
 * for all suspicious queries of an account. They are few: further queries wait.
 */
export class SeparateProcesses {
  readonly #start: () => Promise<ProcessHandle>;
  readonly #permits = new Semaphore(separateMax);
  readonly #ownPermits = new Semaphore(ownMax);
  readonly #living = new Set<ProcessHandle>();
  readonly #own = new Map<string | null, OwnProcess>();
  #ownWaiting = 0;
  #isClosed = false;

  constructor(start: () => Promise<ProcessHandle>) {
    this.#start = start;
  }

  get all(): ProcessHandle[] {
    return [...this.#living];
  }

  /** A process for one query; its user kills it. Errors: {@link NotInTime}. */
  async single(withinMs: number): Promise<ProcessHandle> {
    if (withinMs <= 0) throw new NotInTime();
    const { promise, resolve, reject } = Promise.withResolvers<ProcessHandle>();
    let isLate = false;
    this.#run(() => isLate, resolve).catch(reject);
    try {
      return await withTimeout(promise, withinMs);
    } catch (error) {
      isLate = true;
      throw error;
    }
  }

  /** The process of an account's own. Dispose of the result when the query has ended. Errors: {@link NotInTime}. */
  async own(account: string | null, withinMs: number): Promise<{ handle: ProcessHandle } & Disposable> {
    const own = this.#own.get(account) ?? this.#startOwn(account);
    own.uses++;
    const release = () => {
      own.uses--;
      own.letGo();
    };
    try {
      const handle = await withTimeout(own.ready, withinMs);
      return { handle, [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  #startOwn(account: string | null): OwnProcess {
    const { promise: ready, resolve, reject } = Promise.withResolvers<ProcessHandle>();
    ready.catch(() => {}); // each user of it is told
    let linger: NodeJS.Timeout | undefined;
    let living: ProcessHandle | undefined;
    const own: OwnProcess = {
      ready,
      uses: 0,
      letGo: () => {
        clearTimeout(linger);
        if (own.uses > 0) return;
        const end = () => {
          if (own.uses > 0) return;
          this.#forgetOwn(account, own);
          living?.kill();
        };
        if (this.#ownWaiting > 0) end();
        else linger = setTimeout(end, lingerMs).unref();
      },
    };
    this.#ownWaiting++;
    let isWaiting = true;
    const begin = () => {
      if (isWaiting) this.#ownWaiting--;
      isWaiting = false;
    };
    for (const each of [...this.#own.values()]) each.letGo();
    this.#own.set(account, own);
    const place = this.#ownPermits.use(async () => {
      begin();
      // Its users may have given up while it waited for a permit.
      if (own.uses === 0) return this.#forgetOwn(account, own);
      await this.#run(
        () => false,
        (handle) => {
          living = handle;
          void handle.ended.then(() => this.#forgetOwn(account, own));
          handle.onDraining = () => {
            this.#forgetOwn(account, own);
            handle.endWhenIdle();
          };
          resolve(handle);
        },
      );
    });
    place.catch((error: unknown) => {
      begin();
      this.#forgetOwn(account, own);
      reject(error);
    });
    return own;
  }

  #forgetOwn(account: string | null, own: OwnProcess): void {
    if (this.#own.get(account) === own) this.#own.delete(account);
  }

  /** Starts a process under a permit, and holds the permit until the process has ended. */
  async #run(isLate: () => boolean, ready: (handle: ProcessHandle) => void): Promise<void> {
    await this.#permits.use(async () => {
      if (isLate()) return;
      const handle = await this.#start();
      this.#living.add(handle);
      if (this.#isClosed || isLate()) handle.kill();
      ready(handle);
      await handle.ended;
      this.#living.delete(handle);
    });
  }
}

/** Rejects with {@link NotInTime} where the promise takes longer. */
async function withTimeout<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new NotInTime()), Math.max(0, ms));
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
