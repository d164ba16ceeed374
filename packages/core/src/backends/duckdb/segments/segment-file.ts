import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName, sqlString, sqlWords } from '@sdq/duckdb/sql';
import { type TableFile, tableFiles } from '@sdq/index';
import { type Structure, scanOf, slicingColumns } from '../candidates/structure.ts';
import { checkStructure } from './check-structure.ts';
import { structureSizes } from './structure-statistics.ts';
import { writeStructure } from './write-structure.ts';

export interface SegmentFileOptions {
  /** Folder of the build, with the native file and spill files. */
  readonly folder: string;
  /** Base files, as absolute paths, in the order in which they are covered. */
  readonly files: readonly (TableFile & { readonly rows: number })[];
  readonly table: CatalogTable;
  /** All structures that it will contain. */
  readonly structures: readonly Structure[];
  /** Those that these are made from, in a file of their own. */
  readonly auxiliary?: readonly Structure[] | undefined;
  readonly threads: number;
  readonly memoryBytesMax: number;
  /** Called when the file of an interrupted build could not be opened, so that it is created again. */
  readonly onCreatedAgain?: () => void;
}

/** The file of the segment, or the one with what only its build reads. */
export type SegmentPart = 'segment' | 'auxiliary';

/** How many times its memory a sort may spill at once, in a file of its own on the disk. */
const spilledMax = 8;

/** Rows of the segment from which each structure is checkpointed; of a smaller one, the write-ahead log holds them until the end. */
const rowsOfCheckpoint = 122_880;

/** Sample size for choosing ranges: enough for slices of similar size. */
const sampleRows = 200_000;

/**
 * The native file of a segment while it is built. It survives a kill: each structure is complete or absent, and
 * opening the file again continues from there.
 */
export class SegmentFile implements AsyncDisposable {
  readonly #options: SegmentFileOptions;
  readonly #database: Database;
  readonly connection: DuckDBConnection;
  readonly rows: number;
  #used: SegmentPart = 'segment';

  private constructor(options: SegmentFileOptions, database: Database, connection: DuckDBConnection) {
    this.#options = options;
    this.#database = database;
    this.connection = connection;
    this.rows = options.files.reduce((sum, file) => sum + file.rows, 0);
  }

  static path(folder: string): string {
    return join(folder, 'segment.duckdb');
  }

  static auxiliaryPath(folder: string): string {
    return join(folder, 'auxiliary.duckdb');
  }

  static spill(folder: string): string {
    return join(folder, 'spill');
  }

  static async open(options: SegmentFileOptions): Promise<SegmentFile> {
    await rm(SegmentFile.spill(options.folder), { recursive: true, force: true });
    const database = await Database.open({
      threads: options.threads,
      memoryBytesMax: options.memoryBytesMax,
      temporaryDirectory: SegmentFile.spill(options.folder),
      cachesFiles: false,
    });
    const connection = await database.connect();
    const file = new SegmentFile(options, database, connection);
    try {
      await file.#attach();
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
    return file;
  }

  async #attach(): Promise<void> {
    const { folder, files, table, auxiliary = [] } = this.#options;
    const firstOrdinals: number[] = [];
    let ordinal = 0;
    for (const file of files) {
      firstOrdinals.push(ordinal);
      ordinal += file.rows;
    }
    await this.#attachFile(SegmentFile.path(folder), 'segment');
    if (auxiliary.length > 0) await this.#attachFile(SegmentFile.auxiliaryPath(folder), 'auxiliary');
    await this.use('segment');
    await this.connection.run(`SET VARIABLE source_rows = ${this.rows}::BIGINT`);
    await this.connection.run(
      `CREATE TEMP VIEW source AS
       SELECT * EXCLUDE (file_row_number, file_index), ([${firstOrdinals.join(', ')}][file_index::BIGINT + 1] + file_row_number)::INTEGER AS ordinal
       FROM ${tableFiles(table, files, { numbered: true })}`,
    );
  }

  /** DuckDB cannot open a file whose creation was interrupted: such a one is created again, as is any other unreadable one. */
  async #attachFile(path: string, name: string): Promise<void> {
    const attach = `ATTACH ${sqlString(path)} AS ${name} (STORAGE_VERSION 'latest')`;
    const isNew = !existsSync(path);
    try {
      await this.connection.run(attach);
    } catch (error) {
      // A file that another process has open is not damaged.
      if (isNew || (error as Error).message.includes('Could not set lock')) throw error;
      await removeDatabase(path);
      await this.connection.run(attach);
      this.#options.onCreatedAgain?.();
    }
  }

  /** Makes this file the one that structures are written to and found in first, before the other. */
  async use(file: SegmentPart): Promise<void> {
    const isAlone = (this.#options.auxiliary ?? []).length === 0;
    const path = { segment: 'segment.main,auxiliary.main', auxiliary: 'auxiliary.main,segment.main' }[file];
    await this.connection.run(isAlone ? 'USE segment' : `SET search_path = ${sqlString(path)}`);
    this.#used = file;
  }

  /** Names of the complete structures in a file. */
  async built(file: SegmentPart = 'segment'): Promise<Set<string>> {
    const rows = await allRows<{ table_name: string }>(
      this.connection,
      `SELECT table_name FROM duckdb_tables() WHERE database_name = ${sqlString(file)}`,
    );
    return new Set(rows.map((row) => row.table_name));
  }

  /** Writes a structure; these of its columns without compression. */
  async write(structure: Structure, plain: readonly string[] = []): Promise<void> {
    const { draft, slices } = structure;
    const { memoryBytesMax } = this.#options;
    const sliceBytesMax = memoryBytesMax * (slices?.isSorted === true ? spilledMax : 1);
    const options = { rows: this.rows, sliceBytesMax, plain };
    if (slices !== undefined && this.rows * slices.rowBytes > sliceBytesMax) await this.#sample();
    if (draft === undefined) {
      await writeStructure(this.connection, structure, options);
    } else {
      await using _draft = await this.#draft(draft);
      await writeStructure(this.connection, structure, options);
    }
    if (this.rows >= rowsOfCheckpoint) await this.connection.run(`CHECKPOINT ${this.#used}`);
  }

  /** Computes a draft into a temporary file, which exists until the result is disposed of. */
  async #draft({ name, sql }: { name: string; sql: string }): Promise<AsyncDisposable> {
    const path = join(this.#options.folder, 'draft.duckdb');
    await removeDatabase(path);
    await this.connection.run(`ATTACH ${sqlString(path)} AS draft (STORAGE_VERSION 'latest')`);
    await this.connection.run(`CREATE TABLE draft.main.${sqlName(name)} AS ${sql}`);
    await this.connection.run(
      `CREATE OR REPLACE TEMP VIEW ${sqlName(name)} AS FROM draft.main.${sqlName(name)}`,
    );
    return {
      [Symbol.asyncDispose]: async () => {
        await this.connection.run(`DROP VIEW temp.main.${sqlName(name)}`);
        await this.connection.run('DETACH draft');
        await removeDatabase(path);
      },
    };
  }

  async #sample(): Promise<void> {
    const { table, structures, auxiliary = [] } = this.#options;
    const { structure } = scanOf(table);
    const columns = slicingColumns(table, [...auxiliary, ...structures]);
    const percent = Math.min(100, (100 * sampleRows) / Math.max(1, this.rows));
    await this.connection.run(
      `CREATE TEMP TABLE IF NOT EXISTS ${structure}_sample AS
       SELECT ${sqlWords(columns) || '1'} FROM ${structure} TABLESAMPLE system(${percent.toFixed(4)}%)`,
    );
  }

  /** Its row count and, where its rows are a top-k partition, their threshold. Errors: `index_corrupt` when it differs from what it was made from. */
  async check(structure: Structure): Promise<{ rows: number; floor?: string }> {
    const { name, thresholdOf } = structure;
    await checkStructure(this.connection, structure);
    const least = thresholdOf === undefined ? 'NULL' : `min(${sqlName(thresholdOf)})`;
    const [found] = await allRows<{ rows: string; threshold: string | null }>(
      this.connection,
      `SELECT count(*) AS rows, ${least}::VARCHAR AS threshold FROM ${sqlName(name)}`,
    );
    const { rows, threshold } = found ?? { rows: 0, threshold: null };
    return { rows: Number(rows), ...(threshold === null ? {} : { floor: threshold }) };
  }

  /** Checks that the covered files have the row count of the manifest. Errors: `index_corrupt`. */
  async checkRows(): Promise<void> {
    const [row] = await allRows<{ rows: string }>(this.connection, 'SELECT count(*) AS rows FROM source');
    if (Number(row?.rows) === this.rows) return;
    throw new AppError('index_corrupt', `The base files have ${row?.rows} rows instead of ${this.rows}`);
  }

  /**
   * Flushes the file, and deletes the auxiliary one; afterwards it can only be disposed of. Returns the size of each
   * structure in bytes.
   */
  async finish(): Promise<ReadonlyMap<string, number>> {
    await this.connection.run('CHECKPOINT segment');
    await this.use('segment');
    const names = this.#options.structures.map(({ name }) => name);
    const sizes = await structureSizes(this.connection, names);
    await this.connection.run('USE memory');
    await this.connection.run('DETACH segment');
    if ((this.#options.auxiliary ?? []).length === 0) return sizes;
    await this.connection.run('DETACH auxiliary');
    await removeDatabase(SegmentFile.auxiliaryPath(this.#options.folder));
    return sizes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.closeSync();
    this.#database.close();
    await rm(SegmentFile.spill(this.#options.folder), { recursive: true, force: true });
  }
}

async function removeDatabase(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}
