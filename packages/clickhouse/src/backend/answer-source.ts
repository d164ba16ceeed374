import { randomUUID } from 'node:crypto';
import {
  queryCancelled,
  queryCrashedEngine,
  queryTimeout,
  type RunLimits,
  type VectorSource,
} from '@sdq/core/backend';
import type { VectorBatch } from '@sdq/encode/vectors';
import { AnswerBytes } from '../answers/answer-bytes.ts';
import { readType } from '../answers/read-type.ts';
import { rowBatches } from '../answers/row-batches.ts';
import type { ClusterNode, Settings } from '../client/cluster-node.ts';
import { isLost, NodeLost } from '../client/node-fault.ts';
import type { NodePool } from '../client/node-pool.ts';
import type { EmittedColumn } from '../emit/index.ts';
import { attemptsMax } from '../limits.ts';

export interface Question {
  readonly sql: string;
  readonly settings: Settings;
  readonly columns: readonly EmittedColumn[];
}

/**
 * The rows of one query. Until the first rows are there, a node that is lost is replaced by another one. The clock of
 * the time limit runs while the cluster works, not while a reader is slow.
 */
export class AnswerSource implements VectorSource {
  readonly columns: VectorSource['columns'];
  readonly attempt = null;
  workedMs = 0;
  readonly #question: Question;
  readonly #pool: NodePool;
  readonly #limits: RunLimits;
  readonly #signal: AbortSignal;
  readonly #closed = new AbortController();
  #running: { node: ClusterNode; queryId: string; leave: AbortController } | undefined;
  #batches: AsyncGenerator<VectorBatch, undefined> | undefined;

  constructor(question: Question, pool: NodePool, limits: RunLimits, signal: AbortSignal) {
    this.#question = question;
    this.#pool = pool;
    this.#limits = limits;
    this.#signal = signal;
    this.columns = question.columns.map(({ name, type }) => ({ name, type: readType(type) }));
  }

  async next(): Promise<VectorBatch | null> {
    if (this.#closed.signal.aborted) return null;
    const startedAt = performance.now();
    const { timeoutMs, leftMs = timeoutMs } = this.#limits;
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(leftMs - this.workedMs)));
    const stopped = AbortSignal.any([deadline, this.#closed.signal, this.#signal]);
    try {
      stopped.throwIfAborted();
      const batch = await unless(stopped, this.#batches === undefined ? this.#begin() : this.#more());
      if (batch === null) this.#running = undefined;
      return batch;
    } catch (error) {
      this.#stop();
      if (deadline.aborted && !this.#closed.signal.aborted && !this.#signal.aborted)
        throw queryTimeout(timeoutMs);
      if (stopped.aborted) throw queryCancelled();
      throw error;
    } finally {
      this.workedMs += performance.now() - startedAt;
    }
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#stop();
  }

  async #more(): Promise<VectorBatch | null> {
    return (await this.#batches?.next())?.value ?? null;
  }

  async #begin(): Promise<VectorBatch | null> {
    const nodes = this.#pool.inTurn();
    for (let attempt = 1; ; attempt++) {
      const node = nodes[(attempt - 1) % nodes.length] as ClusterNode;
      let isAlive = false;
      try {
        if (attempt > 1) await node.rows('SELECT 1');
        isAlive = attempt > 1;
        this.#pool.asked(node);
        this.#batches = await this.#ask(node);
        const first = await this.#more();
        this.#pool.found(node);
        return first;
      } catch (error) {
        if (!isLost(error) || this.#closed.signal.aborted || this.#signal.aborted) throw error;
        if (error instanceof NodeLost) this.#pool.lost(node);
        // A second node that leaves over the same query, and was there a moment before: it is not tried at a third.
        if (error instanceof NodeLost && isAlive) throw queryCrashedEngine(error);
        if (attempt === Math.max(attemptsMax, nodes.length)) throw error;
        this.#batches = undefined;
      }
    }
  }

  async #ask(node: ClusterNode): Promise<AsyncGenerator<VectorBatch, undefined>> {
    const { sql, settings } = this.#question;
    const queryId = `sdq-${randomUUID()}`;
    const leave = new AbortController();
    this.#running = { node, queryId, leave };
    const query = `${sql}\nFORMAT ArrowStream`;
    const answer = await node.stream(query, { settings, queryId, signal: leave.signal });
    return rowBatches(
      new AnswerBytes(answer, node.name),
      this.#question.columns.map(({ type, isBoxed }) => ({ type: readType(type), isBoxed })),
    );
  }

  #stop(): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    running.leave.abort();
    void running.node.kill(running.queryId);
  }
}

/** Rejects when the signal is aborted first; a later failure of the work is dropped. */
async function unless<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
