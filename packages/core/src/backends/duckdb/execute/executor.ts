import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk, type Result } from '@duckdb/node-bindings';
import { AppError } from '@sdq/contract';
import { Database, endsDatabase, isInterrupt } from '@sdq/duckdb';
import { sqlStrings } from '@sdq/duckdb/sql';
import { registerRowsFunction } from '@sdq/row-store';
import { changesDatabase } from '../candidates/relation/changed-relation.ts';
import { guardMacros } from '../guard-macros.ts';
import { planMacros } from '../plan-macros.ts';
import type { HeldParts, LookUp, RunnablePlan, SpeculativePlan } from '../runnable-plan.ts';
import { answerRows } from './answer-rows.ts';
import { AttachedFiles } from './attached-files.ts';
import { type Begun, begin } from './begin.ts';
import { BrokenStream, type Chunks, fetchChunk, resultColumns } from './chunks.ts';
import { Deadline, type DeadlineOptions, type OnStuck } from './deadline.ts';
import { type DescribedPlan, describePlan } from './describe-plan.ts';
import { HeldNumbers } from './held-numbers.ts';
import { KeyFiles } from './key-files.ts';
import { HeldKeys } from './keys-beside.ts';
import { MaskedRowNumbers } from './masked-ordinals.ts';
import { PlanSteps } from './plan-steps.ts';
import { prepare } from './prepare.ts';
import { watchProgress } from './progress.ts';
import { changedReader } from './read-changed.ts';
import { readWhole } from './read-whole.ts';
import { RowFiles } from './row-files.ts';
import { Semaphore } from './semaphore.ts';
import { shiftedPosition } from './shifted-position.ts';
import { createViews, dropViews } from './table-views.ts';
import { openLanes, warmUp } from './warm-up.ts';

export type { Chunks } from './chunks.ts';

export interface ExecutorOptions {
  /** The only directories whose files queries may read. */
  directories: readonly string[];
  threads: number;
  memoryBytesMax: number;
  /** A directory of its own for spill files; deleted when the executor closes. */
  temporaryDirectory: string;
  /** Maximum number of concurrent engine calls: the permits of a semaphore. */
  concurrency: number;
  /** What to do with a query that ignores interrupts; without it, its call returns when the query ends. */
  onStuck?: OnStuck;
}

/**
 * Runs plans in an embedded DuckDB that can read the index's directories and nothing else: no other file, no network,
 * no extension, no change of settings. Each query has its own connection.
 */
export class Executor implements AsyncDisposable {
  readonly #database: Database;
  readonly #temporaryDirectory: string;
  readonly #semaphore: Semaphore;
  readonly #onStuck: OnStuck | undefined;
  readonly #attached = new AttachedFiles();
  readonly #files = {
    keys: new KeyFiles(),
    masked: new MaskedRowNumbers(),
    beside: new HeldKeys(),
    numbers: new HeldNumbers(),
    rows: new RowFiles(),
  };

  private constructor(database: Database, { concurrency, onStuck, temporaryDirectory }: ExecutorOptions) {
    this.#temporaryDirectory = temporaryDirectory;
    this.#database = database;
    this.#semaphore = new Semaphore(concurrency);
    this.#onStuck = onStuck;
  }

  static async open(options: ExecutorOptions): Promise<Executor> {
    const database = await Database.open({
      threads: options.threads,
      memoryBytesMax: options.memoryBytesMax,
      temporaryDirectory: options.temporaryDirectory,
      // the page cache of the system has them as well; files of adds would stay here when no snapshot has them any more
      cachesFiles: false,
    });
    const connection = await database.connect();
    // Footers of immutable files never change: cache them. Errors as JSON contain the position of the failure.
    await connection.run('SET GLOBAL parquet_metadata_cache = true');
    await connection.run('SET GLOBAL errors_as_json = true');
    // Joins with up to this number of rows on one side pass their values as a filter to the scan of the other side.
    await connection.run('SET GLOBAL dynamic_or_filter_threshold = 2000');
    await connection.run(`ATTACH ':memory:' AS ${changesDatabase}`);
    await connection.run(`SET GLOBAL allowed_directories = ${sqlStrings(options.directories)}`);
    await connection.run('SET GLOBAL enable_external_access = false');
    await connection.run('SET GLOBAL lock_configuration = true');
    for (const macro of [...planMacros, ...guardMacros]) await connection.run(macro);
    registerRowsFunction(connection);
    connection.closeSync();
    return new Executor(database, options);
  }

  /**
   * Starts a plan: its speculative plans in their order, and where the guards of none pass, its own SQL. Errors are
   * DuckDB's own; the caller makes messages for users of them.
   */
  async start(plan: RunnablePlan, options: DeadlineOptions): Promise<Chunks> {
    const connection = await this.#database.connect();
    const deadline = new Deadline(connection, options, this.#onStuck);
    const leaves: (() => void)[] = [() => connection.closeSync()];
    const leave = () => {
      for (const each of leaves.splice(0)) each();
    };
    try {
      return await this.#semaphore.use(
        () =>
          deadline.during(async () => {
            if (options.onProgress !== undefined)
              leaves.push(await watchProgress(connection, options.onProgress));
            leaves.push(await this.#attached.use(connection, plan.attachments));
            const begun =
              (await this.#speculate(connection, plan, leaves, deadline.pause)) ??
              (await begin(connection, plan, plan, null));
            return new RunningChunks(
              connection,
              leave,
              deadline,
              this.#semaphore,
              plan,
              options.signal,
              begun,
            );
          }),
        options.signal,
      );
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** As {@link answerRows}, with a permit. Errors: those, and those of {@link Semaphore.use}. */
  async answerRows(plan: LookUp, options: DeadlineOptions, rowsMax: number) {
    if (plan.counted === undefined && plan.attempts[0]?.answer === undefined) return undefined;
    return await this.#semaphore.use(
      () =>
        answerRows(
          plan,
          this.#files,
          options,
          rowsMax,
          changedReader(this.#database, this.#attached, { ...options, onStuck: this.#onStuck }, plan),
        ),
      options.signal,
    );
  }

  /**
   * The first speculative plan whose guards pass. One that fails is dropped: if the query is at fault, the plan's own
   * SQL fails too.
   */
  async #speculate(
    connection: DuckDBConnection,
    plan: RunnablePlan,
    leaves: (() => void)[],
    pause: Deadline['pause'],
  ): Promise<Begun | undefined> {
    const steps = new PlanSteps(connection, plan, this.#files, (leave) => leaves.push(leave), pause);
    for (const [index, attempt] of plan.attempts.entries()) {
      if (attempt.isAnswerOnly === true) continue;
      try {
        const begun = await this.#tryOut(connection, plan, attempt, index, steps);
        if (begun !== undefined) return begun;
      } catch (error) {
        // A cancelled query stays cancelled; any other failure of a speculative plan does not end the query.
        if (error instanceof AppError || isInterrupt(error)) throw error;
        if (endsDatabase(error) && !(await this.isUsable())) throw error;
      }
      await dropViews(connection, attempt.views);
    }
    return undefined;
  }

  async #tryOut(
    connection: DuckDBConnection,
    plan: RunnablePlan,
    attempt: SpeculativePlan,
    index: number,
    steps: PlanSteps,
  ): Promise<Begun | undefined> {
    const filled = await steps.run(attempt);
    if (filled === undefined) return undefined;
    const views = attempt.views.map(({ name, relation }) => ({ name, relation: filled(relation) }));
    const begun = await begin(connection, plan, { sql: filled(attempt.sql), views }, index);
    let rows = 0;
    while (rows < attempt.rowsMin) {
      const chunk = await fetchChunk(begun.result);
      if (chunk === null) return undefined;
      begun.ahead.push(chunk);
      rows += ddb.data_chunk_get_size(chunk);
    }
    if (attempt.failsLate !== true) return begun;
    return (await readWhole(begun)) ? { ...begun, isWhole: true } : undefined;
  }

  /** Prepares a plan without running it, and returns the columns it would have, and the types of its parameters. */
  async describe(plan: RunnablePlan, options: DeadlineOptions): Promise<DescribedPlan> {
    const connection = await this.#database.connect();
    const deadline = new Deadline(connection, options, this.#onStuck);
    let leave: (() => void) | undefined;
    try {
      return await this.#semaphore.use(
        () =>
          deadline.during(async () => {
            leave = await this.#attached.use(connection, plan.attachments);
            await createViews(connection, plan.views);
            return await describePlan(connection, plan);
          }),
        options.signal,
      );
    } finally {
      connection.closeSync();
      leave?.();
    }
  }

  /** As {@link warmUp}; it takes no permit, so that no query waits for it. */
  async warmUp(parts: HeldParts, options: DeadlineOptions): Promise<void> {
    const lanes = await openLanes(async () => {
      const connection = await this.#database.connect();
      // it may wait for a table that a query makes, which is not interrupted with it: that is no sign of a fault
      return { connection, deadline: new Deadline(connection, options) };
    });
    try {
      await warmUp(lanes, this.#attached, this.#files, parts);
    } finally {
      this.#attached.beginSnapshot(parts.attachments);
      const { masked, beside, numbers } = this.#files;
      for (const held of [masked, beside, numbers]) held.beginSnapshot();
    }
  }

  /** Whether it can run further queries: an internal error of DuckDB ends the database only when it was running. */
  async isUsable(): Promise<boolean> {
    try {
      const connection = await this.#database.connect();
      await connection.run('SELECT 1');
      connection.closeSync();
      return true;
    } catch {
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#files.rows[Symbol.dispose]();
    this.#files.keys[Symbol.dispose]();
    this.#database.close();
    await rm(this.#temporaryDirectory, { recursive: true, force: true });
  }
}

class RunningChunks implements Chunks {
  readonly columns: Chunks['columns'];
  readonly attempt: number | null;
  readonly #connection: DuckDBConnection;
  readonly #leave: () => void;
  readonly #ahead: DataChunk[];
  readonly #isWhole: boolean;
  readonly #deadline: Deadline;
  readonly #semaphore: Semaphore;
  readonly #plan: RunnablePlan;
  readonly #signal: AbortSignal | undefined;
  readonly #result: Result;
  #busy = false;
  #closed = false;

  constructor(
    connection: DuckDBConnection,
    /** Closes the connection, and releases what it used. */
    leave: () => void,
    deadline: Deadline,
    semaphore: Semaphore,
    plan: RunnablePlan,
    signal: AbortSignal | undefined,
    { result, ahead, attempt, isWhole = false }: Begun,
  ) {
    this.attempt = attempt;
    this.#connection = connection;
    this.#leave = leave;
    this.#ahead = ahead;
    this.#isWhole = isWhole;
    this.#deadline = deadline;
    this.#semaphore = semaphore;
    this.#plan = plan;
    this.#signal = signal;
    this.#result = result;
    this.columns = resultColumns(result);
  }

  get workedMs(): number {
    return this.#deadline.spentMs;
  }

  async next(): Promise<DataChunk | null> {
    if (this.#closed) return null;
    const ahead = this.#ahead.shift();
    if (ahead !== undefined) return ahead;
    if (this.#isWhole) return null;
    this.#busy = true;
    try {
      return await this.#semaphore.use(() => this.#deadline.during(() => this.#fetch()), this.#signal);
    } finally {
      this.#busy = false;
      if (this.#closed) this.#leave();
    }
  }

  release(chunk: DataChunk): void {
    ddb.data_chunk_reset(chunk);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Closing during a call would leave it hanging: interrupt it, and let `next` close when it has ended.
    this.#connection.interrupt();
    if (!this.#busy) this.#leave();
  }

  async #fetch(): Promise<DataChunk | null> {
    try {
      return await fetchChunk(this.#result);
    } catch (error) {
      if (!(error instanceof BrokenStream)) throw error;
      // the interrupt of `close` breaks it too; that error is expected and ignored
      return this.#closed ? null : await this.#explainBreak();
    }
  }

  /**
   * The bindings do not report why a stream broke. The query is run once more, aggregated into one row so that it
   * needs no memory, and fails with the same error where it can be read.
   */
  async #explainBreak(): Promise<never> {
    const prefix = 'SELECT bit_xor(hash(broken)) FROM (';
    try {
      const prepared = await prepare(this.#connection, `${prefix}${this.#plan.sql}\n) AS broken`, this.#plan);
      await prepared.run();
    } catch (error) {
      throw shiftedPosition(error as Error, prefix.length);
    }
    throw new Error('A streaming result ended early, and its query did not fail when it was run again');
  }
}
