import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
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

  /** All rows of a table: `from` is a table function. A list is never NULL there: it is empty. */
  async rows(from: string, table: CatalogTable): Promise<Row[]> {
    const columns = storedColumns(table);
    const list = columns.map(({ name, type }) => {
      if (type.startsWith('STRUCT(')) return `\`${name}\``;
      if (!type.endsWith('[]')) return textOf(type, `\`${name}\``);
      return `arrayMap(x -> ${textOf(type.slice(0, -2), 'x')}, \`${name}\`)`;
    });
    const rows = await this.query(
      `SELECT ${list.map((value, at) => `${value} AS column_${at}`).join(', ')} FROM ${from}
       SETTINGS ${settings.join(', ')}`,
    );
    return rows.map((row) =>
      Object.fromEntries(columns.map(({ name, type }, at) => [name, comparable(type, row[`column_${at}`])])),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, 'exit');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function textOf(type: string, value: string): string {
  if (type.startsWith('TIMESTAMP')) return `toString(toUnixTimestamp64Micro(${value}))`;
  return type === 'DATE' || type.startsWith('DECIMAL') ? `toString(${value})` : value;
}
