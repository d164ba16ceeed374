import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sdq/contract';
import { KeptAnswers } from '../idempotency/kept-answers.ts';
import type { Store } from '../store/store.ts';
import { applyBatch } from './apply-batch.ts';
import type { Reservation, ReserveResult } from './ledger-entry.ts';
import { mustBeDurable, type Operation, type Outcome } from './operation.ts';

/** Operations that share a transaction at most. */
const batchMax = 250;
/** Operations that may wait; more are refused. */
const queueMax = 10_000;
/** How often an operation is tried whose commit may have succeeded unseen, and how long before the second time. */
const attemptsMax = 5;
const firstPauseMs = 50;
/** How often a reservation that could not be released is tried again. */
const leftoverEveryMs = 1_000;

interface Waiting {
  operation: Operation;
  resolve(result: ReserveResult | undefined): void;
  reject(error: unknown): void;
}

/**
 * Writes the ledger. Whatever arrives while one transaction is under way goes into the next one together, so that
 * they share one wait for the disk. An operation that fails takes no other along: its batch is done again one by one.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #kept = new KeptAnswers();
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #leftovers: Operation[] = [];
  #leftoverTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Resolves when the operation is committed; a charge is on disk by then. Errors: `service_unavailable`,
   * `revoked_api_key`; what an operation is not allowed to ask rejects as a fault of the program.
   */
  write(operation: Operation): Promise<ReserveResult | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || this.#queue.length >= queueMax) {
        reject(new AppError('service_unavailable', 'The ledger has no room', { retryAfterSeconds: 1 }));
        return;
      }
      this.#queue.push({ operation, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /**
   * Makes a reservation. One that is refused because nobody knows whether it was made is released as soon as somebody
   * does.
   */
  async reserve(reservation: Reservation): Promise<ReserveResult> {
    try {
      return (await this.write({ kind: 'reserve', reservation })) ?? { ok: true };
    } catch (error) {
      if (this.#mayHaveCommitted(error)) {
        const { requestId } = reservation;
        const failure = { requestId, status: 503, errorCode: 'service_unavailable', durationMs: 0 };
        void this.release({ kind: 'release', failure }).catch(() => {}); // it tries again by itself
      }
      throw error;
    }
  }

  /** Releases a reservation, now or, when the database cannot be written to, as soon as it can. */
  async release(operation: Operation & { kind: 'release' }): Promise<void> {
    try {
      await this.write(operation);
    } catch (error) {
      if (this.#leftovers.length < queueMax) this.#leftovers.push(operation);
      this.#leftoverTimer ??= setTimeout(() => void this.#writeLeftovers(), leftoverEveryMs).unref();
      throw error;
    }
  }

  /** Takes nothing more and waits until what there is has been written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#leftoverTimer);
    await this.#running;
  }

  async #run(): Promise<void> {
    await undefined; // whoever calls in the same turn comes along
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchMax);
      this.#queue = this.#queue.slice(batchMax);
      await this.#commit(batch);
      await new Promise((resolve) => setImmediate(resolve)); // let answers leave and requests come in
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#transact(batch.map(({ operation }) => operation));
      for (const [i, outcome] of outcomes.entries()) conclude(batch[i], outcome);
    } catch (error) {
      const [only] = batch;
      const isUnsure = this.#mayHaveCommitted(error);
      if (batch.length === 1 && only !== undefined && !isUnsure) only.reject(error);
      else for (const each of batch) await this.#commitAlone(each, isUnsure);
    }
  }

  /** Tries an operation until it is known what became of it; `isRetry` when it may have been done unseen. */
  async #commitAlone(waiting: Waiting, isRetry: boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const [outcome] = await this.#transact([waiting.operation], isRetry);
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
    const isTransient = error instanceof AppError && error.code === 'service_unavailable';
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
      // what fails again is left over again
      await this.release(operation as Operation & { kind: 'release' }).catch(() => {});
    }
  }
}

function conclude(waiting: Waiting | undefined, outcome: Outcome | undefined): void {
  if (outcome?.ok === true) waiting?.resolve(outcome.result);
  else waiting?.reject(outcome?.error);
}
