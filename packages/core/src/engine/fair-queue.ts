import { AppError } from '@sdq/contract';
import { once } from '../backend/once.ts';

/** Limits on running and queued queries. */
export interface ConcurrencyLimits {
  /** Concurrent queries, over all tenants. */
  runningMax: number;
  /** Concurrent queries of one tenant. */
  runningPerTenantMax: number;
  /** Queries of one tenant that may wait behind those; one more is refused. */
  waitingPerTenantMax: number;
  /** Maximum time in the queue, in milliseconds. */
  waitMsMax: number;
}

export const concurrencyDefaults: ConcurrencyLimits = {
  runningMax: 32,
  runningPerTenantMax: 4,
  waitingPerTenantMax: 32,
  waitMsMax: 30_000,
};

/** Queries without a tenant share one queue; only the limit on all queries applies to them. */
const tenantlessWaitingMax = 1_024;

interface Tenant {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** Places taken by queries that run, are queued, or have not been sent yet. */
  places: number;
  running: number;
  readonly waiting: { start: () => void }[];
}

/**
 * A place in its tenant's queue, for one query. It counts until its holder has disposed of it and its query, if any,
 * has ended.
 */
export interface QueuePlace extends Disposable {
  /** Null for queries without a tenant. */
  readonly tenant: string | null;
  /** The account that the tenant belongs to; without one, the tenant is an account of its own. */
  readonly account: string | null;
  /** Waits for a permit. Errors: `too_many_concurrent_queries` when that takes too long, `query_cancelled`. */
  permit(signal: AbortSignal | undefined): Promise<Permit>;
}

/** A query's permit to run, until it is released. */
export interface Permit {
  readonly waitedMs: number;
  /** Safe to call more than once. */
  release(): void;
}

/**
 * A fair queue and semaphore: concurrency permits for queries, bounded in all and per tenant (for example, an API
 * key). Tenants are served round robin, one query each, so that one tenant's hundred queries do not delay another
 * tenant's first.
 */
export class FairQueue {
  readonly limits: ConcurrencyLimits;
  /** Tenants in the order in which they get the next free permit. */
  readonly #tenants = new Map<string | null, Tenant>();
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.#tenants.values()) sum += waiting.length;
    return sum;
  }

  /**
   * Takes a place; undefined when the tenant has reached its limit of running and queued queries. `waitingMax`
   * overrides the tenant's limit of queued queries.
   */
  enqueue(
    tenantId: string | null,
    { waitingMax, account }: { waitingMax?: number | undefined; account?: string | undefined } = {},
  ): QueuePlace | undefined {
    const tenant = this.#tenants.get(tenantId) ?? this.#newTenant(tenantId);
    if (tenant.places >= tenant.runningMax + (waitingMax ?? tenant.waitingMax)) return undefined;
    this.#tenants.set(tenantId, tenant);
    tenant.places++;
    let isHeld = true;
    let isUsed = false;
    let isEnded = false;
    const leave = () => {
      if (isHeld || (isUsed && !isEnded)) return;
      tenant.places--;
      if (tenant.places === 0) this.#tenants.delete(tenantId);
    };
    return {
      tenant: tenantId,
      account: account ?? tenantId,
      permit: async (signal) => {
        if (isUsed) throw new Error('A place in the queue is for one query');
        if (!isHeld || signal?.aborted) throw cancelled();
        isUsed = true;
        const end = once(() => {
          isEnded = true;
          leave();
        });
        return await this.#acquire(tenant, signal, end);
      },
      [Symbol.dispose]: once(() => {
        isHeld = false;
        leave();
      }),
    };
  }

  /** `end` is called when the permit is released, or was not granted. */
  async #acquire(tenant: Tenant, signal: AbortSignal | undefined, end: () => void): Promise<Permit> {
    const startedAt = performance.now();
    if (tenant.waiting.length === 0 && this.#hasPermitFor(tenant)) this.#start(tenant);
    else {
      await this.#wait(tenant, signal).catch((error: unknown) => {
        end();
        throw error;
      });
    }
    return {
      waitedMs: performance.now() - startedAt,
      release: once(() => {
        tenant.running--;
        this.#running--;
        end();
        this.#startWaiting();
      }),
    };
  }

  #newTenant(tenantId: string | null): Tenant {
    const { runningMax, runningPerTenantMax, waitingPerTenantMax } = this.limits;
    const [ownMax, waitingMax] =
      tenantId === null ? [runningMax, tenantlessWaitingMax] : [runningPerTenantMax, waitingPerTenantMax];
    return { runningMax: Math.min(ownMax, runningMax), waitingMax, places: 0, running: 0, waiting: [] };
  }

  #hasPermitFor(tenant: Tenant): boolean {
    return this.#running < this.limits.runningMax && tenant.running < tenant.runningMax;
  }

  #start(tenant: Tenant): void {
    tenant.running++;
    this.#running++;
  }

  async #wait(tenant: Tenant, signal: AbortSignal | undefined): Promise<void> {
    const { waitMsMax } = this.limits;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { start: resolve };
    tenant.waiting.push(entry);
    const cancel = () => reject(cancelled());
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => reject(tooMany(queuedTooLong(waitMsMax))), waitMsMax);
    try {
      await promise;
    } catch (error) {
      tenant.waiting.splice(tenant.waiting.indexOf(entry), 1);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Grants free permits to tenants round robin; a tenant that got one moves to the end of the round. */
  #startWaiting(): void {
    for (const [tenantId, tenant] of [...this.#tenants]) {
      if (this.#running >= this.limits.runningMax) return;
      if (!this.#hasPermitFor(tenant)) continue;
      const next = tenant.waiting.shift();
      if (next === undefined) continue;
      this.#start(tenant);
      this.#tenants.delete(tenantId);
      this.#tenants.set(tenantId, tenant);
      next.start();
    }
  }
}

/** The error for a tenant whose queue is full, or whose query was queued for too long. */
export function tooMany(message: string): AppError {
  return new AppError('too_many_concurrent_queries', message, { retryAfterSeconds: 1 });
}

function cancelled(): AppError {
  return new AppError('query_cancelled', 'The query was cancelled while it was queued');
}

function queuedTooLong(waitMsMax: number): string {
  return `The query was queued for ${waitMsMax / 1000} s without starting. Try again later.`;
}
