import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import type { SelectStatement } from '../../syntax/ast.ts';

/** The answer of `json_serialize_sql`. */
export type SerializedSql =
  | { error: false; statements: SelectStatement[] }
  | {
      error: true;
      /** `parser`, `not implemented` (no SELECT), `serialization`. */
      error_type: string;
      error_message: string;
      /** Offset in code points, as text. */
      position?: string;
    };

/** Statements parsed concurrently, and those that may be queued. */
const readersMax = 2;
const waitingMax = 1_000;

/**
 * The version of the AST format that `syntax/ast.ts` and the admit stage were written for. It is the default of this
 * DuckDB version, but a later one may change that.
 */
const astVersion = 'v0.10.2';

interface Reader {
  readonly connection: DuckDBConnection;
  readonly statement: DuckDBPreparedStatement;
}

/**
 * DuckDB's parser as a function from text to AST. It has an in-memory database of its own, which never runs a
 * caller's SQL; the text is passed as a bound value, and `system.main.` prevents the function from being shadowed.
 */
export class Serializer implements AsyncDisposable {
  readonly #database: Database;
  readonly #idle: Reader[];
  readonly #waiting: ((reader: Reader) => void)[] = [];

  private constructor(database: Database, readers: Reader[]) {
    this.#database = database;
    this.#idle = readers;
  }

  static async open(): Promise<Serializer> {
    const database = await Database.open({
      threads: 1,
      settings: { storage_compatibility_version: astVersion, enable_external_access: 'false' },
    });
    const readers: Reader[] = [];
    while (readers.length < readersMax) {
      const connection = await database.connect();
      const statement = await connection.prepare('SELECT system.main.json_serialize_sql($1::VARCHAR)');
      readers.push({ connection, statement });
    }
    return new Serializer(database, readers);
  }

  /**
   * The AST of a text of at most 64 KiB, and its length as JSON; null when it contains a number that JSON cannot
   * represent (beyond DOUBLE).
   */
  async serialize(text: string): Promise<{ sql: SerializedSql | null; length: number }> {
    const reader = this.#idle.pop() ?? (await this.#wait());
    try {
      reader.statement.bindVarchar(1, text);
      const result = await reader.statement.run();
      const chunk = await result.fetchChunk();
      const json = chunk?.getColumnVector(0).getItem(0);
      if (typeof json !== 'string') throw new Error('json_serialize_sql returned no text');
      const sql = bareInfinity.test(json) ? parseStrictly(json) : (JSON.parse(json) as SerializedSql);
      return { sql, length: json.length };
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(reader);
      else next(reader);
    }
  }

  #wait(): Promise<Reader> {
    if (this.#waiting.length >= waitingMax) {
      throw new AppError(
        'service_unavailable',
        'Too many queries are queued for the parser. Try again in a second.',
      );
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const reader of this.#idle) {
      reader.statement.destroySync();
      reader.connection.closeSync();
    }
    this.#database.close();
  }
}

/** `1e309` is written as a bare Infinity, which is not valid JSON. */
const bareInfinity = /:-?(?:Infinity|NaN)\b/;

function parseStrictly(json: string): SerializedSql | null {
  try {
    return JSON.parse(json) as SerializedSql;
  } catch {
    return null;
  }
}
