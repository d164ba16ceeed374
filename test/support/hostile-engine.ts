import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import { type Engine, openEngine, type QueryOptions } from '@sdq/core';
import { writeSmallIndex } from './small-index.ts';

/** The codes with which the gate refuses: a statement that ends with one of them was not admitted. */
export const refusals: ReadonlySet<string> = new Set([
  'sql_syntax_error',
  'sql_unknown_table',
  'sql_unknown_column',
  'sql_unknown_function',
  'statement_not_allowed',
  'multiple_statements',
  'sql_parameter_error',
]);

/** What a statement came to. `text` is all that its caller was told: rows, or the error in every detail. */
export interface Verdict {
  readonly outcome: 'rows' | 'error';
  readonly code: string | null;
  readonly text: string;
  /** What the engine said within, which no caller is told. */
  readonly cause: string | null;
}

/** Milliseconds and bytes that a hostile statement gets. */
const timeoutMsUsual = 500;
const bytesMax = 4_000_000;

const planted = 'canary-4f1d';

/**
 * An engine surrounded by what it must not tell: files beside its index, a variable of the environment, and the
 * names of its own directories.
 */
export class HostileEngine implements AsyncDisposable {
  readonly engine: Engine;
  readonly #folder: string;

  private constructor(engine: Engine, folder: string) {
    this.engine = engine;
    this.#folder = folder;
  }

  static async open(isolation: 'process' | 'in-process' = 'process'): Promise<HostileEngine> {
    const folder = await mkdtemp(join(tmpdir(), `sdq-${planted}-`));
    process.env.SDQ_CANARY = `${planted}-environment`;
    await mkdir(join(folder, 'secret'));
    await mkdir(join(folder, 'tmp'));
    for (const [file, text] of [
      ['secret.txt', `${planted}-file`],
      ['secret.csv', `a,b\n${planted}-file,2\n`],
      ['secret.json', `{"a": "${planted}-file"}`],
      ['secret.db', `${planted}-file`],
    ] as const) {
      await writeFile(join(folder, 'secret', file), text);
    }
    await writeSmallIndex(join(folder, 'index'), 400);
    // A neighbour inside of the only directory that the engine's processes may read.
    await writeFile(join(folder, 'index', 'data', 'neighbour.csv'), `a\n${planted}-file\n`);
    const engine = await openEngine({
      index: join(folder, 'index'),
      isolation,
      processes: 2,
      threads: 1,
      memoryBytesMax: 2 ** 28,
    });
    return new HostileEngine(engine, folder);
  }

  /** Fills in the places that attacks name. */
  sql(template: string): string {
    return template
      .replaceAll('{{DATA}}', join(this.#folder, 'index', 'data'))
      .replaceAll('{{SECRET}}', join(this.#folder, 'secret'))
      .replaceAll('{{TMP}}', join(this.#folder, 'tmp'));
  }

  async run(
    template: string,
    timeoutMs = timeoutMsUsual,
    dialect?: QueryOptions['dialect'],
  ): Promise<Verdict> {
    return await verdictOn(async () => {
      const options = { timeoutMs, bytesMax, limit: 1_000, dialect };
      const result = await this.engine.query(this.sql(template), options);
      const parts = [Buffer.from(JSON.stringify(result.columns))];
      for await (const part of result.bytes('ndjson')) parts.push(Buffer.from(part));
      return Buffer.concat(parts).toString();
    });
  }

  /** The same up to the plan: what the gate makes of a statement. */
  async plan(template: string): Promise<Verdict> {
    return await verdictOn(async () => (await this.engine.identify(this.sql(template))) ?? '');
  }

  /** What a verdict tells that it must not; null when nothing. What the caller wrote may be repeated to him. */
  leakIn(template: string, { text }: Verdict): string | null {
    const own = this.sql(template).toLowerCase();
    const foreign = [
      `${planted}-file`,
      `${planted}-environment`,
      planted,
      'root:x:0',
      'read_parquet',
      '.parquet',
      'allowed_directories',
      'lock_configuration',
      'query-process',
      'node_modules',
      'INTERNAL Error',
      '_older',
      `${tmpdir()}/`,
    ];
    const told = text.toLowerCase();
    return (
      foreign.find((word) => told.includes(word.toLowerCase()) && !own.includes(word.toLowerCase())) ?? null
    );
  }

  /** Files that statements left behind. */
  async written(): Promise<string[]> {
    return await readdir(join(this.#folder, 'tmp'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close();
    delete process.env.SDQ_CANARY;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function verdictOn(work: () => Promise<string>): Promise<Verdict> {
  try {
    return { outcome: 'rows', code: null, text: await work(), cause: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, sql, hint, meta } = error;
    return {
      outcome: 'error',
      code,
      text: JSON.stringify({ message, sql, hint, meta }),
      cause: error.cause === undefined ? null : String(error.cause),
    };
  }
}
