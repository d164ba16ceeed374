import { realpath } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { type OwnTable, withTables } from '@sdq/catalog';
import { AppError, sqlLimits } from '@sdq/contract';
import { checkDescriptions, SnapshotHolder } from '@sdq/index';
import { InProcessRunner } from '../execute/in-process-runner.ts';
import { makeSpillFolder, removeAbandonedSpill } from '../execute/spill-folder.ts';
import { Parser } from '../gate/parse/parser.ts';
import { ProcessRunner } from '../process/process-runner.ts';
import type { QueryRunner } from '../stages.ts';
import { type AddReport, type AddRowsOptions, addRows } from './add-rows.ts';
import type {
  Engine,
  EngineOptions,
  EngineStatus,
  Explanation,
  QueryOptions,
  QueryResult,
  Schema,
  SnapshotHold,
  StoredOptions,
} from './engine.ts';
import { scanOf, storedFacts } from './query-facts.ts';
import { observed } from './query-observer.ts';
import { StartedQuery, type StartedQueryParts } from './query-result.ts';
import { refreshEvery } from './refresh-timer.ts';
import { ResultCache, resultCacheDefaults } from './result-cache.ts';
import {
  identityOf,
  planQuery,
  type QueryMachinery,
  type QueryRequest,
  runQuery,
  userErrors,
} from './run-query.ts';
import { Turns, turnDefaults } from './turns.ts';

/** The data segment of a query process ends at 4 GiB: the last one is for what DuckDB does not count. */
const memoryBytesDefaultMax = 3 * 2 ** 30;

/**
 * Opens an index for queries.
 *
 * @example
 * await using engine = await openEngine({ index: 'my-index' });
 * const result = await engine.query('SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 3');
 * for await (const row of result.rows()) console.log(row);
 *
 * @throws AppError `index_missing`, `index_corrupt`, `catalog_invalid`
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const catalog = withTables(options.tables);
  const root = await realpath(options.index).catch(() => resolve(options.index));
  await removeAbandonedSpill(options.spillDirectory);
  // Who describes tables may open an index before its first rows are added.
  const snapshots = await SnapshotHolder.open(root, { mayBeMissing: options.tables !== undefined });
  const parser = Parser.open({ firstReader: options.firstReader ?? true });
  const runner =
    options.isolation === 'in-process' ? openInProcess(root, options) : openProcesses(root, options);
  try {
    checkDescriptions(catalog, snapshots.snapshot.manifest);
    const turns = new Turns({ ...turnDefaults, ...options.turns });
    const cache = new ResultCache({
      ...resultCacheDefaults,
      bytesMax: options.cacheBytesMax ?? resultCacheDefaults.bytesMax,
    });
    const { observer } = options;
    const machinery = {
      catalog,
      parser: await parser,
      runner: await runner,
      cache,
      observer,
    };
    return new OpenEngine(root, snapshots, machinery, turns, options);
  } catch (error) {
    await Promise.allSettled(
      [snapshots, parser, runner].map(async (part) => (await part)[Symbol.asyncDispose]()),
    );
    throw error;
  }
}

async function openProcesses(root: string, options: EngineOptions): Promise<QueryRunner> {
  return await ProcessRunner.open({
    ...executorDefaults(root, options),
    slots: options.slots ?? 4,
    processes: options.processes ?? 2,
    spillDirectory: options.spillDirectory,
  });
}

/** DuckDB's calls each hold a thread of Node's pool; two are left for files and names. */
async function openInProcess(root: string, options: EngineOptions): Promise<QueryRunner> {
  return await InProcessRunner.open({
    ...executorDefaults(root, options),
    slots: options.slots ?? Math.max(2, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2),
    temporaryDirectory: await makeSpillFolder(options.spillDirectory),
  });
}

function executorDefaults(root: string, options: EngineOptions) {
  return {
    directories: [join(root, 'data')],
    threads: options.threads ?? availableParallelism(),
    memoryBytesMax: options.memoryBytesMax ?? Math.min(memoryBytesDefaultMax, Math.floor(totalmem() / 4)),
  };
}

class OpenEngine implements Engine {
  readonly index: string;
  readonly #snapshots: SnapshotHolder;
  readonly #machinery: QueryMachinery;
  readonly #turns: Turns;
  readonly #refreshing: Disposable;
  readonly #running = new Set<QueryResult>();
  /** Of every query that waits or runs, what cancels it. */
  readonly #cancels = new Set<() => void>();
  readonly #tables: readonly OwnTable[];
  /** Whose tables queries name that do not say. */
  readonly #platform: string;
  #isClosed = false;

  constructor(
    index: string,
    snapshots: SnapshotHolder,
    machinery: QueryMachinery,
    turns: Turns,
    { refreshMs = 500, onRefused, tables = [] }: EngineOptions,
  ) {
    this.index = index;
    this.#snapshots = snapshots;
    this.#machinery = machinery;
    this.#turns = turns;
    this.#tables = tables;
    this.#platform = defaultPlatform(tables);
    this.#refreshing = refreshEvery(refreshMs, () => this.refresh(), onRefused);
  }

  get snapshotId(): string {
    return this.#snapshots.snapshot.id;
  }

  async query(sql: string, options: QueryOptions = {}): Promise<QueryResult> {
    const asked = this.#request(sql, options);
    const { signal, forget } = this.#cancellable(options.signal);
    const request = { ...asked, signal };
    const { observer } = this.#machinery;
    const turn = await observed('turn', observer, () =>
      this.#turns.take(options.owner ?? null, signal, options.waitingMax),
    ).catch((error: unknown) => {
      forget();
      throw error;
    });
    let release = () => {};
    const leave = () => {
      turn.end();
      release();
      forget();
    };
    try {
      const held = this.#snapshots.acquire(options.snapshotId);
      release = held.release;
      const begun = await runQuery(request, this.#machinery, held.snapshot, turn.waitedMs);
      return this.#begun({ ...begun, onEnd: leave, observer });
    } catch (error) {
      leave();
      throw error;
    }
  }

  #begun(parts: StartedQueryParts): QueryResult {
    const query: StartedQuery = new StartedQuery({
      ...parts,
      onEnd: () => {
        this.#running.delete(query);
        parts.onEnd();
      },
    });
    this.#running.add(query);
    return query;
  }

  async readStored({ snapshotId, bytesMax, signal, ...rows }: StoredOptions): Promise<QueryResult> {
    const limits = {
      rowsMax: rows.count,
      bytesMax: bytesMax ?? Number.MAX_SAFE_INTEGER,
      timeoutMs: sqlLimits.timeoutMs,
    };
    const stream = await this.#machinery.runner.readStored(rows, limits, signal);
    return this.#begun({
      stream,
      facts: storedFacts(stream.columns, snapshotId),
      toUserError: (error) => error,
      onEnd: () => {},
    });
  }

  holdSnapshot(snapshotId?: string): SnapshotHold {
    const { snapshot, release } = this.#snapshots.acquire(snapshotId);
    return { snapshotId: snapshot.id, [Symbol.dispose]: release };
  }

  async identify(sql: string, options: QueryOptions = {}): Promise<string | null> {
    const request = this.#request(sql, options);
    const { snapshot, release } = this.#snapshots.acquire(options.snapshotId);
    try {
      return identityOf((await planQuery(request, this.#machinery, snapshot)).plan, request);
    } finally {
      release();
    }
  }

  async explain(sql: string, options: QueryOptions = {}): Promise<Explanation> {
    const request = this.#request(sql, options);
    const { snapshot, release } = this.#snapshots.acquire();
    try {
      const { plan, stageMs } = await planQuery(request, this.#machinery, snapshot);
      const columns = await this.#machinery.runner.describe(plan).catch((error: unknown) => {
        throw userErrors(plan, this.#machinery.catalog.tablesOf(request.platform))(error);
      });
      const scan = scanOf(plan);
      return {
        columns,
        snapshotId: snapshot.id,
        rules: plan.rules,
        routes: plan.routes,
        attempts: plan.attempts.length,
        firstReader: plan.statement.firstReader,
        rowsEstimated: scan.rows,
        bytesEstimated: scan.bytes,
        stageMs,
      };
    } finally {
      release();
    }
  }

  async schema(platform = this.#platform): Promise<Schema> {
    const { snapshot } = this.#snapshots;
    return {
      platform,
      snapshot_id: snapshot.id,
      tables: this.#machinery.catalog.tablesOf(platform).map((table) => ({
        name: table.name,
        description: table.description,
        row_count: snapshot.rows(table),
        columns: table.columns.map(({ name, type, nullable, description }) => ({
          name,
          type,
          nullable,
          description,
        })),
        examples: table.examples,
      })),
    };
  }

  async add(files: string | readonly string[], options: AddRowsOptions = {}): Promise<AddReport> {
    const report = await addRows(this.index, files, this.#tables, options);
    await this.refresh();
    return report;
  }

  async refresh(): Promise<void> {
    await this.#snapshots.refresh();
  }

  status(): EngineStatus {
    const { runner, cache } = this.#machinery;
    return {
      snapshotId: this.snapshotId,
      queriesRunning: this.#turns.running,
      queriesWaiting: this.#turns.waiting,
      processes: runner instanceof ProcessRunner ? runner.status : null,
      cacheBytes: cache.bytes,
    };
  }

  cancelAll(): void {
    for (const cancel of [...this.#cancels]) cancel();
  }

  /** A signal that the caller's, or `cancelAll`, aborts, until it is forgotten. */
  #cancellable(given: AbortSignal | undefined): { signal: AbortSignal; forget: () => void } {
    const controller = new AbortController();
    const cancel = () => controller.abort();
    if (given?.aborted) cancel();
    given?.addEventListener('abort', cancel, { once: true });
    this.#cancels.add(cancel);
    const forget = () => {
      given?.removeEventListener('abort', cancel);
      this.#cancels.delete(cancel);
    };
    return { signal: controller.signal, forget };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#refreshing[Symbol.dispose]();
    for (const query of [...this.#running]) await query[Symbol.asyncDispose]();
    await this.#machinery.parser[Symbol.asyncDispose]();
    await this.#machinery.runner[Symbol.asyncDispose]();
    await this.#snapshots[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #request(text: string, options: QueryOptions): QueryRequest {
    if (this.#isClosed) throw new AppError('service_unavailable', 'the engine is closed');
    return {
      text,
      platform: options.platform ?? this.#platform,
      isPlatformOpen: options.platform === undefined,
      parameters: options.parameters,
      rowsMax: whole('limit', options.limit ?? sqlLimits.streamRowsMax, 1, sqlLimits.streamRowsMax),
      bytesMax: options.bytesMax ?? Number.MAX_SAFE_INTEGER,
      timeoutMs: whole('timeoutMs', options.timeoutMs ?? sqlLimits.timeoutMs, 1, 86_400_000),
      signal: options.signal,
    };
  }
}

/** The platform of all own tables, where they share one. */
function defaultPlatform(tables: readonly OwnTable[]): string {
  const [platform, another] = new Set(tables.map((table) => table.platform));
  return platform !== undefined && another === undefined ? platform : 'shortvideo';
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new AppError('usage_error', `${name} must be a whole number from ${min} to ${max}, not ${value}`, {
    param: name,
  });
}
