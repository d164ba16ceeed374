import { type CatalogTable, withTables } from '@sdq/catalog';
import { openSnapshot, planCompaction } from '@sdq/index';
import { CompactionBudget, type HourlyBudget } from './compaction-budget.ts';
import { type CompactionReply, runCompaction } from './run-compaction.ts';

export interface CompactorOptions extends HourlyBudget {
  /** Directory of the index. */
  readonly index: string;
  /** Tables besides the built-in ones, as in the engine; default: none. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /** Milliseconds between two looks at the index. With 0, only explicit calls of {@link Compactor.look} run. */
  readonly everyMs: number;
  /** DuckDB's memory limit in the compacting process, in bytes. */
  readonly memoryBytesMax: number;
  readonly onCompacted?: ((done: { snapshotId: string; table: string }) => void) | undefined;
  /** Receives the first of several consecutive errors with the same text. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface CompactionFigures {
  /** Compactions that were published. */
  readonly compactions: number;
  readonly failed: number;
  /** Bytes that they have written, and CPU seconds that they have taken, about. */
  readonly bytesWritten: number;
  readonly cpuSeconds: number;
  readonly isRunning: boolean;
  /** Tables whose compaction is due, at the last look. */
  readonly due: number;
  /** Those of them that wait for the budget. */
  readonly waiting: number;
}

/**
 * Compacts an index while it is served: it looks at the manifest from time to time, and a process of its own compacts the
 * tables that have many changed rows, one after another, within a budget. Where another process writes to the index,
 * the next look tries again.
 */
export class Compactor implements AsyncDisposable {
  readonly #options: CompactorOptions;
  readonly #budget: CompactionBudget;
  readonly #closing = new AbortController();
  readonly #counts = { compactions: 0, failed: 0, bytesWritten: 0, cpuSeconds: 0, due: 0, waiting: 0 };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isRunning = false;
  #lastError = '';

  constructor(options: CompactorOptions) {
    this.#options = options;
    this.#budget = new CompactionBudget(options, performance.now());
    this.#schedule();
  }

  get figures(): CompactionFigures {
    return { ...this.#counts, isRunning: this.#isRunning };
  }

  /** Compacts what is due and within the budget. */
  async look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#fail(error as Error))
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
  }

  /** Ends a running compaction; the next one takes over the months that it has written. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { index, tables } = this.#options;
    const plan = planCompaction(await openSnapshot(index), withTables(tables));
    const due = plan.tables.filter(({ isDue }) => isDue);
    Object.assign(this.#counts, { due: due.length, waiting: 0 });
    for (const table of due) {
      if (this.#closing.signal.aborted) return;
      if (this.#budget.allows(table, performance.now())) await this.#compact(table);
      else this.#counts.waiting++;
    }
  }

  async #compact(cost: { table: string; bytesWritten: number; cpuSeconds: number }): Promise<void> {
    const { index, tables = [], memoryBytesMax, onCompacted } = this.#options;
    const { table, bytesWritten } = cost;
    this.#isRunning = true;
    const reply: CompactionReply = await runCompaction(
      { index, tables, only: [table], memoryBytesMax },
      this.#closing.signal,
    ).finally(() => {
      this.#isRunning = false;
    });
    if (this.#closing.signal.aborted) return;
    if ('failure' in reply) {
      if (reply.failure.code === 'index_locked') return; // another writer: the next look tries again
      this.#budget.spend(cost, performance.now()); // so that what always fails is not tried all the time
      this.#fail(new Error(`Cannot compact ${table}: ${reply.failure.message}`));
      return;
    }
    const cpuSeconds = Math.max(cost.cpuSeconds, reply.cpuSeconds);
    this.#budget.spend({ bytesWritten, cpuSeconds }, performance.now());
    this.#counts.compactions++;
    this.#counts.bytesWritten += bytesWritten;
    this.#counts.cpuSeconds += cpuSeconds;
    this.#counts.due--;
    this.#lastError = '';
    onCompacted?.({ snapshotId: reply.snapshotId, table });
  }

  #fail(error: Error): void {
    this.#counts.failed++;
    if (error.message !== this.#lastError) this.#options.onError?.(error);
    this.#lastError = error.message;
  }

  #schedule(): void {
    const { everyMs } = this.#options;
    if (everyMs === 0 || this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.look().finally(() => this.#schedule()), everyMs);
    this.#timer.unref();
  }
}
