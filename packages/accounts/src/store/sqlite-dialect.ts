import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { AppError } from '@sdq/contract';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';

/** Prepared statements kept; the store's own texts are far fewer. */
const statementsMax = 200;
/** How long a writer waits for another process, in milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * Kysely over Node's own SQLite. One connection, taken in turns. Durable: WAL with `synchronous=FULL`, so a commit
 * that returned survives a power cut; about 0.2 ms each on a local disk, shared by all charges of a batch, and every
 * other call some 0.02 ms, which is why they may stay on the main thread.
 */
export class SqliteDialect implements Dialect {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#path);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite does roll back DDL, so migrations run whole or not at all, and one process at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const beginImmediate = CompiledQuery.raw('begin immediate');
const commit = CompiledQuery.raw('commit');

class SqliteDriver implements Driver {
  readonly #path: string;
  #connection: SqliteConnection | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    const database = new DatabaseSync(this.#path, { timeout: busyTimeoutMs });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
                   PRAGMA trusted_schema = OFF`);
    this.#connection = new SqliteConnection(database);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#connection === undefined) throw new Error('the database is closed');
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    // there is one, and Kysely lets callers take turns at it
  }

  /** Takes SQLite's write lock at once: a lock taken later could meet a newer state and fail without waiting. */
  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    connection.setWaitsForDisk(settings.isolationLevel !== 'read uncommitted');
    try {
      await connection.executeQuery(beginImmediate);
    } catch (error) {
      connection.setWaitsForDisk(true);
      throw error;
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(commit);
    connection.setWaitsForDisk(true);
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    connection.setWaitsForDisk(true);
  }

  async destroy(): Promise<void> {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waitsForDisk = true;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Whether a commit returns only when it is on disk. To be set outside of a transaction. */
  setWaitsForDisk(waits: boolean): void {
    if (waits === this.#waitsForDisk) return;
    // not a kept statement: SQLite sets this while it compiles the text, not while it runs it
    this.#database.exec(`PRAGMA synchronous = ${waits ? 'FULL' : 'NORMAL'}`);
    this.#waitsForDisk = waits;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const statement = this.#prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw toAppError(error);
    }
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing in the store streams rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not streamed from SQLite');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      if (this.#statements.size >= statementsMax) this.#statements.clear();
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

/** SQLite's primary result codes that say nothing against the statement: busy, locked, read-only, I/O, full. */
const environmentCodes = new Set([5, 6, 8, 10, 13, 14]);

function toAppError(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined || !environmentCodes.has(code & 0xff)) return error;
  return new AppError('service_unavailable', 'The account database cannot be written to at the moment', {
    cause: error,
    retryAfterSeconds: 1,
  });
}
