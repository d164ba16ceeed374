import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export interface DatabaseOptions {
  /** A file, or in memory when absent. */
  path?: string;
  threads?: number;
  /** Bytes, in DuckDB's own accounting; strings and lists of a query may exceed it (docs/limits.md). */
  memoryBytesMax?: number;
  /** Directory for spill files of sorts and joins; without it they fail at the memory limit. */
  temporaryDirectory?: string;
  /** Further settings, by DuckDB's names. */
  settings?: Readonly<Record<string, string>>;
  /**
   * Whether what is read of Parquet files stays in memory, up to the limit; default true. What reads each file once or twice
   * needs the memory for something else, and several databases of a process have a limit each.
   */
  cachesFiles?: boolean;
}

/** An embedded DuckDB that is closed with its scope. Its time zone is UTC on every machine. */
export class Database implements AsyncDisposable {
  readonly #instance: DuckDBInstance;

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  static async open(options: DatabaseOptions = {}): Promise<Database> {
    const settings: Record<string, string> = {
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // DuckDB's default is a folder `.tmp` in the current directory. It must be set before external access is
      // disabled.
      temp_directory: options.temporaryDirectory ?? '',
      ...options.settings,
    };
    if (options.cachesFiles === false) settings.enable_external_file_cache = 'false';
    if (options.threads !== undefined) settings.threads = String(options.threads);
    if (options.memoryBytesMax !== undefined) settings.memory_limit = `${options.memoryBytesMax}B`;
    const instance = await DuckDBInstance.create(options.path ?? ':memory:', settings);
    const connection = await instance.connect();
    await connection.run("SET GLOBAL TimeZone = 'UTC'");
    connection.closeSync();
    return new Database(instance);
  }

  /** Opens a new connection, in about 20 µs. Close it with `closeSync`. */
  async connect(): Promise<DuckDBConnection> {
    return await this.#instance.connect();
  }

  close(): void {
    this.#instance.closeSync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}

/** All rows of a trusted statement, as objects with DuckDB's JSON-friendly values (BIGINT as text). */
export async function allRows<Row = Record<string, unknown>>(
  connection: DuckDBConnection,
  sql: string,
): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson() as Row[];
}

/** Creates a temporary table with the rows of a query, in place of one of the same name. Returns the number of rows. */
export async function createTemporary(
  connection: DuckDBConnection,
  name: string,
  query: string,
): Promise<number> {
  const created = await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${query}`);
  const [[rows] = []] = await created.getRows();
  return Number(rows ?? 0);
}

/** Drops those of these tables that there are. */
export async function dropTables(connection: DuckDBConnection, names: readonly string[]): Promise<void> {
  await connection.run(names.map((name) => `DROP TABLE IF EXISTS ${name}`).join('; '));
}
