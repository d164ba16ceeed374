import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlString } from '@sdq/duckdb/sql';
import { toolsFolder } from '../support/tools.ts';
import { comparable, type Row } from './comparable-rows.ts';

const child = fileURLToPath(new URL('clickhouse-child.ts', import.meta.url));

const settings = [
  'output_format_json_quote_64bit_integers = 1',
  'output_format_json_quote_denormals = 1',
  'output_format_json_named_tuples_as_objects = 1',
  'output_format_decimal_trailing_zeros = 1',
];

/** ClickHouse in a process of its own, that reads Iceberg tables in folders. */
export class ClickHouse implements AsyncDisposable {
  readonly #process: ReturnType<typeof spawn>;
  readonly #answers: AsyncIterator<string>;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#process = spawn(
      process.execPath,
      ['--conditions=@sdq/source', child, toolsFolder, join(folder, 'session')],
      {
        // files are read below the current folder
        cwd: '/',
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    this.#answers = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]();
  }

  static async start(): Promise<ClickHouse> {
    return new ClickHouse(await mkdtemp(join(tmpdir(), 'sdq-clickhouse-')));
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    this.#process.stdin?.write(`${JSON.stringify(sql)}\n`);
    const { value, done } = await this.#answers.next();
    if (done === true) throw new Error(`ClickHouse ended over: ${sql}`);
    const { rows, error } = JSON.parse(value) as { rows?: Record<string, unknown>[]; error?: string };
    if (rows === undefined) throw new Error(`${error}: ${sql}`);
    return rows;
  }

  /** All rows of a table, by the path of its folder. A list is never NULL there: it is empty. */
  async rows(folder: string, table: CatalogTable): Promise<Row[]> {
    const list = storedColumns(table).map(({ name, type }) => {
      const column = `\`${name}\``;
      if (type.startsWith('TIMESTAMP')) return `toString(toUnixTimestamp64Micro(${column})) AS ${column}_`;
      if (type === 'DATE' || type.startsWith('DECIMAL')) return `toString(${column}) AS ${column}_`;
      if (type.startsWith('TIMESTAMP') && type.endsWith('[]')) return `${column} AS ${column}_`;
      return `${column} AS ${column}_`;
    });
    const rows = await this.query(
      `SELECT ${list.join(', ').replaceAll('`_', '_`')} FROM icebergLocal(${sqlString(folder)})
       SETTINGS ${settings.join(', ')}`,
    );
    return rows.map((row) =>
      Object.fromEntries(
        storedColumns(table).map(({ name, type }) => [name, comparable(type, row[`${name}_`])]),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, 'exit');
    await rm(this.#folder, { recursive: true, force: true });
  }
}
