import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import { CompiledTexts } from './compiled-texts.ts';
import type { StoreSchema } from './schema.ts';

/**
 * A database of accounts. All queries are written once, for both databases; the few things in which they differ are
 * here.
 */
export interface Store {
  readonly db: Kysely<StoreSchema>;
  readonly texts: CompiledTexts;
  /** Runs some work in one transaction, durable when the promise resolves. */
  transaction<Result>(work: (transaction: Transaction<StoreSchema>) => Promise<Result>): Promise<Result>;
  /**
   * The same without waiting for the disk: for what may be lost with the whole machine, as long as nothing durable
   * that came after it survives. A killed process loses none of it.
   */
  relaxedTransaction<Result>(
    work: (transaction: Transaction<StoreSchema>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Makes a query keep its rows, or those of one of its tables, from others until the transaction ends. SQLite has one
   * writer at a time anyway.
   */
  lock<Query extends Lockable>(query: Query, table?: string): Query;
  /** Whether a commit that failed may have been done nevertheless: the answer of a server can get lost. */
  readonly mayCommitUnseen: boolean;
  close(): Promise<void>;
}

interface Lockable {
  forUpdate(table?: never): unknown;
}

/** A store on SQLite. */
export function sqliteStore(dialect: Dialect): Store {
  const db = new Kysely<StoreSchema>({ dialect });
  return {
    db,
    texts: new CompiledTexts(),
    transaction: (work) => db.transaction().execute(work),
    // a level that SQLite does not have: our driver takes it for what is said above
    relaxedTransaction: (work) => db.transaction().setIsolationLevel('read uncommitted').execute(work),
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
    texts: new CompiledTexts(),
    transaction: (work) => db.transaction().execute(work),
    relaxedTransaction: (work) =>
      db.transaction().execute(async (transaction) => {
        await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
        return await work(transaction);
      }),
    lock: (query, table) =>
      (table === undefined ? query.forUpdate() : query.forUpdate(table as never)) as typeof query,
    mayCommitUnseen: true,
    close: () => db.destroy(),
  };
}
