import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sdq/contract';
import { RetainedResponses } from '../idempotency/retained-responses.ts';
import type { Store } from '../store/store.ts';
import { applyBatch } from './apply-batch.ts';
import type { Charge, Reservation, ReserveResult, Settlement } from './ledger-entry.ts';
import { mustBeDurable, type Operation, type Outcome } from './operation.ts';

/** Maximum number of operations in one transaction. */
const batchMax = 250;
/** Maximum length of the queue; further operations are refused (backpressure). */
const queueMax = 10_000;
/** Maximum attempts of an operation whose commit may have succeeded without a response, and the first pause. */
const attemptsMax = 5;
const firstPauseMs = 50;
/** Interval of retries for reservations that could not be released. */
const leftoverEveryMs = 1_000;

interface Waiting {
  operation: Operation;
  resolve(result: ReserveResult | Charge | undefined): void;
  reject(error: unknown): void;
}

/**
 * Group commit for the ledger: operations that arrive during a transaction share the next one. Charges wait until it is durable;
 * those of several transactions share one disk sync, and the next transaction does not wait for it. When an operation fails, its
 * batch is repeated one by one, so that the others are not affected.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #kept = new RetainedResponses();
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  /** Batches that wait for the disk. */
  readonly #syncing = new Set<Promise<void>>();
  /** Operations in them. */
  #unsynced = 0;
  /** Whether the disk could not make charges durable. */
  #isUnsynced = false;
  #leftovers: Operation[] = [];
  #leftoverTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Resolves when the operation is committed; a charge is durable by then. Errors: `service_unavailable`,
   * `revoked_api_key`; an invalid operation rejects as a programming error.
   */
  write(operation: Operation): Promise<ReserveResult | Charge | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || this.#queue.length + this.#unsynced >= queueMax) {
        reject(
          new AppError('service_unavailable', 'The billing system is overloaded. Try again in a second.', {
            retryAfterSeconds: 1,
          }),
        );
        return;
      }
      this.#queue.push({ operation, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /**
   * Makes a reservation. When it is unknown whether the reservation was committed, it rejects and the reservation is
   * released in the background.
   */
  async reserve(reservation: Reservation): Promise<ReserveResult> {
    if (this.#isUnsynced) {
      await this.#store.sync?.();
      this.#isUnsynced = false;
    }
    try {
      return (
        ((await this.write({ kind: 'reserve', reservation })) as ReserveResult | undefined) ?? { ok: true }
      );
    } catch (error) {
      if (this.#mayHaveCommitted(error)) {
        const { requestId } = reservation;
        const failure = { requestId, status: 503, errorCode: 'service_unavailable', durationMs: 0 };
        void this.release({ kind: 'release', failure }).catch(() => {}); // retried in the background
      }
      throw error;
    }
  }

  /** Charges a request; the charge is durable when it resolves. */
  async settle(settlement: Settlement): Promise<Charge> {
    return (await this.write({ kind: 'settle', settlement })) as Charge;
  }

  /** Releases a reservation; when the database cannot be written to, rejects and retries in the background. */
  async release(operation: Operation & { kind: 'release' }): Promise<void> {
    try {
      await this.write(operation);
    } catch (error) {
      if (this.#leftovers.length < queueMax) this.#leftovers.push(operation);
      this.#leftoverTimer ??= setTimeout(() => void this.#writeLeftovers(), leftoverEveryMs).unref();
      throw error;
    }
  }

  /** Refuses further operations and waits until the queue is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#leftoverTimer);
    await this.#running;
    await Promise.all(this.#syncing);
  }

  async #run(): Promise<void> {
    await undefined; // callers in the same tick join the batch
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchMax);
      this.#queue = this.#queue.slice(batchMax);
      await this.#commit(batch);
      await new Promise((resolve) => setImmediate(resolve)); // lets the event loop handle I/O
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#transact(batch.map(({ operation }) => operation));
      const ended = batch.map((waiting, i) => ({ waiting, outcome: outcomes[i] }));
      const waitsForSync = (each: Ended) => this.#store.sync !== undefined && waitsForDisk(each);
      for (const each of ended) if (!waitsForSync(each)) conclude(each.waiting, each.outcome);
      const unsynced = ended.filter(waitsForSync);
      if (unsynced.length > 0) this.#concludeDurable(unsynced);
    } catch (error) {
      const [only] = batch;
      const isUnsure = this.#mayHaveCommitted(error);
      if (batch.length === 1 && only !== undefined && !isUnsure) only.reject(error);
      else for (const each of batch) await this.#commitAlone(each, isUnsure);
    }
  }

  /**
   * Concludes committed operations when they are on disk. Where the disk cannot sync, they are concluded nevertheless: what
   * callers are told is what the ledger has. Reservations are refused from then on, until it can.
   */
  #concludeDurable(ended: readonly Ended[]): void {
    this.#unsynced += ended.length;
    const concluded = this.#syncInsistently().then(() => {
      for (const { waiting, outcome } of ended) conclude(waiting, outcome);
      this.#unsynced -= ended.length;
      this.#syncing.delete(concluded);
    });
    this.#syncing.add(concluded);
  }

  async #syncInsistently(): Promise<void> {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      try {
        await this.#store.sync?.();
        this.#isUnsynced = false;
        return;
      } catch {
        if (attempt < attemptsMax) await sleep(firstPauseMs * 2 ** attempt);
      }
    }
    this.#isUnsynced = true;
  }

  /** Retries an operation until its outcome is known; `isRetry` when it may have been committed without a response. */
  async #commitAlone(waiting: Waiting, isRetry: boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const [outcome] = await this.#transact([waiting.operation], isRetry);
        if (waitsForDisk({ waiting, outcome })) await this.#syncInsistently();
        conclude(waiting, outcome);
        return;
      } catch (error) {
        if (!this.#mayHaveCommitted(error) || attempt === attemptsMax) {
          waiting.reject(error);
          return;
        }
        isRetry = true;
        await sleep(firstPauseMs * 2 ** attempt);
      }
    }
  }

  #mayHaveCommitted(error: unknown): boolean {
    const isTransient =
      error instanceof AppError && (error.code === 'service_unavailable' || error.code === 'disk_full');
    return isTransient && this.#store.mayCommitUnseen;
  }

  async #transact(operations: readonly Operation[], isRetry = false): Promise<Outcome[]> {
    const isDurable = operations.some(mustBeDurable);
    return await this.#store.ledgerTransaction(isDurable, (transaction) =>
      applyBatch(
        { store: this.#store, kept: this.#kept, now: this.#now() },
        transaction,
        operations,
        isRetry,
      ),
    );
  }

  async #writeLeftovers(): Promise<void> {
    this.#leftoverTimer = undefined;
    const leftovers = this.#leftovers;
    this.#leftovers = [];
    for (const operation of leftovers) {
      // a failed release is queued again
      await this.release(operation as Operation & { kind: 'release' }).catch(() => {});
    }
  }
}

/** An operation, and what came of it in a committed transaction. */
interface Ended {
  readonly waiting: Waiting;
  readonly outcome: Outcome | undefined;
}

function waitsForDisk({ waiting, outcome }: Ended): boolean {
  return mustBeDurable(waiting.operation) && outcome?.ok === true;
}

function conclude(waiting: Waiting | undefined, outcome: Outcome | undefined): void {
  if (outcome?.ok === true) waiting?.resolve(outcome.result);
  else waiting?.reject(outcome?.error);
}
