import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { allRows, Database } from '@sdq/duckdb';
import type { Expression, SelectStatement } from '../../syntax/ast.ts';

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

/** An overload of a function, as DuckDB describes it. Names and types of parameters are in order. */
export interface DescribedOverload {
  /** In lower case. */
  readonly name: string;
  /** `scalar`, `aggregate`, `macro`, `table`, `table_macro`, `pragma`. */
  readonly kind: string;
  readonly description: string | null;
  readonly parameters: readonly string[];
  /** Null for a parameter of a macro. */
  readonly types: readonly (string | null)[];
  readonly returns: string | null;
  /** The type of further arguments; null where it takes none. */
  readonly further: string | null;
  readonly aliasOf: string | null;
}

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
  /** The way back: from a tree to its text. */
  readonly writing: DuckDBPreparedStatement;
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
      const writing = await connection.prepare('SELECT system.main.json_deserialize_sql($1::VARCHAR::JSON)');
      readers.push({ connection, statement, writing });
    }
    return new Serializer(database, readers);
  }

  /** The AST of a text of at most 64 KiB, and its length as JSON. A number beyond DOUBLE is infinite. */
  async serialize(text: string): Promise<{ sql: SerializedSql; length: number }> {
    const reader = this.#idle.pop() ?? (await this.#wait());
    try {
      reader.statement.bindVarchar(1, text);
      const result = await reader.statement.run();
      const chunk = await result.fetchChunk();
      const json = chunk?.getColumnVector(0).getItem(0);
      if (typeof json !== 'string') throw new Error('json_serialize_sql returned no text');
      return { sql: parseSerialized(json), length: json.length };
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(reader);
      else next(reader);
    }
  }

  /** The functions that DuckDB has, one row per overload. */
  async functions(): Promise<DescribedOverload[]> {
    const connection = await this.#database.connect();
    try {
      return await allRows<DescribedOverload>(
        connection,
        `SELECT lower(function_name) AS name, function_type AS kind, description, parameters, parameter_types AS types,
           return_type AS returns, varargs AS further, alias_of AS "aliasOf" FROM duckdb_functions() ORDER BY ALL`,
      );
    } finally {
      connection.closeSync();
    }
  }

  /**
   * An expression of a tree as DuckDB writes it, which is the name of a result column without an alias; undefined where
   * DuckDB does not write it.
   */
  async textOf(expression: Expression): Promise<string | undefined> {
    const text = await this.written(treeText({ node: selectOf(expression) }));
    return text === undefined ? undefined : /^SELECT (.*)$/s.exec(text)?.[1];
  }

  /** The text of a tree, given by {@link treeText}, as DuckDB writes it; undefined where it does not. */
  async written(tree: string): Promise<string | undefined> {
    const reader = this.#idle.pop() ?? (await this.#wait());
    try {
      reader.writing.bindVarchar(1, `{"error":false,"statements":[${tree}]}`);
      const result = await reader.writing.run();
      const text = (await result.fetchChunk())?.getColumnVector(0).getItem(0);
      return typeof text === 'string' ? text : undefined;
    } catch {
      return undefined;
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
      reader.writing.destroySync();
      reader.connection.closeSync();
    }
    this.#database.close();
  }
}

/** A tree as JSON, without places in a text. */
export function treeText(tree: object): string {
  return JSON.stringify(tree, (key, value: unknown) => (key === 'query_location' ? 0 : value));
}

/** The tree of `SELECT …` with one item. */
function selectOf(item: Expression): unknown {
  return {
    type: 'SELECT_NODE',
    modifiers: [],
    cte_map: { map: [] },
    select_list: [item],
    from_table: { type: 'EMPTY', alias: '', sample: null, query_location: 0 },
    where_clause: null,
    group_expressions: [],
    group_sets: [],
    aggregate_handling: 'STANDARD_HANDLING',
    having: null,
    sample: null,
    qualify: null,
  };
}

/** `1e309` is written as a bare Infinity, which is not valid JSON. */
const bareInfinity = /:-?(?:Infinity|NaN)\b/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?Infinity|-?NaN/g;

/** What `json_serialize_sql` wrote. */
export function parseSerialized(json: string): SerializedSql {
  if (!bareInfinity.test(json)) return JSON.parse(json) as SerializedSql;
  // a number beyond DOUBLE is read as infinite by JavaScript too; DuckDB writes no NaN for a literal
  const readable = json.replaceAll(stringOrNumber, (token) =>
    token.startsWith('"') ? token : token.startsWith('-') ? '-1e999' : '1e999',
  );
  return JSON.parse(readable) as SerializedSql;
}
