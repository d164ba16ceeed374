import type { CatalogTable } from '@sdq/catalog';
import type { ResultColumn, ResultFormat, SqlParameters } from '@sdq/contract';
import type { RecordBatch } from 'apache-arrow';
import type { BackendFactory, BackendStatus, Route, RuleOutcome } from '../backend/execution-backend.ts';
import type { BytesOptions, ResultSummary, StoredRows, StoreOptions } from '../backend/result-stream.ts';
import type { DuckDBOptions } from '../backends/duckdb/open-runner.ts';
import type { AddReport, AddRowsOptions } from './add-rows.ts';
import type { ConcurrencyLimits, QueuePlace } from './fair-queue.ts';
import type { QueryFacts } from './query-facts.ts';
import type { QueryObserver } from './query-observer.ts';

export interface EngineOptions extends DuckDBOptions {
  /** Directory of the index. */
  index: string;
  /**
   * Tables beside the built-in ones. Where all are on one platform, queries are over that one unless they name
   * another.
   */
  tables?: readonly CatalogTable[] | undefined;
  /**
   * Who answers queries; default: DuckDB, in this machine, over the files of the index. The options of {@link DuckDBOptions}
   * are those of the default one. How to write one: docs/backends.md.
   */
  backend?: BackendFactory | undefined;
  /** Queries that run and wait at once, per tenant and in all; defaults: 32 in all, per tenant 4 and 32, 30 s. */
  concurrency?: Partial<ConcurrencyLimits>;
  /**
   * Whether node-sql-parser reads along and may object, besides DuckDB's own parser, which decides; default true. It
   * costs about 0.3 s of start-up; a program that asks one query of its own may leave it out.
   */
  firstReader?: boolean;
  /**
   * Bytes of small results (1 MiB at most each) kept for queries that are asked again of the same snapshot; default
   * 64 MiB, 0 for none.
   */
  cacheBytesMax?: number;
  /** How often the pointer is read for a newer snapshot, in milliseconds; default 500, 0 for never. */
  refreshMs?: number;
  /** Where queries may put what memory does not hold; default: the system's temporary folder. */
  spillDirectory?: string | undefined;
  /** Told once of each new snapshot that cannot be taken up. */
  onRefused?: ((error: unknown) => void) | undefined;
  /** Told how long each step of each query took. */
  observer?: QueryObserver | undefined;
}

export interface QueryOptions {
  /** Whose tables the query names; default: the one platform of `tables`, or `shortvideo`. */
  platform?: string;
  /** Values of `?` and `$1` as a list, of `$name` as an object. */
  parameters?: SqlParameters;
  /** Rows handed out at most: 1 to 1,000,000, default 1,000,000. The query's own LIMIT holds beside it. */
  limit?: number;
  /** Milliseconds the query may take, default 30,000. */
  timeoutMs?: number;
  /** Encoded bytes handed out at most; default none. */
  bytesMax?: number;
  /**
   * On whose behalf: tenants are served round robin, and each has a share of queries at once. Without one, only the
   * bound on all queries holds.
   */
  tenant?: string;
  /** Queries of the tenant that may wait before this one is refused; default `concurrency.waitingPerTenantMax`. */
  waitingMax?: number;
  /** A place in the queue that {@link Engine.enqueue} gave; the query takes none of its own. */
  place?: QueuePlace;
  /** Cancels the query: it ends with `query_cancelled`. */
  signal?: AbortSignal;
  /** Reads this snapshot, which `holdSnapshot` holds, and not the newest one. */
  snapshotId?: string;
}

/** Rows of a stored result, and what bounds reading them. */
export interface StoredOptions extends StoredRows, Pick<QueryOptions, 'bytesMax' | 'signal'> {
  /** The snapshot that the result was read from. */
  snapshotId: string;
}

/** A snapshot that stays readable although newer ones are published. */
export interface SnapshotHold extends Disposable {
  readonly snapshotId: string;
}

/** A row as an object, its values as in JSON results: BIGINT beyond 2^53 as text, timestamps as ISO 8601. */
export type Row = Record<string, unknown>;

/**
 * A result on its way. It can be read once, in one of four ways; whichever is chosen, one batch is held at a time.
 * Leaving a loop early, or disposing of the result, cancels the rest of the query.
 */
export interface QueryResult extends AsyncDisposable {
  readonly columns: readonly ResultColumn[];
  /** The snapshot all rows come from. */
  readonly snapshotId: string;
  readonly facts: QueryFacts;
  /** Rows one by one; `Shape` is what the caller knows of them. */
  rows<Shape = Row>(): AsyncIterableIterator<Shape>;
  toArray<Shape = Row>(): Promise<Shape[]>;
  /** Arrow record batches, for apache-arrow. */
  batches(): AsyncIterableIterator<RecordBatch>;
  /**
   * The result in a format: JSON as one array of rows, each an object or, if so asked, an array of its values. The parts
   * are the reader's own: their buffers may be transferred, or freed when they are sent.
   */
  bytes(format: ResultFormat, options?: BytesOptions): AsyncIterableIterator<Uint8Array>;
  /**
   * The same as a stream of the web, such as a `Response` takes: one part at a time, made when it is asked for.
   * Cancelling it cancels the query.
   *
   * @example new Response(result.stream('csv'), { headers: { 'content-type': resultFormats.csv } })
   */
  stream(format: ResultFormat, options?: BytesOptions): ReadableStream<Uint8Array>;
  /**
   * Keeps the result in a new file, from which `engine.readStored` reads any part of it in any format.
   * Errors: `result_too_large` when the file passes `bytesMax`.
   */
  store(path: string, options?: StoreOptions): Promise<ResultSummary>;
  /** Rows in the bytes that the reader has taken and come back from, at least so many. */
  readonly rowsTaken: number;
  /** Settles when the result has been read to its end; rejects when it failed. */
  readonly summary: Promise<ResultSummary>;
}

/** How a query would run. */
export interface Explanation {
  readonly columns: readonly ResultColumn[];
  readonly snapshotId: string;
  readonly rules: readonly RuleOutcome[];
  readonly routes: readonly Route[];
  /** Number of speculative plans that are tried before the plan without guards. */
  readonly attempts: number;
  /** What the first reader made of the text. */
  readonly firstReader: string;
  /** Upper bounds from the manifest. */
  readonly rowsEstimated: number;
  readonly bytesEstimated: number;
  /** Milliseconds per stage. */
  readonly stageMs: Readonly<Record<string, number>>;
}

export interface TableSchema {
  readonly name: string;
  readonly description: string;
  readonly rowCount: number;
  readonly columns: readonly (ResultColumn & { readonly description: string })[];
  readonly examples: readonly string[];
}

/** What an operator wants to know of an engine. */
export interface EngineStatus extends BackendStatus {
  /** The name of the backend. */
  readonly backend: string;
  readonly snapshotId: string;
  readonly queriesRunning: number;
  readonly queriesWaiting: number;
  readonly cacheBytes: number;
}

/** What can be queried of one platform, at one snapshot. */
export interface Schema {
  readonly platform: string;
  readonly snapshotId: string;
  readonly tables: readonly TableSchema[];
}

/**
 * An open index. Every query sees one whole snapshot; a newly published one is taken up by later queries without a
 * restart. All methods reject with an AppError when the caller can do something about it.
 */
export interface Engine extends AsyncDisposable {
  readonly index: string;
  /** Empty while there is no index yet. */
  readonly snapshotId: string;
  /** How many queries may run and wait. */
  readonly concurrency: Readonly<ConcurrencyLimits>;
  /**
   * Takes a place in the queue of a tenant for a query that is asked for later; undefined when the tenant has as many as
   * it may. Dispose of it when it is not needed any more: it counts until then, and until its query has ended.
   */
  enqueue(tenant: string): QueuePlace | undefined;
  /** Runs one SELECT. Rejects before the first row for whatever can be told by then. */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>;
  explain(sql: string, options?: QueryOptions): Promise<Explanation>;
  /** The {@link QueryFacts.identity} that a query would have; runs nothing. */
  identify(sql: string, options?: QueryOptions): Promise<string | null>;
  /** A part of what {@link QueryResult.store} kept. Errors: `result_expired` when the file is gone, or cannot be read. */
  readStored(stored: StoredOptions): Promise<QueryResult>;
  /** Keeps the current snapshot readable, or one that is held already. Errors: `result_expired` when it is gone. */
  holdSnapshot(snapshotId?: string): SnapshotHold;
  schema(platform?: string): Promise<Schema>;
  /**
   * Takes files into the index, which is made where there is none, and takes up what was made. Rejects with the first
   * file that failed as a whole, after the others were taken in. Errors: those of `addFiles` of @sdq/ingest.
   */
  add(files: string | readonly string[], options?: AddRowsOptions): Promise<AddReport>;
  /** Takes up the newest snapshot now. */
  refresh(): Promise<void>;
  status(): EngineStatus;
  /** Cancels every query that runs or waits: each ends with `query_cancelled`. */
  cancelAll(): void;
  close(): Promise<void>;
}
