import { AppError } from '@sdq/contract';

export interface TurnLimits {
  /** Queries that run at once, over all owners. */
  runningMax: number;
  /** Of one owner. */
  runningPerOwnerMax: number;
  /** Queries of one owner that may wait; one more is turned away. */
  waitingPerOwnerMax: number;
  /** How long one may wait. */
  waitMsMax: number;
}

export const turnDefaults: TurnLimits = {
  runningMax: 32,
  runningPerOwnerMax: 4,
  waitingPerOwnerMax: 32,
  waitMsMax: 30_000,
};

/** Queries that name no owner share one queue; only the bound on all queries holds for them. */
const ownerlessWaitingMax = 1_024;

interface Owner {
  readonly runningMax: number;
  readonly waitingMax: number;
  running: number;
  readonly waiting: { start: () => void }[];
}

/** A query's right to run, until it is given back. */
export interface Turn {
  readonly waitedMs: number;
  /** Safe to call more than once. */
  end(): void;
}

/**
 * Who may run next: owners (API keys, say) take turns one query each, in the order in which they came, so that one
 * owner's hundred queries do not stand before another's first.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** In the order in which the next free place goes round. */
  readonly #owners = new Map<string | null, Owner>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.#owners.values()) sum += waiting.length;
    return sum;
  }

  /**
   * Takes the next free place; `waitingMax` stands for the owner's own bound on what waits.
   *
   * Errors: `too_many_concurrent_queries` when too many wait or the wait is too long, `query_cancelled`.
   */
  async take(
    ownerId: string | null,
    signal: AbortSignal | undefined,
    waitingMax?: number | undefined,
  ): Promise<Turn> {
    if (signal?.aborted) throw cancelled();
    const owner = this.#owners.get(ownerId) ?? this.#newOwner(ownerId);
    this.#owners.set(ownerId, owner);
    const startedAt = performance.now();
    if (owner.waiting.length > 0 || !this.#hasPlaceFor(owner)) await this.#wait(owner, signal, waitingMax);
    else this.#start(owner);
    let isOver = false;
    return {
      waitedMs: performance.now() - startedAt,
      end: () => {
        if (isOver) return;
        isOver = true;
        owner.running--;
        this.#running--;
        this.#forget(ownerId, owner);
        this.#startWaiting();
      },
    };
  }

  #newOwner(ownerId: string | null): Owner {
    const { runningMax, runningPerOwnerMax, waitingPerOwnerMax } = this.#limits;
    return ownerId === null
      ? { runningMax, waitingMax: ownerlessWaitingMax, running: 0, waiting: [] }
      : { runningMax: runningPerOwnerMax, waitingMax: waitingPerOwnerMax, running: 0, waiting: [] };
  }

  #hasPlaceFor(owner: Owner): boolean {
    return this.#running < this.#limits.runningMax && owner.running < owner.runningMax;
  }

  #start(owner: Owner): void {
    owner.running++;
    this.#running++;
  }

  async #wait(owner: Owner, signal: AbortSignal | undefined, waitingMax = owner.waitingMax): Promise<void> {
    const { waitMsMax } = this.#limits;
    if (owner.waiting.length >= waitingMax) {
      throw tooMany(`${owner.running} queries run and ${owner.waiting.length} wait already`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { start: resolve };
    owner.waiting.push(entry);
    const cancel = () => reject(cancelled());
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => reject(tooMany(`no place became free within ${waitMsMax} ms`)), waitMsMax);
    try {
      await promise;
    } catch (error) {
      owner.waiting.splice(owner.waiting.indexOf(entry), 1);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Gives free places to owners in turn; who got one goes to the end of the round. */
  #startWaiting(): void {
    for (const [ownerId, owner] of [...this.#owners]) {
      if (this.#running >= this.#limits.runningMax) return;
      if (!this.#hasPlaceFor(owner)) continue;
      const next = owner.waiting.shift();
      if (next === undefined) continue;
      this.#start(owner);
      this.#owners.delete(ownerId);
      this.#owners.set(ownerId, owner);
      next.start();
    }
  }

  #forget(ownerId: string | null, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(ownerId);
  }
}

function tooMany(message: string): AppError {
  return new AppError('too_many_concurrent_queries', message, { retryAfterSeconds: 1 });
}

function cancelled(): AppError {
  return new AppError('query_cancelled', 'the query was cancelled while it waited for its turn');
}
