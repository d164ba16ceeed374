import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export interface DatabaseOptions {
  /** A file, or in memory when absent. */
  path?: string;
  threads?: number;
  /** Bytes. DuckDB's own accounting; strings and lists of a query may pass it (see the notes on limits). */
  memoryBytesMax?: number;
  /** Where sorts and joins may spill; without it they fail at the memory limit instead. */
  temporaryDirectory?: string;
  /** Further settings, by DuckDB's names. */
  settings?: Readonly<Record<string, string>>;
}

/** An embedded DuckDB that is closed with its scope. Its time zone is UTC, whatever the machine's. */
export class Database implements AsyncDisposable {
  readonly #instance: DuckDBInstance;

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  static async open(options: DatabaseOptions = {}): Promise<Database> {
    const settings: Record<string, string> = {
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // DuckDB's own choice is a folder `.tmp` wherever the process happens to stand. Before access is shut off.
      temp_directory: options.temporaryDirectory ?? '',
      ...options.settings,
    };
    if (options.threads !== undefined) settings.threads = String(options.threads);
    if (options.memoryBytesMax !== undefined) settings.memory_limit = `${options.memoryBytesMax}B`;
    const instance = await DuckDBInstance.create(options.path ?? ':memory:', settings);
    const connection = await instance.connect();
    await connection.run("SET GLOBAL TimeZone = 'UTC'");
    connection.closeSync();
    return new Database(instance);
  }

  /** A connection of its own; about 20 µs. Close it with `closeSync`. */
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
