import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { AppError, asDiskFull } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import { LogSync } from './log-sync.ts';
import { openDatabase } from './open-database.ts';

/** Maximum number of cached prepared statements; the store needs far fewer. */
const statementsMax = 200;
/** How long a writer waits for another process, in milliseconds. */
const busyTimeoutMs = 5_000;
/** Pages of 4 KiB in the write-ahead log before a checkpoint, which takes some ms. */
const logPages = 4_000;

/** The result of a statement. */
export interface Ran<Row> {
  rows: Row[];
  changes: number | bigint;
}

interface Prepared {
  statement: StatementSync;
  hasRows: boolean;
}

/**
 * Node's SQLite on one file: one connection, guarded by a mutex. Durable: WAL with `synchronous=FULL`, so a commit that
 * returned survives a power failure. Transactions of the ledger commit without waiting for the disk, which takes 0.2 to 10 ms, and
 * call `sync`, which lets the event loop go on. A statement takes about 0.02 ms, so they can run on the main thread.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Prepared>({ max: statementsMax });
  readonly #waiting: (() => void)[] = [];
  readonly #path: string;
  readonly #log: LogSync;
  #isTaken = false;
  #waitsForDisk = true;

  constructor(path: string) {
    this.#path = path;
    this.#log = new LogSync(`${path}-wal`);
    this.#database = openDatabase(path, { timeout: busyTimeoutMs });
    try {
      this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
                           PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${logPages}`);
    } catch (error) {
      this.#database.close();
      throw toAppError(error, path);
    }
  }

  /** Acquires the connection; the caller has it until `release`. */
  acquire(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  /**
   * Takes SQLite's write lock immediately: a later lock could conflict with a newer state and fail without waiting. A
   * commit that does not wait for the disk survives a process crash, but not a machine crash.
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

  /** Resolves when all that was committed before is durable. Errors: as those of `run`. */
  async sync(): Promise<void> {
    try {
      await this.#log.sync();
    } catch (error) {
      throw asDiskFull(error, { path: this.#path }) ?? notWritable(error);
    }
  }

  /** Rolls back, unless SQLite has done so itself. */
  rollback(): void {
    if (this.#database.isTransaction) this.run('rollback');
    this.#setWaitsForDisk(true);
  }

  /** Errors: `disk_full`; `service_unavailable` for other failures of the environment. */
  run<Row>(text: string, parameters: readonly unknown[] = []): Ran<Row> {
    try {
      const { statement, hasRows } = this.#prepare(text);
      if (hasRows) return { rows: statement.all(...(parameters as SQLInputValue[])) as Row[], changes: 0 };
      return { rows: [], changes: statement.run(...(parameters as SQLInputValue[])).changes };
    } catch (error) {
      throw toAppError(error, this.#path);
    }
  }

  async close(): Promise<void> {
    await this.#log[Symbol.asyncDispose]();
    this.#prepared.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #setWaitsForDisk(waits: boolean): void {
    if (waits === this.#waitsForDisk) return;
    // not a prepared statement: SQLite applies this pragma when it compiles the text, not when it runs it
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

/** SQLite's primary result codes for failures of the environment: busy, locked, read-only, I/O, cannot open. */
const environmentCodes = new Set([5, 6, 8, 10, 14]);

function toAppError(error: unknown, path: string): unknown {
  const full = asDiskFull(error, { path });
  if (full !== undefined) return full;
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined || !environmentCodes.has(code & 0xff)) return error;
  return notWritable(error);
}

function notWritable(cause: unknown): AppError {
  return new AppError('service_unavailable', 'The account database is temporarily not writable', {
    cause,
    retryAfterSeconds: 1,
  });
}
