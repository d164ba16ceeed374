import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { AppError } from '@sdq/contract';
import { LRUCache } from 'lru-cache';

/** Prepared statements kept; the store's own texts are far fewer. */
const statementsMax = 200;
/** How long a writer waits for another process, in milliseconds. */
const busyTimeoutMs = 5_000;
/** Pages of 4 KiB that the log grows to before they are moved into the database file; some ms for whoever does it. */
const logPages = 4_000;

/** What a statement did. */
export interface Ran<Row> {
  rows: Row[];
  changes: number | bigint;
}

interface Prepared {
  statement: StatementSync;
  hasRows: boolean;
}

/**
 * Node's own SQLite on one file: one connection, which its users take in turns. Durable: WAL with `synchronous=FULL`,
 * so a commit that returned survives a power cut; about 0.3 ms each on a local disk, shared by all charges of a batch,
 * and every statement some 0.02 ms, which is why they may stay on the main thread.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Prepared>({ max: statementsMax });
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #waitsForDisk = true;

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    try {
      this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
                           PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${logPages}`);
    } catch (error) {
      this.#database.close();
      throw toAppError(error);
    }
  }

  /** Resolves when nobody else is at the connection; it is the caller's until `endTurn`. */
  takeTurn(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return undefined;
  }

  endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  /**
   * Takes SQLite's write lock at once: a lock taken later could meet a newer state and fail without waiting. A commit
   * that does not wait for the disk can be lost with the machine, but not with the process.
   */
  begin(waitsForDisk: boolean): void {
    this.#setWaitsForDisk(waitsForDisk);
    try {
      this.run('begin immediate');
    } catch (error) {
      this.#setWaitsForDisk(true);
      throw error;
    }
  }

  commit(): void {
    this.run('commit');
    this.#setWaitsForDisk(true);
  }

  /** Undoes what is not committed; SQLite may have done so itself. */
  rollback(): void {
    if (this.#database.isTransaction) this.run('rollback');
    this.#setWaitsForDisk(true);
  }

  /** Errors: `service_unavailable` when it is the surroundings that fail. */
  run<Row>(text: string, parameters: readonly unknown[] = []): Ran<Row> {
    try {
      const { statement, hasRows } = this.#prepare(text);
      if (hasRows) return { rows: statement.all(...(parameters as SQLInputValue[])) as Row[], changes: 0 };
      return { rows: [], changes: statement.run(...(parameters as SQLInputValue[])).changes };
    } catch (error) {
      throw toAppError(error);
    }
  }

  close(): void {
    this.#prepared.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #setWaitsForDisk(waits: boolean): void {
    if (waits === this.#waitsForDisk) return;
    // not a kept statement: SQLite sets this while it compiles the text, not while it runs it
    this.#database.exec(`PRAGMA synchronous = ${waits ? 'FULL' : 'NORMAL'}`);
    this.#waitsForDisk = waits;
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#prepared.set(text, prepared);
    return prepared;
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
