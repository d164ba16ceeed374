import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { AppError, lazily } from '@sdq/contract';
import {
  type AbsentFiles,
  checkDescriptions,
  newestTime,
  type Snapshot,
  SnapshotHolder,
  tableContent,
} from '@sdq/index';
import type {
  BackendFactory,
  BackendPlan,
  BackendSnapshot,
  BackendStatus,
  Described,
  ExecutionBackend,
  PlanOptions,
  StoredTable,
} from '../../backend/execution-backend.ts';
import type { LoadedTable, LoadOptions, LocalTable } from '../../backend/local-table.ts';
import type { ResultStream, RunLimits, SpooledResult } from '../../backend/result-stream.ts';
import { spillFolderName } from '../../backend/spill-folder.ts';
import type { Resolved } from '../../stages.ts';
import { userErrors } from './errors/user-errors.ts';
import type { InProcessRunner } from './execute/in-process-runner.ts';
import { LocalTables } from './local/local-tables.ts';
import { type DuckDBOptions, openRunner, shareOf } from './open-runner.ts';
import { type PlannedLookUp, planLookUp } from './plan/look-up.ts';
import { plan, questionOf } from './plan/plan.ts';
import { PlanCache, type PlannedWays } from './plan-cache.ts';
import { bringFor, isPresent, presentPlan } from './present-plan.ts';
import { ProcessRunner } from './process/process-runner.ts';
import { type PlanFor, type Planned, RecentQueries } from './recent-queries.ts';
import type { Plan, QueryRunner } from './runnable-plan.ts';

/** Embedded DuckDB over the files of an index, its segments and row files. */
export function duckdbBackend(options: DuckDBOptions): BackendFactory {
  return async ({ index, catalog, spillDirectory, mayBeMissing }) => {
    const snapshots = await SnapshotHolder.open(index, { mayBeMissing, absent: options.absent });
    try {
      checkDescriptions(catalog, snapshots.snapshot.manifest);
      const local = new LocalTables({ path: spillFolderName(spillDirectory), ...shareOf(options) });
      const runner = await openRunner(index, spillDirectory, options, local.directory);
      return new DuckDBBackend(snapshots, runner, catalog, local, options.absent);
    } catch (error) {
      await snapshots[Symbol.asyncDispose]();
      throw error;
    }
  };
}

class DuckDBBackend implements ExecutionBackend {
  readonly name = 'duckdb';
  readonly #snapshots: SnapshotHolder;
  readonly #runner: InProcessRunner | ProcessRunner;
  readonly #catalog: Catalog;
  readonly #local: LocalTables;
  readonly #absent: AbsentFiles | undefined;
  readonly #recent = new RecentQueries();
  readonly #plans = new PlanCache();
  readonly #closing = new AbortController();

  constructor(
    snapshots: SnapshotHolder,
    runner: InProcessRunner | ProcessRunner,
    catalog: Catalog,
    local: LocalTables,
    absent: AbsentFiles | undefined,
  ) {
    this.#snapshots = snapshots;
    this.#runner = runner;
    this.#catalog = catalog;
    this.#local = local;
    this.#absent = absent;
  }

  get snapshotId(): string {
    return this.#snapshots.snapshot.id;
  }

  acquire(snapshotId?: string): BackendSnapshot {
    const { snapshot, release } = this.#snapshots.acquire(snapshotId);
    const isCurrent = snapshot === this.#snapshots.snapshot;
    return new HeldSnapshot(snapshot, release, this.#runner, this.#catalog, {
      absent: this.#absent,
      ...(isCurrent && { recent: this.#recent, plans: this.#plans }),
    });
  }

  async refresh(): Promise<void> {
    const before = this.snapshotId;
    await this.#snapshots.refresh((next) => this.#recent.warmUp(this.#runner, next, this.#closing.signal));
    if (this.snapshotId !== before) this.#plans.clear();
  }

  async readSpooled(
    rows: SpooledResult,
    limits: RunLimits,
    signal: AbortSignal | undefined,
  ): Promise<ResultStream> {
    return await this.#runner.readSpooled(rows, limits, signal);
  }

  async loadTable(source: LocalTable, options: LoadOptions): Promise<LoadedTable> {
    return await this.#local.load(source, options);
  }

  status(): BackendStatus {
    return { processes: this.#runner instanceof ProcessRunner ? this.#runner.status : null };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#runner[Symbol.asyncDispose]();
    await this.#snapshots[Symbol.asyncDispose]();
    await this.#local[Symbol.asyncDispose]();
  }
}

/** What queries share. The last two are absent for a snapshot that new queries no longer read. */
interface Shared {
  readonly absent: AbsentFiles | undefined;
  readonly recent?: RecentQueries;
  readonly plans?: PlanCache;
}

class HeldSnapshot implements BackendSnapshot {
  readonly release: () => void;
  readonly #snapshot: Snapshot;
  readonly #runner: QueryRunner;
  readonly #catalog: Catalog;
  readonly #shared: Shared;

  constructor(
    snapshot: Snapshot,
    release: () => void,
    runner: QueryRunner,
    catalog: Catalog,
    shared: Shared,
  ) {
    this.#shared = shared;
    this.release = release;
    this.#snapshot = snapshot;
    this.#runner = runner;
    this.#catalog = catalog;
  }

  get id(): string {
    return this.#snapshot.id;
  }

  get undescribed(): readonly string[] {
    const known = new Set(this.#catalog.storedTables.map(tableId));
    return Object.keys(this.#snapshot.manifest.tables).filter((id) => !known.has(id));
  }

  rowCount(table: CatalogTable): number {
    return this.#snapshot.rows(table);
  }

  stored(table: CatalogTable): StoredTable {
    const files = this.#snapshot.files(table);
    const months = files.flatMap(({ month }) => (month === null ? [] : [month])).sort();
    return {
      files: files.length,
      bytes: this.#snapshot.manifest.tables[tableId(table)]?.bytes ?? 0,
      monthFirst: months[0] ?? null,
      monthLast: months.at(-1) ?? null,
      timeLast: newestTime(table, files),
    };
  }

  contentOf(tables: readonly CatalogTable[]): string {
    return JSON.stringify(tables.map((table) => [tableId(table), tableContent(this.#snapshot, table)]));
  }

  plan(query: Resolved, { rowsMax, isSteady = false }: PlanOptions): BackendPlan {
    checkDescriptions(this.#catalog, this.#snapshot.manifest);
    const isOfIndex = query.references.every(
      ({ table }) => table.rows === undefined && table.local === undefined,
    );
    const { absent, recent, plans } = this.#shared;
    const make = () => waysOver(this.#snapshot, query, rowsMax);
    const { lookUp, whole } =
      plans !== undefined && isOfIndex && isSteady ? plans.of(query, this.id, rowsMax, make) : make();
    if (lookUp === undefined) whole();
    const onRun = (planned: Planned) => {
      if (isOfIndex) recent?.note(planned, plannerOf(query, rowsMax));
    };
    return new DuckDBPlan({ lookUp, whole, onRun }, this.#runner, absent, [
      ...this.#catalog.tablesOf(query.platform),
      ...query.references.map(({ table }) => table),
    ]);
  }
}

function waysOver(snapshot: Snapshot, query: Resolved, rowsMax: number): PlannedWays {
  const question = questionOf(query);
  const lookUp = planLookUp(query, question, snapshot);
  const whole = lazily(() => plan(query, snapshot, { rowsMax: rowsMax + 1 }, question));
  return { lookUp, whole };
}

/** Plans a query for other snapshots; it keeps nothing of the one that was asked. */
function plannerOf(query: Resolved, rowsMax: number): PlanFor {
  return (snapshot) => {
    const { lookUp, whole } = waysOver(snapshot, query, rowsMax);
    return lookUp ?? whole();
  };
}

/** The ways to answer a query. */
interface Ways extends PlannedWays {
  /** Told of the way that answers. */
  readonly onRun: (planned: Planned) => void;
}

class DuckDBPlan implements BackendPlan {
  readonly #lookUp: PlannedLookUp | undefined;
  readonly #whole: () => Plan;
  /** Whether the look-up answered: nothing of the plan was needed. */
  #isLookedUp = false;
  readonly #onRun: Ways['onRun'];
  readonly #runner: QueryRunner;
  readonly #absent: AbsentFiles | undefined;
  readonly #visible: readonly CatalogTable[];

  constructor(
    { lookUp, whole, onRun }: Ways,
    runner: QueryRunner,
    absent: AbsentFiles | undefined,
    visible: readonly CatalogTable[],
  ) {
    this.#lookUp = lookUp;
    this.#whole = whole;
    this.#onRun = onRun;
    this.#absent = absent;
    this.#runner = runner;
    this.#visible = visible;
  }

  get rules(): BackendPlan['rules'] {
    return this.#told.rules;
  }

  get routes(): BackendPlan['routes'] {
    return this.#told.routes;
  }

  get attempts(): number {
    return this.#whole().attempts.length;
  }

  toUserError(error: unknown, options?: Parameters<BackendPlan['toUserError']>[1]): unknown {
    return userErrors(this.#whole(), this.#visible)(error, options);
  }

  async describe(limits: RunLimits, signal: AbortSignal | undefined): Promise<Described> {
    await bringFor(this.#whole(), this.#absent, limits, signal);
    return await this.#runner.describe(this.#whole(), limits, signal);
  }

  async run(limits: RunLimits, signal: AbortSignal): Promise<ResultStream> {
    const startedAt = performance.now();
    const found = await this.#lookedUp(limits, signal);
    if (found !== undefined) return found;
    const { leftMs = limits.timeoutMs } = limits;
    return await this.#runWhole({ ...limits, leftMs: leftMs - (performance.now() - startedAt) }, signal);
  }

  async #lookedUp(limits: RunLimits, signal: AbortSignal): Promise<ResultStream | undefined> {
    if (this.#lookUp === undefined || !isPresent(this.#lookUp, this.#absent)) return undefined;
    const found = await this.#runner.lookUp(this.#lookUp, limits, signal);
    if (found === undefined) return undefined;
    this.#isLookedUp = true;
    this.#onRun(this.#lookUp);
    return found;
  }

  async #runWhole(limits: RunLimits, signal: AbortSignal): Promise<ResultStream> {
    this.#onRun(this.#whole());
    const { plan, missing } = await presentPlan(this.#whole(), this.#absent, limits, signal);
    if (missing.length === 0) return await this.#runner.start(plan, limits, signal);
    try {
      return await this.#runner.start(plan, limits, signal);
    } catch (error) {
      if (signal.aborted || error instanceof AppError) throw error;
      // no speculative plan gave the answer, and its own SQL read what was not here
      await bringFor(this.#whole(), this.#absent, limits, signal);
      return await this.#runner.start(this.#whole(), limits, signal);
    }
  }

  get #told(): Pick<Plan, 'rules' | 'routes'> {
    return this.#isLookedUp && this.#lookUp !== undefined ? this.#lookUp : this.#whole();
  }
}
