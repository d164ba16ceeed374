import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CatalogTable, requirePlatform, withTables } from '@sdq/catalog';
import { sqlLimits } from '@sdq/contract';
import type { ExecutionBackend, TextHash } from '../backend/execution-backend.ts';
import { once } from '../backend/once.ts';
import { readSpooled } from '../backend/read-spooled.ts';
import { removeAbandonedSpill } from '../backend/spill-folder.ts';
import { Parser } from '../gate/parse/parser.ts';
import { type AddReport, type AddRowsOptions, type AddSource, addRows } from './add-rows.ts';
import { backendFactory } from './backend-factory.ts';
import { type CheckedQuery, checkQuery } from './check-query.ts';
import { CrashMemory } from './crash-memory.ts';
import { engineClosed, warnOfCut, withReason } from './embedding.ts';
import type {
  CommonValuesOfTables,
  Engine,
  EngineOptions,
  EngineStatus,
  QueryOptions,
  QueryResult,
  Schema,
  SnapshotHold,
  SpooledOptions,
} from './engine.ts';
import { eventLoopTurn } from './event-loop-turn.ts';
import { explainQuery } from './explain-query.ts';
import type { Explanation } from './explanation.ts';
import {
  type ConcurrencyLimits,
  concurrencyDefaults,
  FairQueue,
  type Permit,
  type QueuePlace,
  tooMany,
} from './fair-queue.ts';
import { currentEngineOptions, currentQueryOptions } from './former-options.ts';
import { type PreparedQuery, prepared } from './prepared-query.ts';
import { storedFacts } from './query-facts.ts';
import { observed } from './query-observer.ts';
import { openRequest, type QueryParts, reading } from './query-reading.ts';
import { queryRequest } from './query-request.ts';
import { StartedQuery, type StartedQueryParts } from './query-result.ts';
import { identityAt } from './question.ts';
import { refreshEvery } from './refresh-timer.ts';
import { ResultCache, resultCacheDefaults } from './result-cache.ts';
import { type QueryMachinery, type QueryRequest, resolveQuery, runQuery } from './run-query.ts';
import { SchemaReader } from './schema-reader.ts';
import type { SqlLanguage } from './sql-language.ts';
import { SupersededResults } from './superseded-results.ts';

/**
 * Opens an index for queries.
 *
 * @example
 * const engine = await openEngine({ index: 'my-index' });
 * const result = await engine.query('SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 3');
 * for await (const row of result.rows()) console.log(row); // at the end: await engine.close()
 *
 * @throws AppError `index_missing`, `index_corrupt`, `catalog_invalid`
 */
export async function openEngine(given: EngineOptions): Promise<Engine> {
  const options = currentEngineOptions(given);
  const catalog = withTables(options.tables);
  const factory = backendFactory(options, catalog.platforms);
  const absolute = () => (options.backend === undefined ? resolve(options.index) : options.index); // else an address
  const index = await realpath(options.index).catch(absolute);
  await removeAbandonedSpill(options.spillDirectory);
  const opening = [
    // An engine with described tables may open an index before its first rows are added.
    factory({
      index,
      catalog,
      spillDirectory: options.spillDirectory,
      mayBeMissing: options.tables !== undefined,
    }),
    Parser.open({ advisoryParser: options.advisoryParser ?? true }),
  ] as const;
  try {
    const [backend, parser] = await Promise.all(opening);
    const queue = new FairQueue({ ...concurrencyDefaults, ...options.concurrency });
    const cache = new ResultCache({
      ...resultCacheDefaults,
      bytesMax: options.cacheBytesMax ?? resultCacheDefaults.bytesMax,
    });
    const { observer, crashLog: log, onCrashLogFailed } = options;
    const crashes = new CrashMemory({ log, onLogFailed: onCrashLogFailed });
    return new OpenEngine(index, backend, { catalog, parser, cache, crashes, observer }, queue, options);
  } catch (error) {
    await Promise.allSettled(opening.map(async (part) => (await part)[Symbol.asyncDispose]()));
    throw error;
  }
}

class OpenEngine implements Engine {
  readonly index: string;
  readonly textHash: TextHash;
  readonly #backend: ExecutionBackend;
  readonly #machinery: QueryMachinery;
  readonly #queue: FairQueue;
  readonly #refreshing: Disposable;
  readonly #running = new Set<QueryResult>();
  readonly #superseded: SupersededResults;
  /** How to cancel each running or queued query. */
  readonly #cancels = new Set<() => void>();
  readonly #tables: readonly CatalogTable[];
  /** The platform of queries that name none. */
  readonly #platform: string;
  readonly #schemas: SchemaReader;
  #isClosed = false;

  constructor(
    index: string,
    backend: ExecutionBackend,
    machinery: QueryMachinery,
    queue: FairQueue,
    { refreshMs = 100, onRefused, tables = [], supersededMsMax = 3_600_000 }: EngineOptions,
  ) {
    this.#superseded = new SupersededResults(supersededMsMax);
    this.index = index;
    this.textHash = backend.textHash ?? 'hash';
    this.#backend = backend;
    this.#machinery = machinery;
    this.#queue = queue;
    this.#tables = tables;
    this.#platform = defaultPlatform(tables);
    this.#schemas = new SchemaReader(machinery, (sql, options) => this.query(sql, options));
    this.#refreshing = refreshEvery(refreshMs, () => this.refresh(), onRefused);
  }

  get #parts(): QueryParts {
    return { machinery: this.#machinery, backend: this.#backend };
  }

  get snapshotId(): string {
    return this.#backend.snapshotId;
  }

  async query(sql: string, given: QueryOptions = {}): Promise<QueryResult> {
    const options = currentQueryOptions(given);
    const asked = this.#request(sql, options);
    const { signal, forget } = this.#cancellable(options.signal);
    const { observer } = this.#machinery;
    await eventLoopTurn();
    const permit = await observed('turn', observer, () => this.#permit(options, signal)).catch(
      (error: unknown) => {
        forget();
        throw withReason(error, options.signal);
      },
    );
    let release = () => {};
    const leave = () => {
      permit.release();
      release();
      forget();
    };
    try {
      const local = await openRequest({ ...asked, signal }, options, this.#parts);
      release = local.release;
      const snapshot = this.#backend.acquire(options.snapshotId);
      release = once(() => {
        snapshot.release();
        local.release();
      });
      const { request, machinery } = local;
      const begun = await runQuery({ ...request, signal }, machinery, snapshot, permit.waitedMs);
      const toUserError = (error: unknown) => withReason(begun.toUserError(error), options.signal);
      const query = this.#begun({ ...begun, toUserError, onEnd: leave, observer });
      this.#superseded.add(query);
      if (options.limit === undefined) query.summary.then(warnOfCut, () => {});
      return query;
    } catch (error) {
      leave();
      throw withReason(error, options.signal);
    }
  }

  get concurrency(): ConcurrencyLimits {
    return this.#queue.limits;
  }

  enqueue(tenant: string, options?: { account?: string }): QueuePlace | undefined {
    return this.#queue.enqueue(tenant, options);
  }

  /** Errors: `too_many_concurrent_queries`, `query_cancelled`. */
  async #permit({ tenant, waitingMax, place }: QueryOptions, signal: AbortSignal): Promise<Permit> {
    if (place !== undefined) return await place.permit(signal);
    using own = this.#queue.enqueue(tenant ?? null, { waitingMax });
    if (own === undefined) throw tooMany('Too many concurrent queries: the queue is full. Try again later.');
    return await own.permit(signal);
  }

  #begun(parts: StartedQueryParts): StartedQuery {
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

  async readSpooled({ snapshotId, bytesMax, signal, ...rows }: SpooledOptions): Promise<QueryResult> {
    const limits = {
      rowsMax: rows.count,
      bytesMax: bytesMax ?? Number.MAX_SAFE_INTEGER,
      timeoutMs: sqlLimits.timeoutMs,
    };
    const stream =
      this.#backend.readSpooled === undefined
        ? await readSpooled(rows, limits, signal)
        : await this.#backend.readSpooled(rows, limits, signal);
    return this.#begun({
      stream,
      facts: storedFacts(stream.columns, snapshotId),
      toUserError: (error) => error,
      onEnd: () => {},
    });
  }

  holdSnapshot(snapshotId?: string): SnapshotHold {
    const snapshot = this.#backend.acquire(snapshotId);
    return { snapshotId: snapshot.id, [Symbol.dispose]: once(() => snapshot.release()) };
  }

  async prepare(sql: string, options: QueryOptions = {}): Promise<PreparedQuery> {
    const { request, machinery, release } = await openRequest(
      this.#request(sql, options),
      options,
      this.#parts,
    );
    try {
      return prepared(request, await resolveQuery(request, machinery));
    } finally {
      release();
    }
  }

  async check(sql: string, options: QueryOptions = {}): Promise<CheckedQuery> {
    const { tenant = null, parameters } = this.#request(sql, options);
    const tokens = () => this.#machinery.parser.tokensOf(sql, tenant).tokens;
    return await checkQuery(sql, parameters, tokens, async (values) => {
      const prepared = await this.prepare(sql, { ...options, parameters: values });
      return { prepared, explanation: await this.explain(sql, { ...options, parameters: values, prepared }) };
    });
  }

  async identify(sql: string, options: QueryOptions = {}): Promise<string | null> {
    return await reading(
      this.#request(sql, options),
      options,
      this.#parts,
      async (request, machinery, snapshot) => {
        const { question } = request.read ?? (await resolveQuery(request, machinery, snapshot));
        return identityAt(question, snapshot.id, request.rowsMax);
      },
    );
  }

  async explain(sql: string, options: QueryOptions = {}): Promise<Explanation> {
    return await reading(this.#request(sql, options), options, this.#parts, explainQuery);
  }

  async schema(platform = this.#platform): Promise<Schema> {
    const snapshot = this.#backend.acquire();
    try {
      return this.#schemas.schema(platform, snapshot);
    } finally {
      snapshot.release();
    }
  }

  async language(): Promise<SqlLanguage> {
    return await this.#schemas.language();
  }

  async commonValues(platform = this.#platform): Promise<CommonValuesOfTables> {
    return await this.#schemas.commonValues(platform, this.snapshotId);
  }

  async add(source: AddSource, options: AddRowsOptions = {}): Promise<AddReport> {
    const report = await addRows(this.index, source, this.#tables, options);
    await this.refresh();
    return report;
  }

  async refresh(): Promise<void> {
    await this.#backend.refresh().finally(() => this.#superseded.look(this.snapshotId));
  }

  status(): EngineStatus {
    return {
      ...this.#backend.status(),
      backend: this.#backend.name,
      snapshotId: this.snapshotId,
      queriesRunning: this.#queue.running,
      queriesWaiting: this.#queue.waiting,
      cacheBytes: this.#machinery.cache.bytes,
    };
  }

  cancelAll(): void {
    for (const cancel of [...this.#cancels]) cancel();
  }

  /** A signal that the caller's signal or `cancelAll` aborts, until it is released. */
  #cancellable(given: AbortSignal | undefined): { signal: AbortSignal; forget: () => void } {
    const controller = new AbortController();
    const cancel = () => controller.abort(given?.reason);
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
    await this.#backend[Symbol.asyncDispose]();
    await this.#machinery.crashes.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #request(text: string, options: QueryOptions): QueryRequest {
    if (this.#isClosed) throw engineClosed();
    requirePlatform(options.platform, this.#machinery.catalog.platforms);
    return queryRequest(text, options, this.#platform);
  }
}

/** The platform of all own tables, if they share one. */
function defaultPlatform(tables: readonly CatalogTable[]): string {
  const [platform, another] = new Set(tables.map((table) => table.platform));
  return platform !== undefined && another === undefined ? platform : 'shortvideo';
}
