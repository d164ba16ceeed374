import type { CatalogTable, TableReference } from '@sdq/catalog';
import type { CrashLog, ResultColumn, ResultFormat } from '@sdq/contract';
import type { RecordBatch } from 'apache-arrow';
import type { BackendFactory, BackendStatus, StoredTable, TextHash } from '../backend/execution-backend.ts';
import type { BytesOptions, ResultSummary, SpooledResult, SpoolOptions } from '../backend/result-stream.ts';
import type { DuckDBOptions } from '../backends/duckdb/open-runner.ts';
import type { AddReport, AddRowsOptions, AddSource } from './add-rows.ts';
import type { CheckedQuery } from './check-query.ts';
import type { QueryParameters } from './embedding.ts';
import type { Explanation } from './explanation.ts';
import type { ConcurrencyLimits, QueuePlace } from './fair-queue.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { QueryFacts, QueryProgress } from './query-facts.ts';
import type { QueryObserver } from './query-observer.ts';
import type { LocalTables } from './query-tables.ts';
import type { SqlLanguage } from './sql-language.ts';

export interface EngineOptions extends DuckDBOptions {
  /** Directory of the index. */
  index: string;
  /** Tables beside the built-in ones. If all are on one platform, queries that name no platform use that one. */
  tables?: readonly CatalogTable[] | undefined;
  /**
   * The backend that answers queries; default: DuckDB on this machine, over the files of the index, with the options
   * of {@link DuckDBOptions}. How to write a backend: docs/backends.md.
   */
  backend?: BackendFactory | undefined;
  /**
   * Backends that answer queries of single platforms, by the platform's name; `backend` answers those of all others. One
   * that is given for several platforms is opened once. Snapshots of all are taken up and kept together.
   */
  backends?: Readonly<Record<string, BackendFactory>> | undefined;
  /** Limits on concurrent and queued queries, per tenant and in all; defaults: 32 in all, per tenant 4 and 32, 30 s. */
  concurrency?: Partial<ConcurrencyLimits> | undefined;
  /**
   * Whether the advisory parser (node-sql-parser) checks each text beside DuckDB's own parser, which is the
   * authority; default true. It costs about 0.3 s at start-up; a program that runs only its own queries can turn it
   * off.
   */
  advisoryParser?: boolean | undefined;
  /**
   * Size in bytes of the LRU cache of small results (at most 1 MiB each), which answers equal queries over the same
   * snapshot; default 64 MiB, 0 turns it off.
   */
  cacheBytesMax?: number | undefined;
  /** Interval at which the engine looks for a newer snapshot, in milliseconds; default 100, 0 for never. */
  refreshMs?: number | undefined;
  /**
   * How long a result that is still being read keeps its snapshot after a newer one replaced it, in milliseconds; default an
   * hour, 0 for any time. Its reader then gets `result_expired`. Snapshots that are held by `holdSnapshot` stay.
   */
  supersededMsMax?: number | undefined;
  /** Directory for temporary spill files; default: the system's temporary directory. */
  spillDirectory?: string | undefined;
  /**
   * Where engines of other processes, and this one after a restart, find which queries ended a query process; default:
   * this engine remembers its own. No query depends on it.
   */
  crashLog?: CrashLog | undefined;
  /** Called when `crashLog` fails, once until it works again; default: a warning of the process. */
  onCrashLogFailed?: ((error: unknown) => void) | undefined;
  /** Called once for each new snapshot that cannot be opened. */
  onRefused?: ((error: unknown) => void) | undefined;
  /** Called with the duration of each step of each query. */
  observer?: QueryObserver | undefined;
}

export interface QueryOptions {
  /** The platform whose tables the query names; default: the one platform of `tables`, or `shortvideo`. */
  platform?: string | undefined;
  /**
   * Values of `?` and `$1` as a list, of `$name` as an object. A Date is bound as its time in UTC, undefined as NULL.
   */
  parameters?: QueryParameters | undefined;
  /**
   * Tables that this query can join with those of the index, by name: CSV, JSON, Parquet and Arrow files of this machine, or
   * Arrow data. They are copied when a query first names them, and when a file has changed. Errors beside those of queries:
   * `file_missing`, `file_malformed`, `format_unknown`, `source_limit`, `disk_full`.
   */
  tables?: LocalTables | undefined;
  /**
   * `postgres`: what the text has of PostgreSQL's SQL alone, such as `to_char` and `= ANY('{a,b}')`, is written in DuckDB's
   * SQL first, and `pg_settings` can be read. Everything else is DuckDB's SQL, as by default.
   */
  dialect?: 'postgres' | undefined;
  /**
   * Maximum number of rows returned, default 1,000,000; a result that the default cuts is told by a warning of the process.
   * The query's own LIMIT applies too.
   */
  limit?: number | undefined;
  /**
   * Time limit of the query in milliseconds, default 30,000: from reading the text to the last row. Time in a queue or
   * waiting for a slow reader does not count.
   */
  timeoutMs?: number | undefined;
  /** Milliseconds of `timeoutMs` that the caller has spent on this query already, for example on `explain`; default 0. */
  spentMs?: number | undefined;
  /** Maximum number of encoded bytes; default none. */
  bytesMax?: number | undefined;
  /**
   * The tenant of the query: tenants are served round robin, and each has a limit of concurrent queries. Without a
   * tenant, only the limit on all queries applies. Results and texts that were cached for one tenant are never used for
   * another: neither the answer nor its time tells what others asked. Default: the tenant of `place`.
   */
  tenant?: string | undefined;
  /**
   * The account of the query, to which several tenants, such as its keys, may belong: what a query does to the engine
   * (crashes, memory) is attributed to its account and kept from others. Default: the account of `place`, or the tenant.
   */
  account?: string | undefined;
  /**
   * Whether the message of an error may quote a value of the tables, as that of a failed conversion does; default true. A
   * service that charges for rows says false, since an error is free; its messages then show `…`, but for values of the
   * caller's own text and parameters.
   */
  quotesValues?: boolean | undefined;
  /** Queries of the tenant that may wait before this one is refused; default `concurrency.waitingPerTenantMax`. */
  waitingMax?: number | undefined;
  /** A place in the queue from {@link Engine.enqueue}; the query then takes none of its own. */
  place?: QueuePlace | undefined;
  /** Cancels the query: it ends with `query_cancelled`. */
  signal?: AbortSignal | undefined;
  /** Called some ten times a second while it runs, once it is known how much is done. It must not throw. */
  onProgress?: ((progress: QueryProgress) => void) | undefined;
  /** Reads this snapshot, which `holdSnapshot` retains, instead of the newest one. */
  snapshotId?: string | undefined;
  /** What {@link Engine.prepare} told of the same text, which is then not read again. */
  prepared?: PreparedQuery | undefined;
}

/** A range of rows of a spooled result, and limits on reading them. */
export interface SpooledOptions extends SpooledResult, Pick<QueryOptions, 'bytesMax' | 'signal'> {
  /** The snapshot that the result came from. */
  snapshotId: string;
}

/** A snapshot that stays readable although newer ones are published. */
export interface SnapshotHold extends Disposable {
  readonly snapshotId: string;
}

/**
 * A row as an object, its values as in JSON results: integers beyond 2^53 and DECIMAL of more than 15 digits as text,
 * timestamps as ISO 8601.
 */
export type Row = Record<string, unknown>;

/**
 * A result that is being read. It can be read once, in one of four ways, each of which buffers one batch at a time
 * (backpressure). Leaving a loop early, or disposing of the result, cancels the rest of the query.
 */
export interface QueryResult extends AsyncDisposable {
  readonly columns: readonly ResultColumn[];
  /** The snapshot of all rows. */
  readonly snapshotId: string;
  readonly facts: QueryFacts;
  /** Rows one by one; `Shape` is their type as the caller knows it. */
  rows<Shape = Row>(): AsyncIterableIterator<Shape>;
  toArray<Shape = Row>(): Promise<Shape[]>;
  /** Arrow record batches, for apache-arrow. */
  batches(): AsyncIterableIterator<RecordBatch>;
  /**
   * The result in a format: JSON is one array of rows, each an object or, on request, an array of its values. The
   * parts belong to the reader: their buffers may be transferred, or freed when they are sent.
   */
  bytes(format: ResultFormat, options?: BytesOptions): AsyncIterableIterator<Uint8Array>;
  /**
   * The same as a web `ReadableStream`, as a `Response` takes it: one part at a time, produced on demand. Cancelling
   * it cancels the query.
   *
   * @example new Response(result.stream('csv'), { headers: { 'content-type': resultFormats.csv } })
   */
  stream(format: ResultFormat, options?: BytesOptions): ReadableStream<Uint8Array>;
  /**
   * Spools the result into a new file, from which `engine.readSpooled` reads any range in any format.
   * Errors: `result_too_large` when the file exceeds `bytesMax`.
   */
  spool(path: string, options?: SpoolOptions): Promise<ResultSummary>;
  /** Rows of which the parts that the reader took have bytes. */
  readonly rowsTaken: number;
  /** Settles when the result has been read to its end; rejects when it failed. */
  readonly summary: Promise<ResultSummary>;
}

export interface TableSchema {
  readonly name: string;
  readonly description: string;
  readonly rowCount: number;
  /** Null where the backend keeps no files. */
  readonly stored: StoredTable | null;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** Columns with the values of a column of another table, by which the two are joined. */
  readonly references: readonly TableReference[];
  readonly columns: readonly (ResultColumn & { readonly description: string })[];
  readonly examples: readonly string[];
}

/** The state of an engine, for operators. */
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

/** The most frequent values of columns of few values: by table, then by column, the most frequent first. */
export type CommonValuesOfTables = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * An open index. Every query reads one consistent snapshot; a newly published one is used by later queries without a
 * restart. All methods reject with an AppError when the caller can act on the error.
 */
export interface Engine extends AsyncDisposable {
  readonly index: string;
  /** Empty while there is no index. */
  readonly snapshotId: string;
  /** The fastest function by which its backend spreads texts evenly. */
  readonly textHash: TextHash;
  /** Limits on concurrent and queued queries. */
  readonly concurrency: Readonly<ConcurrencyLimits>;
  /**
   * Takes a place in the queue of a tenant for a later query; undefined when the tenant has reached its limit.
   * Dispose of it when it is no longer needed: it counts until then, and until its query has ended.
   */
  enqueue(tenant: string, options?: { account?: string | undefined }): QueuePlace | undefined;
  /** Runs one SELECT, or a command such as SHOW TABLES (docs/tools.md). Rejects before the first row with any error known by then. */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>;
  explain(sql: string, options?: QueryOptions): Promise<Explanation>;
  /** Reads a text without running it: what it costs at most, and what it asks. Errors: those of a text that is refused. */
  prepare(sql: string, options?: QueryOptions): Promise<PreparedQuery>;
  /** Reads and plans a text without running it: what is wrong with it is part of the answer. Takes no place in the queue. */
  check(sql: string, options?: QueryOptions): Promise<CheckedQuery>;
  /** The {@link QueryFacts.identity} of a query; runs nothing. */
  identify(sql: string, options?: QueryOptions): Promise<string | null>;
  /**
   * Reads a range of what {@link QueryResult.spool} wrote. Errors: `result_expired` when the file is missing or
   * unreadable.
   */
  readSpooled(stored: SpooledOptions): Promise<QueryResult>;
  /**
   * Retains the current snapshot, or by id one that is retained already. Errors: `result_expired` when it has been
   * released.
   */
  holdSnapshot(snapshotId?: string): SnapshotHold;
  schema(platform?: string): Promise<Schema>;
  /** The functions and keywords of queries, as the gate admits them. */
  language(): Promise<SqlLanguage>;
  /** The most frequent values of columns of few values: of the newest snapshot, or of one of the last minutes. */
  commonValues(platform?: string): Promise<CommonValuesOfTables>;
  /**
   * Adds files, or records that a program yields, to the index, which is created if missing, and opens the new snapshot.
   * Records are published in batches while they come. Rejects with the error of the first file that failed as a whole,
   * after the other files were added. Errors: those of `addFiles` of @sdq/ingest.
   */
  add(source: AddSource, options?: AddRowsOptions): Promise<AddReport>;
  /** Opens the newest snapshot now. */
  refresh(): Promise<void>;
  status(): EngineStatus;
  /** Cancels every running or queued query: each ends with `query_cancelled`. */
  cancelAll(): void;
  close(): Promise<void>;
}
