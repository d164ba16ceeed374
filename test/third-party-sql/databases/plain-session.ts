import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import ddb from '@duckdb/node-bindings';
import { Database, readFailure, statementHandle } from '@sdq/duckdb';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { createEncoder, describeType, type StreamColumn, uniqueNames } from '@sdq/encode';
import { readBatch, readType } from '@sdq/encode/duckdb';
import { tokenize } from '../../../packages/core/src/syntax/tokens.ts';
import type { PlainAnswer, PlainCalls, RowOrder } from './messages.ts';

/** The schemas beside that of the index. */
const shuffledSchema = 'shuffled';
const preparedSchema = 'prepared';

const memoryBytesMax = 2 ** 30;

/**
 * Plain DuckDB over the files of an index. Statements can read the index's data files and nothing else: neither other
 * files nor the network, nor can they write any.
 */
export class PlainSession {
  readonly #connection: DuckDBConnection;
  readonly #schema: string;
  #hasShuffled = false;
  #hasPrepared = false;

  private constructor(connection: DuckDBConnection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  static async open({
    script,
    dataDirectory,
    schema,
  }: PlainCalls['open']['argument']): Promise<PlainSession> {
    const database = await Database.open({ threads: 1, memoryBytesMax });
    const connection = await database.connect();
    await connection.run(script);
    await connection.run(await namesInMain(connection, schema));
    await connection.run(`SET allowed_directories = ${sqlStrings([dataDirectory])}`);
    await connection.run('SET enable_external_access = false');
    await connection.run(`USE ${sqlName(schema)}`);
    return new PlainSession(connection, schema);
  }

  async run({ sql, order, rowsMax, bytesMax }: PlainCalls['run']['argument']): Promise<PlainAnswer> {
    await this.#use(order);
    try {
      return await this.#answer(sql, rowsMax, bytesMax);
    } catch (error) {
      const failure = readFailure(error);
      if (failure === null) return { outcome: 'error', type: 'Other', message: (error as Error).message };
      return { outcome: 'error', type: failure.type, message: failure.message };
    }
  }

  async #answer(sql: string, rowsMax: number, bytesMax: number): Promise<PlainAnswer> {
    const prepared = await this.#prepared(sql);
    const result = await ddb.execute_prepared(statementHandle(prepared));
    const count = ddb.column_count(result);
    const schemas = [this.#schema, shuffledSchema, 'main'].map((schema) => `memory.${schema}.`);
    // A column without an alias is named by its text; the views' schema is no part of what was asked.
    const nameOf = (name: string) => schemas.reduce((text, schema) => text.replaceAll(schema, ''), name);
    const names = uniqueNames(Array.from({ length: count }, (_, i) => nameOf(ddb.column_name(result, i))));
    const types = names.map((_, i) => readType(ddb.column_logical_type(result, i)));
    const streamed = names.map((name, i) => ({ name, type: types[i] }) as StreamColumn);
    const columns = streamed.map(({ name, type }) => ({ name, type: describeType(type) }));
    try {
      const encoder = createEncoder('ndjson', streamed);
      const parts: Buffer[] = [];
      let rows = 0;
      let bytes = 0;
      for (;;) {
        const chunk = await ddb.fetch_chunk(result);
        const size = chunk === null ? 0 : ddb.data_chunk_get_size(chunk);
        if (chunk === null || size === 0) break;
        rows += size;
        for (const part of encoder.encode(readBatch(types, chunk))) {
          parts.push(Buffer.from(part));
          bytes += part.byteLength;
        }
        if (rows > rowsMax || bytes > bytesMax) return { outcome: 'rows', columns, lines: [], isCut: true };
      }
      for (const part of encoder.finish()) parts.push(Buffer.from(part));
      const text = Buffer.concat(parts).toString();
      const lines = text === '' ? [] : text.trimEnd().split('\n');
      return { outcome: 'rows', columns, lines, isCut: false };
    } catch (error) {
      if (readFailure(error) !== null) throw error;
      return { outcome: 'rows', columns, lines: null, isCut: false };
    }
  }

  /** A PIVOT without IN is two statements for DuckDB: the first one makes a type of the values. */
  async #prepared(sql: string): Promise<DuckDBPreparedStatement> {
    if (!/\bpivot/i.test(sql)) return await this.#connection.prepare(sql);
    const { tokens } = tokenize(sql);
    const statements = await this.#connection.extractStatements(sql);
    const isOne = tokens.every(({ kind }, at) => kind !== 'semicolon' || at === tokens.length - 1);
    if (!isOne || statements.count < 2) return await this.#connection.prepare(sql);
    for (let at = 0; at < statements.count - 1; at++) await (await statements.prepare(at)).run();
    return await statements.prepare(statements.count - 1);
  }

  async #use(order: RowOrder): Promise<void> {
    if (order === 'shuffled' && !this.#hasShuffled) await this.#shuffle();
    await this.#connection.run(`USE ${sqlName(order === 'shuffled' ? shuffledSchema : this.#schema)}`);
  }

  /** Copies each table with its rows in another order. */
  async #shuffle(): Promise<void> {
    await this.#connection.run(`CREATE SCHEMA ${shuffledSchema}`);
    for (const table of await viewsOf(this.#connection, this.#schema)) {
      await this.#connection.run(
        `CREATE TABLE ${shuffledSchema}.${table} AS FROM ${sqlName(this.#schema)}.${table} AS t ORDER BY hash(t::VARCHAR)`,
      );
    }
    this.#hasShuffled = true;
  }

  /** The one value of a function of one argument; null if it fails. */
  async serialized(call: string, argument: string): Promise<string | null> {
    const read = await this.#connection.runAndReadAll(`SELECT ${call}`, [argument]).catch(() => null);
    const value = read?.getRows()[0]?.[0];
    return typeof value === 'string' && !value.startsWith('{"error":true') ? value : null;
  }

  async prepare(sql: string): Promise<string | null> {
    if (!this.#hasPrepared) await this.#connection.run(`CREATE SCHEMA ${preparedSchema}`);
    this.#hasPrepared = true;
    await this.#connection.run(`SET search_path = '${preparedSchema},${this.#schema}'`);
    return await this.#connection.run(sql).then(
      () => null,
      (error: Error) => error.message,
    );
  }

  async forget(): Promise<undefined> {
    await this.#connection.run(`USE ${sqlName(this.#schema)}`);
    if (this.#hasPrepared) await this.#connection.run(`DROP SCHEMA ${preparedSchema} CASCADE`);
    this.#hasPrepared = false;
  }

  async preparedTables(): Promise<string[]> {
    if (!this.#hasPrepared) return [];
    const found = await this.#connection.runAndReadAll(
      `SELECT table_name FROM duckdb_tables() WHERE schema_name = '${preparedSchema}' ORDER BY table_oid`,
    );
    return found.getRows().map(([name]) => String(name));
  }

  async cteOf(
    { rowsMax, charactersMax }: PlainCalls['cteOf']['argument'],
    table: string,
  ): Promise<string | null> {
    const of = `${preparedSchema}.${table}`;
    const described = await this.#connection.runAndReadAll(`DESCRIBE ${of}`);
    const columns = described
      .getRows()
      .map(([name, type]) => ({ name: sqlName(String(name)), type: String(type) }));
    const texts = columns.map(({ name }) => `${name}::VARCHAR`).join(', ');
    const read = await this.#connection.runAndReadAll(`SELECT ${texts} FROM ${of} LIMIT ${rowsMax + 1}`);
    const rows = read.getRows();
    if (rows.length > rowsMax) return null;
    const literal = (value: unknown, at: number) =>
      value === null ? `NULL::${columns[at]?.type}` : `${sqlString(String(value))}::${columns[at]?.type}`;
    const names = columns.map(({ name }) => name).join(', ');
    const none = columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ');
    const body =
      rows.length === 0
        ? `SELECT ${none} WHERE false`
        : `VALUES ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`;
    const cte = `${table}(${names}) AS (${body})`;
    return cte.length > charactersMax ? null : cte;
  }
}

async function viewsOf(connection: DuckDBConnection, schema: string): Promise<string[]> {
  const found = await connection.runAndReadAll(
    `SELECT view_name FROM duckdb_views() WHERE schema_name = ${sqlString(schema)}`,
  );
  return found.getRows().map(([name]) => sqlName(String(name)));
}

/** Tools write `main` in front of tables: the same views under that name. */
async function namesInMain(connection: DuckDBConnection, schema: string): Promise<string> {
  const views = await viewsOf(connection, schema);
  return views.map((view) => `CREATE VIEW main.${view} AS FROM ${sqlName(schema)}.${view}`).join('; ');
}
