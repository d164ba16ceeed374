import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '@sdq/catalog';
import { syncPath } from '@sdq/contract';
import type { Observation } from '../observation.ts';
import { StagedTable } from './columns/staged-table.ts';
import { stagedTableOf } from './read-staged.ts';

/** A staged file of a table, and its columns with a value in any row. */
export interface StagedFile {
  readonly name: string;
  readonly columns: readonly string[];
}

/** One batch: rows by table in columns, written as one Parquet file per table when it is full. */
export class Batch {
  readonly number: number;
  readonly #folder: string;
  readonly #catalog: Catalog;
  readonly #tables = new Map<string, StagedTable>();
  readonly #rejects: string[] = [];

  constructor(folder: string, number: number, catalog: Catalog) {
    this.#folder = folder;
    this.#catalog = catalog;
    this.number = number;
  }

  /** Size of its values in bytes. */
  get bytes(): number {
    let bytes = 0;
    for (const table of this.#tables.values()) bytes += table.bytes;
    return bytes;
  }

  /** `isMain`: whether the observation is of the record itself, and not of something that the record mentions. */
  add({ table, values, observedAt }: Observation, isMain: boolean): void {
    this.table(table).add(values, observedAt, isMain);
  }

  /** The rows of a table, by its ID. */
  table(id: string): StagedTable {
    let table = this.#tables.get(id);
    if (table === undefined) {
      table = new StagedTable(stagedTableOf(this.#catalog, id));
      this.#tables.set(id, table);
    }
    return table;
  }

  reject(entry: object): void {
    this.#rejects.push(JSON.stringify(entry));
  }

  /** Writes the files and returns the Parquet files by table. When it resolves, they are synced to disk. */
  async write(): Promise<Map<string, StagedFile>> {
    if (this.#rejects.length > 0)
      writeSynced(join(this.#folder, rejectsName(this.number)), [
        Buffer.from(`${this.#rejects.join('\n')}\n`),
      ]);
    const written = new Map<string, StagedFile>();
    for (const [id, table] of this.#tables) {
      if (table.rows === 0) continue;
      const name = `${String(this.number).padStart(6, '0')}.${id}.parquet`;
      writeSynced(join(this.#folder, name), table.toParquet());
      written.set(id, { name, columns: table.known });
    }
    await syncPath(this.#folder);
    return written;
  }
}

/** Name of a batch's reject file in the staging folder. */
export function rejectsName(batch: number): string {
  return `${String(batch).padStart(6, '0')}.rejects.ndjson`;
}

function writeSynced(path: string, parts: readonly Uint8Array[]): void {
  const file = openSync(path, 'w');
  try {
    for (const part of parts)
      for (let written = 0; written < part.length; ) written += writeSync(file, part, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
