import { rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk, type Result } from '@duckdb/node-bindings';
import { AppError, type ResultColumn } from '@sdq/contract';
import { connectionHandle, Database, statementHandle } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { StoredRows } from '../stages.ts';
import { AttachedFiles } from './attached-files.ts';
import { BrokenStream, type Chunks, fetchChunk, resultColumns } from './chunks.ts';
import { Slots } from './slots.ts';

/** Of the instance that reads and writes them; rows beyond it are on disk. */
const memoryBytesMax = 128 * 2 ** 20;
const callsAtOnce = 2;
/** Chunks between looks at how large a file has become. */
const chunksPerFlush = 4;
/** The least that DuckDB takes: results are mostly small. */
const blockBytes = 16_384;
/** Rows that are held in memory before they are written: wide ones must not fill it. */
const rowGroupRows = 8_192;

/**
 * Results kept in files of DuckDB's own, so that their rows can be had again as they were, in any order of formats
 * and of pages. They have an instance of their own, which runs no SQL of callers: no query can reach another's result.
 */
export class StoredResults implements AsyncDisposable {
  readonly #attached = new AttachedFiles();
  readonly #slots = new Slots(callsAtOnce);
  #opening: Promise<Database> | undefined;
  #written = 0;

  /** A file to be filled with chunks of these columns. Errors: `sql_type_error` for types that cannot be kept. */
  async write(path: string, columns: readonly ResultColumn[], bytesMax: number): Promise<StoredWriter> {
    const connection = await (await this.#open()).connect();
    const name = `written_${this.#written++}`;
    await connection.run(
      `ATTACH ${sqlString(path)} AS ${name} (BLOCK_SIZE ${blockBytes}, ROW_GROUP_SIZE ${rowGroupRows})`,
    );
    try {
      const definitions = columns.map(({ type }, index) => `c${index} ${type}`);
      await connection.run(`CREATE TABLE ${name}.result (${definitions.join(', ')})`);
      await connection.run(
        `CREATE TABLE ${name}.names AS SELECT unnest([${columns.map((column) => sqlString(column.name)).join(', ')}]) AS name`,
      );
      // one transaction: rows then go straight into the file, and not into its log first
      await connection.run('BEGIN');
      return new StoredWriter(connection, name, path, bytesMax);
    } catch (cause) {
      await connection.run(`DETACH ${name}`);
      connection.closeSync();
      await rm(path, { force: true });
      throw new AppError('sql_type_error', 'a column of this result has a type that cannot be kept', {
        hint: "give the fields of structs names, as in {'a': 1}, or cast the column to VARCHAR",
        cause,
      });
    }
  }

  async read(rows: StoredRows, signal: AbortSignal | undefined): Promise<Chunks> {
    const connection = await (await this.#open()).connect();
    const leaves: (() => void)[] = [() => connection.closeSync()];
    const leave = () => {
      for (const each of leaves.splice(0)) each();
    };
    try {
      return await this.#slots.use(async () => {
        const name = `stored ${rows.path}`;
        leaves.push(await this.#attached.use(connection, [{ name, path: rows.path }]));
        const names = await connection.runAndReadAll(`SELECT name FROM ${sqlName(name)}.names`);
        const prepared = await connection.prepare(selection(name, rows));
        const result = await ddb.execute_prepared_streaming(statementHandle(prepared));
        const columnNames = (names.getColumns()[0] ?? []).map(String);
        return new StoredChunks(connection, leave, this.#slots, columnNames, result, signal);
      }, signal);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #open(): Promise<Database> {
    this.#opening ??= Database.open({
      threads: 1,
      memoryBytesMax,
      settings: { force_compression: 'uncompressed' },
    });
    return await this.#opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    (await this.#opening)?.close();
  }
}

/**
 * One thread reads rows in the order in which they were written. An ORDER BY would say the same and sort them all, for
 * which there is no room.
 */
function selection(name: string, { first, count, without }: StoredRows): string {
  const table = `${sqlName(name)}.result`;
  if (without.length === 0) {
    return `SELECT * FROM ${table} WHERE rowid >= ${first} AND rowid < ${first + count}`;
  }
  return `SELECT * FROM ${table} WHERE rowid NOT IN (${without.join(', ')}) LIMIT ${count} OFFSET ${first}`;
}

/** Fills one file. Exactly one of `finish` and `abandon` ends it. */
export class StoredWriter {
  readonly #connection: DuckDBConnection;
  readonly #name: string;
  readonly #path: string;
  readonly #bytesMax: number;
  readonly #appender: ReturnType<typeof ddb.appender_create_ext>;
  #chunks = 0;

  constructor(connection: DuckDBConnection, name: string, path: string, bytesMax: number) {
    this.#connection = connection;
    this.#name = name;
    this.#path = path;
    this.#bytesMax = bytesMax;
    this.#appender = ddb.appender_create_ext(connectionHandle(connection), name, null, 'result');
  }

  /** Takes a whole chunk. Says whether the file has become as large as it may be, which is looked at now and then. */
  async append(chunk: DataChunk): Promise<boolean> {
    ddb.append_data_chunk(this.#appender, chunk);
    if (++this.#chunks % chunksPerFlush !== 0) return false;
    ddb.appender_flush_sync(this.#appender);
    return (await this.#size()) > this.#bytesMax;
  }

  /** Bytes of the file, which is whole and closed. */
  async finish(): Promise<number> {
    ddb.appender_close_sync(this.#appender);
    await this.#connection.run('COMMIT');
    await this.#connection.run(`DETACH ${this.#name}`);
    this.#connection.closeSync();
    return await this.#size();
  }

  /** Deletes what was written. Safe after `finish` has failed. */
  async abandon(): Promise<void> {
    ddb.appender_clear(this.#appender); // else its rows would be written when it is collected
    for (const step of ['ROLLBACK', `DETACH ${this.#name}`]) await this.#connection.run(step).catch(() => {});
    this.#connection.closeSync();
    await Promise.all([this.#path, `${this.#path}.wal`].map((path) => rm(path, { force: true })));
  }

  /** What is not yet in the file itself stands in its log. */
  async #size(): Promise<number> {
    const sizes = await Promise.all(
      [this.#path, `${this.#path}.wal`].map(async (path) => (await stat(path).catch(() => null))?.size ?? 0),
    );
    return sizes.reduce((a, b) => a + b, 0);
  }
}

class StoredChunks implements Chunks {
  readonly columns: Chunks['columns'];
  readonly attempt = null;
  workedMs = 0;
  readonly #connection: DuckDBConnection;
  readonly #leave: () => void;
  readonly #slots: Slots;
  readonly #result: Result;
  readonly #signal: AbortSignal | undefined;
  #isBusy = false;
  #isClosed = false;

  constructor(
    connection: DuckDBConnection,
    leave: () => void,
    slots: Slots,
    names: readonly string[],
    result: Result,
    signal: AbortSignal | undefined,
  ) {
    this.columns = resultColumns(result).map(({ type }, index) => ({ name: names[index] ?? '', type }));
    this.#connection = connection;
    this.#leave = leave;
    this.#slots = slots;
    this.#result = result;
    this.#signal = signal;
  }

  async next(): Promise<DataChunk | null> {
    if (this.#isClosed) return null;
    this.#isBusy = true;
    const startedAt = performance.now();
    try {
      return await this.#slots.use(() => fetchChunk(this.#result), this.#signal);
    } catch (error) {
      if (error instanceof BrokenStream)
        throw new AppError('query_cancelled', 'reading the result was stopped');
      throw error;
    } finally {
      this.workedMs += performance.now() - startedAt;
      this.#isBusy = false;
      if (this.#isClosed) this.#leave();
    }
  }

  release(chunk: DataChunk): void {
    ddb.data_chunk_reset(chunk);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.interrupt();
    if (!this.#isBusy) this.#leave();
  }
}
