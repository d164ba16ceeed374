import { type Dialect, Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';

/**
 * A database of accounts. All queries are written once, for both databases; the few things in which they differ are
 * here.
 */
export interface Store {
  readonly db: Kysely<StoreSchema>;
  /** Runs some work in one transaction, durable when the promise resolves. */
  transaction<Result>(work: (transaction: Transaction<StoreSchema>) => Promise<Result>): Promise<Result>;
  /**
   * The same without waiting for the disk: for what may be lost with the whole machine, as long as nothing durable
   * that came after it survives. A killed process loses none of it.
   */
  relaxedTransaction<Result>(
    work: (transaction: Transaction<StoreSchema>) => Promise<Result>,
  ): Promise<Result>;
  /** Makes a query keep its rows from others until the transaction ends. SQLite has one writer at a time anyway. */
  lock<Query extends SelectQueryBuilder<StoreSchema, never, unknown>>(query: Query): Query;
  /** Whether a commit that failed may have been done nevertheless: the answer of a server can get lost. */
  readonly mayCommitUnseen: boolean;
  close(): Promise<void>;
}

/** A store on SQLite. */
export function sqliteStore(dialect: Dialect): Store {
  const db = new Kysely<StoreSchema>({ dialect });
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    relaxedTransaction: (work) =>
      db.connection().execute(async (connection) => {
        await sql`PRAGMA synchronous = NORMAL`.execute(connection);
        try {
          return await connection.transaction().execute(work);
        } finally {
          await sql`PRAGMA synchronous = FULL`.execute(connection);
        }
      }),
    lock: (query) => query,
    mayCommitUnseen: false,
    close: () => db.destroy(),
  };
}

/** A store on PostgreSQL. */
export function postgresStore(dialect: Dialect): Store {
  const db = new Kysely<StoreSchema>({ dialect });
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    relaxedTransaction: (work) =>
      db.transaction().execute(async (transaction) => {
        await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
        return await work(transaction);
      }),
    lock: (query) => query.forUpdate() as typeof query,
    mayCommitUnseen: true,
    close: () => db.destroy(),
  };
}
