import { CompiledQuery, type Dialect, Kysely, sql, type Transaction } from 'kysely';
import { KeptTexts, type LedgerTransaction } from './kept-texts.ts';
import type { StoreSchema } from './schema.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

/**
 * A database of accounts. All queries are written once, for both databases; the few things in which they differ are
 * here.
 */
export interface Store {
  readonly db: Kysely<StoreSchema>;
  /** Runs some work in one transaction, durable when the promise resolves. */
  transaction<Result>(work: (transaction: Transaction<StoreSchema>) => Promise<Result>): Promise<Result>;
  /**
   * The same for the ledger. Unless it is durable it does not wait for the disk: that is for what may be lost with the
   * whole machine, as long as nothing durable that came after it survives. A killed process loses none of it.
   */
  ledgerTransaction<Result>(
    isDurable: boolean,
    work: (transaction: LedgerTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Runs queries that see one state of the database, whatever is written meanwhile. */
  snapshot<Result>(work: (db: Kysely<StoreSchema>) => Promise<Result>): Promise<Result>;
  /** What the database finds wrong with its own files; nothing where it does not say. */
  damage(db: Kysely<StoreSchema>): Promise<string[]>;
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
export function sqliteStore(connection: SqliteConnection): Store {
  const db = new Kysely<StoreSchema>({ dialect: new SqliteDialect(connection) });
  const inTurn = new Kysely<StoreSchema>({ dialect: new SqliteDialect(connection, { isInTurn: true }) });
  const texts = new KeptTexts();
  const open: LedgerTransaction = {
    kysely: inTurn,
    run: async <Row>(...[name, parameters, build]: Parameters<LedgerTransaction['run']>) =>
      connection.run<Row>(
        texts.textOf(name, parameters, () => build(inTurn)),
        parameters,
      ).rows,
  };
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    // not by Kysely's own transaction, which costs more than what the ledger does in it
    async ledgerTransaction(isDurable, work) {
      await connection.takeTurn();
      try {
        connection.begin(isDurable);
        const result = await work(open);
        connection.commit();
        return result;
      } catch (error) {
        connection.rollback();
        throw error;
      } finally {
        connection.endTurn();
      }
    },
    async snapshot(work) {
      await connection.takeTurn();
      try {
        connection.run('begin'); // takes no lock: the log keeps the state for who reads it
        return await work(inTurn);
      } finally {
        connection.rollback();
        connection.endTurn();
      }
    },
    async damage(db) {
      const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db);
      return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    },
    lock: (query) => query,
    mayCommitUnseen: false,
    async close() {
      await db.destroy();
      connection.close();
    },
  };
}

/** A store on PostgreSQL. */
export function postgresStore(dialect: Dialect): Store {
  const db = new Kysely<StoreSchema>({ dialect });
  const texts = new KeptTexts();
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
    snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
    damage: async () => [],
    lock: (query, table) =>
      (table === undefined ? query.forUpdate() : query.forUpdate(table as never)) as typeof query,
    mayCommitUnseen: true,
    close: () => db.destroy(),
  };
}
