import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { adoptSortedFiles, type FileEntry, layout, writeSortedFiles } from '@sdq/index';
import { writersAtOnce } from './writers-at-once.ts';

/** Writes base files of all months in one statement, in a database of its own with one thread for each statement. */
export class SortedWriter implements AsyncDisposable {
  readonly #root: string;
  readonly #memoryBytesMax: number;
  #database: Promise<Database> | undefined;
  #folders = 0;

  /** How many may be written at the same time. */
  get atOnce(): number {
    return writersAtOnce(this.#memoryBytesMax);
  }

  constructor(root: string, memoryBytesMax: number) {
    this.#root = root;
    this.#memoryBytesMax = memoryBytesMax;
  }

  /** Writes the rows of a relation, with the table's stored columns but those of `lacking`; returns the files' entries. */
  async write(table: CatalogTable, relation: string, lacking?: ReadonlySet<string>): Promise<FileEntry[]> {
    // Each writer of an index empties `spill` first: what a killed one left is gone with it.
    const spill = join(layout.staging(this.#root), 'spill');
    // With several threads, DuckDB does not keep the order of rows in files by month.
    this.#database ??= Database.open({
      threads: 1,
      memoryBytesMax: this.#memoryBytesMax,
      temporaryDirectory: spill,
      cachesFiles: false,
    });
    const folder = join(spill, `sorted-${++this.#folders}`);
    const connection = await (await this.#database).connect();
    try {
      const files = await writeSortedFiles(connection, folder, table, relation, lacking);
      const paths = files.map((file) => ({ ...file, path: join(folder, file.name) }));
      return await adoptSortedFiles(this.#root, table, paths);
    } finally {
      connection.closeSync();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    (await this.#database?.catch(() => undefined))?.close();
  }
}
