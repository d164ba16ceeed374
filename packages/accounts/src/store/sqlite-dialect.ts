import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Kysely over a connection to SQLite. Each statement and each transaction acquires the connection; with `isAcquired`
 * none does, because the caller has acquired it already.
 */
export class SqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;
  readonly #isAcquired: boolean;

  constructor(connection: SqliteConnection, { isAcquired = false } = {}) {
    this.#connection = connection;
    this.#isAcquired = isAcquired;
  }

  createDriver(): Driver {
    return this.#isAcquired ? new SqliteDriver(this.#connection) : new AcquiringDriver(this.#connection);
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

/** SQLite does roll back DDL, so migrations are atomic, and run in one process at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Disables Kysely's own mutex: the connection has one. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  protected readonly connection: SqliteConnection;
  readonly #kyselys: KyselyConnection;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    this.#kyselys = new KyselyConnection(connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#kyselys;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    this.connection.begin(true);
  }

  async commitTransaction(): Promise<void> {
    this.connection.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.connection.rollback();
  }

  async destroy(): Promise<void> {}
}

class AcquiringDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.connection.acquire();
    return await super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.connection.release();
  }
}

class KyselyConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = this.#connection.run<Row>(sql, parameters);
    return { rows, numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing in the store streams rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not streamed from SQLite');
  }
}
