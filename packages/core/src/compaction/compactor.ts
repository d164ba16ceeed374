import { type CatalogTable, withTables } from '@sdq/catalog';
import { openSnapshot, planCompaction } from '@sdq/index';
import { CompactionBudget, type HourlyBudget } from './compaction-budget.ts';
import { type CompactionReply, type CompactionTask, runCompaction } from './run-compaction.ts';

const dayMs = 86_400_000;

/** Records are added for seconds at a time; a longer writer is left to the next look. */
const waitMs = 10_000;

export interface CompactorOptions extends HourlyBudget {
  /** Directory of the index. */
  readonly index: string;
  /** Tables besides the built-in ones, as in the engine; default: none. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /** Milliseconds between two looks at the index. With 0, only explicit calls of {@link Compactor.look} run. */
  readonly everyMs: number;
  /** Whether tables with many changed rows are compacted; default true. */
  readonly isCompacting?: boolean | undefined;
  /** Whether the retention rules of the index are applied, once a day; default false. */
  readonly isRetaining?: boolean | undefined;
  /** DuckDB's memory limit in the compacting process, in bytes. */
  readonly memoryBytesMax: number;
  readonly onCompacted?: ((done: { snapshotId: string; table: string }) => void) | undefined;
  /** Receives the rows that retention rules dropped, by id of table. */
  readonly onRetained?:
    | ((done: { snapshotId: string; dropped: Readonly<Record<string, number>> }) => void)
    | undefined;
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
  /** Rows that retention rules dropped. */
  readonly rowsDropped: number;
}

/**
 * Compacts an index while it is served: it looks at the manifest from time to time, and a process of its own compacts the
 * tables that have many changed rows, one after another, within a budget. Where another process writes to the index,
 * the next look tries again. Where that is wanted, the same process applies the retention rules of the index once a day.
 */
export class Compactor implements AsyncDisposable {
  readonly #options: CompactorOptions;
  readonly #budget: CompactionBudget;
  readonly #closing = new AbortController();
  readonly #counts = {
    compactions: 0,
    failed: 0,
    bytesWritten: 0,
    cpuSeconds: 0,
    due: 0,
    waiting: 0,
    rowsDropped: 0,
  };
  /** When the retention rules were last applied, by `performance.now()`. */
  #retainedAt = Number.NEGATIVE_INFINITY;
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
    const { index, tables, isCompacting = true, isRetaining = false } = this.#options;
    if (isRetaining && performance.now() - this.#retainedAt >= dayMs) await this.#retain();
    if (!isCompacting) return;
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
    const { table, bytesWritten } = cost;
    const reply = await this.#run({ kind: 'compact', only: [table] });
    if (reply === undefined) return;
    if ('failure' in reply) {
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
    this.#options.onCompacted?.({ snapshotId: reply.snapshotId, table });
  }

  /** Applies the retention rules, when the budget is not exhausted; what it takes is counted afterwards. */
  async #retain(): Promise<void> {
    if (!this.#budget.allows({ bytesWritten: 1, cpuSeconds: 1 }, performance.now())) return;
    const reply = await this.#run({ kind: 'retain' });
    if (reply === undefined) return;
    this.#retainedAt = performance.now();
    if ('failure' in reply) {
      this.#fail(new Error(`Cannot apply the retention rules: ${reply.failure.message}`));
      return;
    }
    const { snapshotId, cpuSeconds, retained } = reply;
    const { dropped = {}, bytesWritten = 0 } = retained ?? {};
    this.#budget.spend({ bytesWritten, cpuSeconds }, performance.now());
    this.#counts.bytesWritten += bytesWritten;
    this.#counts.cpuSeconds += cpuSeconds;
    this.#counts.rowsDropped += Object.values(dropped).reduce((sum, rows) => sum + rows, 0);
    if (Object.keys(dropped).length > 0) this.#options.onRetained?.({ snapshotId, dropped });
  }

  /** Undefined where the process was told to end, and where another one writes to the index: the next look tries again. */
  async #run(task: CompactionTask): Promise<CompactionReply | undefined> {
    const { index, tables = [], memoryBytesMax } = this.#options;
    this.#isRunning = true;
    const request = { index, tables, task, waitMs, memoryBytesMax };
    const reply = await runCompaction(request, this.#closing.signal).finally(() => {
      this.#isRunning = false;
    });
    if (this.#closing.signal.aborted) return undefined;
    return 'failure' in reply && reply.failure.code === 'index_locked' ? undefined : reply;
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
