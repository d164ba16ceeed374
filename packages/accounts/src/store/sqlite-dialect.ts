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
 * Kysely over a connection to SQLite. Each statement and each transaction takes a turn at it; with `isInTurn` none
 * does, because who builds the statement has the turn already.
 */
export class SqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;
  readonly #isInTurn: boolean;

  constructor(connection: SqliteConnection, { isInTurn = false } = {}) {
    this.#connection = connection;
    this.#isInTurn = isInTurn;
  }

  createDriver(): Driver {
    return this.#isInTurn ? new SqliteDriver(this.#connection) : new TurnTakingDriver(this.#connection);
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

  /** So that Kysely adds no turns of its own to ours. */
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

class TurnTakingDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.connection.takeTurn();
    return await super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.connection.endTurn();
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
