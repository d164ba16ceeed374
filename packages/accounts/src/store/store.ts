import { CompiledQuery, type Dialect, Kysely, sql, type Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { type LedgerTransaction, StatementCache } from './statement-cache.ts';

/**
 * An account database. All queries are written once for both databases; this interface has their few differences.
 */
export interface Store {
  readonly db: Kysely<StoreSchema>;
  /** Runs some work in one transaction, durable when the promise resolves. */
  transaction<Result>(work: (transaction: Transaction<StoreSchema>) => Promise<Result>): Promise<Result>;
  /**
   * The same for the ledger. A transaction that is not durable does not wait for the disk: a machine crash can lose it,
   * but only together with all later transactions. A process crash loses nothing. With `sync`, none waits.
   */
  ledgerTransaction<Result>(
    isDurable: boolean,
    work: (transaction: LedgerTransaction) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Resolves when all that was committed before is durable. Errors: `disk_full`, `service_unavailable`: what was committed is lost
   * then if the machine crashes before a later call succeeds. Undefined where durable transactions of the ledger wait for the disk themselves.
   */
  readonly sync: (() => Promise<void>) | undefined;
  /** Runs queries on one snapshot of the database. */
  snapshot<Result>(work: (db: Kysely<StoreSchema>) => Promise<Result>): Promise<Result>;
  /** Errors that the integrity check of the database reports; empty where it has none. */
  damage(db: Kysely<StoreSchema>): Promise<string[]>;
  /** Rewrites the files, so that deleted rows leave no bytes; false if other processes kept it from that. */
  erase(): Promise<boolean>;
  /**
   * Locks the rows of a query, or those of some of its tables, until the transaction ends. SQLite needs no row locks: it
   * has one writer at a time.
   */
  lock<Query extends Lockable>(query: Query, tables?: readonly string[]): Query;
  /** Whether a failed commit may have succeeded: the response of a database server can be lost. */
  readonly mayCommitUnseen: boolean;
  /** Whether several machines can use it. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

interface Lockable {
  forUpdate(tables?: never): unknown;
}

/** A store on SQLite. */
export function sqliteStore(connection: SqliteConnection): Store {
  const db = new Kysely<StoreSchema>({ dialect: new SqliteDialect(connection) });
  const acquired = new Kysely<StoreSchema>({ dialect: new SqliteDialect(connection, { isAcquired: true }) });
  const texts = new StatementCache();
  const open: LedgerTransaction = {
    kysely: acquired,
    run: async <Row>(...[name, parameters, build]: Parameters<LedgerTransaction['run']>) =>
      connection.run<Row>(
        texts.textOf(name, parameters, () => build(acquired)),
        parameters,
      ).rows,
  };
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    // Kysely's transactions have more overhead than the ledger's statements
    async ledgerTransaction(_isDurable, work) {
      await connection.acquire();
      try {
        connection.begin(false);
        const result = await work(open);
        connection.commit();
        return result;
      } catch (error) {
        connection.rollback();
        throw error;
      } finally {
        connection.release();
      }
    },
    sync: () => connection.sync(),
    async snapshot(work) {
      await connection.acquire();
      try {
        connection.run('begin'); // takes no lock: readers of the write-ahead log see one snapshot
        return await work(acquired);
      } finally {
        connection.rollback();
        connection.release();
      }
    },
    async damage(db) {
      const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db);
      return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    },
    async erase() {
      await connection.acquire();
      try {
        connection.run('vacuum');
        const { rows } = connection.run<{ busy: number }>('pragma wal_checkpoint(truncate)');
        return rows.every(({ busy }) => Number(busy) === 0);
      } finally {
        connection.release();
      }
    },
    lock: (query) => query,
    mayCommitUnseen: false,
    isShared: false,
    async close() {
      await db.destroy();
      await connection.close();
    },
  };
}

/** A store on PostgreSQL. */
export function postgresStore(dialect: Dialect): Store {
  const db = new Kysely<StoreSchema>({ dialect });
  const texts = new StatementCache();
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    ledgerTransaction: (isDurable, work) =>
      db.transaction().execute(async (kysely) => {
        if (!isDurable) await sql`SET LOCAL synchronous_commit = off`.execute(kysely);
        return await work({
          kysely,
          async run<Row>(...[name, parameters, build]: Parameters<LedgerTransaction['run']>) {
            const text = texts.textOf(name, parameters, () => build(kysely));
            return (await kysely.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
          },
        });
      }),
    sync: undefined,
    snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
    damage: async () => [],
    async erase() {
      await sql`VACUUM (FULL) kept_parts, idempotency`.execute(db);
      return true;
    },
    lock: (query, tables) =>
      (tables === undefined ? query.forUpdate() : query.forUpdate(tables as never)) as typeof query,
    mayCommitUnseen: true,
    isShared: true,
    close: () => db.destroy(),
  };
}
