import { mkdtemp, realpath } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { AppError, type Platform, sqlLimits } from '@sdq/contract';
import { tablesOf } from './catalog/index.ts';
import type { Engine, EngineOptions, Explanation, QueryOptions, QueryResult, Schema } from './engine.ts';
import { InProcessRunner } from './in-process-runner.ts';
import { SnapshotHolder } from './index/snapshot-holder.ts';
import { Parser } from './parse/index.ts';
import { ProcessRunner } from './process/process-runner.ts';
import { StartedQuery } from './query-result.ts';
import { ResultCache, resultCacheDefaults } from './result-cache.ts';
import { errorWords, planQuery, type QueryMachinery, type QueryRequest, runQuery } from './run-query.ts';
import type { QueryRunner } from './stages.ts';
import { Turns, turnDefaults } from './turns.ts';

const memoryBytesDefaultMax = 4 * 2 ** 30;

/**
 * Opens an index for queries.
 *
 * @example
 * await using engine = await openEngine({ index: 'my-index' });
 * const result = await engine.query('SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 3');
 * for await (const row of result.rows()) console.log(row);
 *
 * @throws AppError `index_missing`, `index_corrupt`
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const root = await realpath(options.index).catch(() => options.index);
  const snapshots = await SnapshotHolder.open(root);
  const parser = Parser.open({ firstReader: options.firstReader ?? true });
  const runner =
    options.isolation === 'in-process' ? openInProcess(root, options) : openProcesses(root, options);
  try {
    const turns = new Turns({ ...turnDefaults, ...options.turns });
    const cache = new ResultCache({
      ...resultCacheDefaults,
      bytesMax: options.cacheBytesMax ?? resultCacheDefaults.bytesMax,
    });
    const machinery = { parser: await parser, runner: await runner, cache };
    return new OpenEngine(root, snapshots, machinery, turns, options.refreshMs ?? 500);
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
  });
}

/** DuckDB's calls each hold a thread of Node's pool; two are left for files and names. */
async function openInProcess(root: string, options: EngineOptions): Promise<QueryRunner> {
  return await InProcessRunner.open({
    ...executorDefaults(root, options),
    slots: options.slots ?? Math.max(2, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2),
    temporaryDirectory: await mkdtemp(join(tmpdir(), 'sdq-')),
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
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #running = new Set<QueryResult>();
  #isClosed = false;

  constructor(
    index: string,
    snapshots: SnapshotHolder,
    machinery: QueryMachinery,
    turns: Turns,
    refreshMs: number,
  ) {
    this.index = index;
    this.#snapshots = snapshots;
    this.#machinery = machinery;
    this.#turns = turns;
    // A broken new snapshot is not taken up; `refresh` says why, queries go on with the one at hand.
    if (refreshMs > 0)
      this.#timer = setInterval(() => void this.refresh().catch(() => {}), refreshMs).unref();
  }

  get snapshotId(): string {
    return this.#snapshots.snapshot.id;
  }

  async query(sql: string, options: QueryOptions = {}): Promise<QueryResult> {
    const request = this.#request(sql, options);
    const turn = await this.#turns.take(options.owner ?? null, options.signal);
    const { snapshot, release } = this.#snapshots.acquire();
    const leave = () => {
      turn.end();
      release();
    };
    try {
      const { plan, query: begun, wordError } = await runQuery(request, this.#machinery, snapshot);
      const query: StartedQuery = new StartedQuery(plan, begun, turn.waitedMs, wordError, () => {
        this.#running.delete(query);
        leave();
      });
      this.#running.add(query);
      return query;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async explain(sql: string, options: QueryOptions = {}): Promise<Explanation> {
    const request = this.#request(sql, options);
    const { snapshot, release } = this.#snapshots.acquire();
    try {
      const { plan, stageMs } = await planQuery(request, this.#machinery.parser, snapshot);
      const columns = await this.#machinery.runner.describe(plan).catch((error: unknown) => {
        throw errorWords(plan, request.platform)(error);
      });
      return {
        columns,
        snapshotId: snapshot.id,
        rules: plan.rules,
        routes: plan.routes,
        attempts: plan.attempts.length,
        firstReader: plan.statement.firstReader,
        rowsEstimated: plan.routes.reduce((sum, route) => sum + route.rowsEstimated, 0),
        bytesEstimated: plan.routes.reduce((sum, route) => sum + route.bytesEstimated, 0),
        stageMs,
      };
    } finally {
      release();
    }
  }

  async schema(platform: Platform = 'shortvideo'): Promise<Schema> {
    const { snapshot } = this.#snapshots;
    return {
      platform,
      snapshot_id: snapshot.id,
      tables: tablesOf(platform).map((table) => ({
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

  async refresh(): Promise<void> {
    await this.#snapshots.refresh();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
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
      platform: options.platform ?? 'shortvideo',
      parameters: options.parameters,
      rowsMax: whole('limit', options.limit ?? sqlLimits.streamRowsMax, 1, sqlLimits.streamRowsMax),
      bytesMax: options.bytesMax ?? Number.MAX_SAFE_INTEGER,
      timeoutMs: whole('timeoutMs', options.timeoutMs ?? sqlLimits.timeoutMs, 1, 86_400_000),
      signal: options.signal,
    };
  }
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new AppError('usage_error', `${name} must be a whole number from ${min} to ${max}, not ${value}`, {
    param: name,
  });
}
