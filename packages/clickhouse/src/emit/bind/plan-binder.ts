import type { Catalog, CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { placedError, type Resolved } from '@sdq/core/backend';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { type CaseMaps, readCaseMaps } from './case-maps.ts';
import { readPlanJson } from './plan-json.ts';
import { putInValues } from './put-in-values.ts';

type Connection = Awaited<ReturnType<Database['connect']>>;

/** A statement whose names, types, overloads and casts DuckDB has resolved. */
export interface BoundQuery {
  /** The plan, as `json_serialize_plan` writes it; whole numbers beyond 2^53 are bigints. */
  readonly plan: unknown;
  /** Columns of the result: DuckDB's names, and its types as it prints them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** How DuckDB maps upper and lower case. */
  readonly caseMaps: CaseMaps;
  /** The byte offset in the caller's text of one in the text that was bound. */
  callerOffset(bound: number): number;
}

/** The version of DuckDB whose plans `plan/` describes. */
export const reviewedDuckdbVersion = 'v1.5.6';

/**
 * The optimizers that a bound plan needs: one computes constants, the other removes joins that subqueries brought in.
 * All others would change the plan for DuckDB's own execution.
 */
const optimizersKept = ['expression_rewriter', 'deliminator'];

/** An in-memory DuckDB with the catalogue's empty tables. It binds statements and reads no rows. */
export class PlanBinder implements AsyncDisposable {
  readonly #database: Database;
  readonly #connections = new Map<string, Promise<Connection>>();
  /** A connection binds one statement after the other: the last of each platform. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #caseMaps: CaseMaps;

  private constructor(database: Database, caseMaps: CaseMaps) {
    this.#database = database;
    this.#caseMaps = caseMaps;
  }

  static async open(catalog: Catalog): Promise<PlanBinder> {
    const database = await Database.open({ threads: 1, settings: { enable_external_access: 'false' } });
    const connection = await database.connect();
    try {
      const version = await connection.runAndReadAll('SELECT version()');
      if (version.getRows()[0]?.[0] !== reviewedDuckdbVersion)
        throw new Error(`Plans are described for DuckDB ${reviewedDuckdbVersion} only`);
      for (const platform of catalog.platforms) await connection.run(`CREATE SCHEMA ${sqlName(platform)}`);
      for (const table of catalog.tables) await connection.run(createTable(table));
      const optimizers = await connection.runAndReadAll('SELECT name FROM duckdb_optimizers()');
      const disabled = optimizers.getRows().flatMap(([name]) => String(name));
      const list = disabled.filter((name) => !optimizersKept.includes(name)).join(',');
      await connection.run(`SET GLOBAL disabled_optimizers = '${list}'`);
      return new PlanBinder(database, await readCaseMaps(connection));
    } catch (error) {
      database.close();
      throw error;
    } finally {
      connection.closeSync();
    }
  }

  /**
   * The bound plan of an admitted statement. Errors: `sql_unknown_column` and the like, as far as binding finds them,
   * `not_supported_by_backend`.
   */
  async bind(query: Resolved): Promise<BoundQuery> {
    const turn = (this.#turns.get(query.platform) ?? Promise.resolve()).then(
      async () => await this.#bind(query),
    );
    this.#turns.set(
      query.platform,
      turn.then(
        () => {},
        () => {},
      ),
    );
    return await turn;
  }

  async #bind(query: Resolved): Promise<BoundQuery> {
    const { text, valued, callerOffset } = putInValues(query);
    const connection = await this.#connection(query.platform);
    const answer = await connection.runAndReadAll(
      'SELECT json_serialize_plan($1::VARCHAR, optimize := true)',
      [valued],
    );
    const parsed = readPlanJson(String(answer.getRows()[0]?.[0]));
    if (parsed.error === true) throw bindError(query, parsed, callerOffset);
    const [plan, another] = Array.isArray(parsed.plans) ? (parsed.plans as unknown[]) : [];
    if (plan === undefined || another !== undefined)
      throw new AppError('not_supported_by_backend', 'ClickHouse answers one SELECT.');
    const types = await describe(connection, valued);
    const names = text === valued ? [] : await namesOf(connection, text, query.statement.parameters);
    const columns = types.map(({ name, type }, index) => ({ name: names[index] ?? name, type }));
    return { plan, columns, caseMaps: this.#caseMaps, callerOffset };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections.values()) (await connection).closeSync();
    this.#database.close();
  }

  /** The connection whose names are those of a platform. */
  #connection(platform: string): Promise<Connection> {
    let opening = this.#connections.get(platform);
    if (opening === undefined) {
      opening = this.#database.connect().then(async (connection) => {
        await connection.run(`USE memory.${sqlName(platform)}`);
        return connection;
      });
      this.#connections.set(platform, opening);
    }
    return opening;
  }
}

async function describe(connection: Connection, text: string): Promise<{ name: string; type: string }[]> {
  const prepared = await connection.prepare(text);
  try {
    return Array.from({ length: prepared.columnCount }, (_, index) => ({
      name: prepared.columnName(index),
      type: prepared.columnType(index).toString(),
    }));
  } finally {
    prepared.destroySync();
  }
}

/** Names of columns where parameters stand in their text; none where DuckDB cannot take the values as they are. */
async function namesOf(
  connection: Connection,
  text: string,
  parameters: Resolved['statement']['parameters'],
): Promise<readonly string[]> {
  const isPlain = (value: unknown) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  if (!Object.values(parameters as object).every(isPlain)) return [];
  try {
    // the tables are empty, and nothing is read of the result
    const result = await connection.stream(text, parameters as Record<string, string | number>);
    return result.columnNames();
  } catch {
    return [];
  }
}

function createTable({ platform, name, columns }: CatalogTable): string {
  const list = columns.map((column) => `${sqlName(column.name)} ${column.type}`).join(', ');
  return `CREATE TABLE ${sqlName(platform)}.${sqlName(name)} (${list})`;
}

/** What binding found wrong, in words of our own for names; other messages of the binder are about the statement alone. */
function bindError(
  { statement }: Resolved,
  found: Readonly<Record<string, unknown>>,
  callerOffset: (bound: number) => number,
): AppError {
  const message = String(found.error_message ?? 'The statement cannot be bound.');
  const position = Number(found.position ?? Number.NaN);
  const location = Number.isSafeInteger(position) ? callerOffset(position) : null;
  const column = /column "([^"]+)"|column named "([^"]+)"/i.exec(message);
  const code =
    found.error_subtype === 'COLUMN_NOT_FOUND' || (column !== null && /not found|not exist/.test(message))
      ? 'sql_unknown_column'
      : found.error_type === 'not implemented'
        ? 'not_supported_by_backend'
        : 'sql_type_error';
  return placedError(code, statement, { message, location });
}
