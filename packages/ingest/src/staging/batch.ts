import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { syncPath } from '@sdq/index';
import type { Observation, Value } from '../observation.ts';

const bufferedCharactersMax = 1 << 18;

/** Maximum size of a line in a batch file: the record limit with escapes. */
const lineBytesMax = 32 * 1024 * 1024;

/** A column of staged files: whether the row is of the record itself. */
export const mainColumn = '_main';

/** Authors, sounds and hashtags are repeated with each of their videos: identical lines are written once per batch. */
const repeatedTables: ReadonlySet<string> = new Set([
  'shortvideo.authors',
  'shortvideo.music',
  'shortvideo.hashtags',
]);

/** One batch: lines of JSON, converted to one Parquet file per table when it is full. */
export class Batch {
  readonly number: number;
  readonly #folder: string;
  readonly #catalog: Catalog;
  readonly #files = new Map<string, LineFile>();
  readonly #seen = new Map<string, Set<string>>();
  #rejects: LineFile | undefined;
  characters = 0;

  constructor(folder: string, number: number, catalog: Catalog) {
    this.#folder = folder;
    this.#catalog = catalog;
    this.number = number;
  }

  /** `isMain`: whether the observation is of the record itself, and not of something that the record mentions. */
  add({ table, values, observedAt }: Observation, isMain: boolean): void {
    let file = this.#files.get(table);
    if (file === undefined) {
      file = new LineFile(join(this.#folder, `${this.#name(table)}.ndjson`));
      this.#files.set(table, file);
    }
    const line: Record<string, unknown> = { _observed_at: observedAt === null ? null : Number(observedAt) };
    if (isMain) line[mainColumn] = true;
    for (const [column, value] of Object.entries(values)) {
      if (value === null) continue;
      line[column] = printed(value);
    }
    const text = JSON.stringify(line);
    if (repeatedTables.has(table)) {
      const lines = this.#seen.get(table) ?? new Set();
      this.#seen.set(table, lines);
      if (lines.has(text)) return;
      lines.add(text);
    }
    this.characters += file.add(text);
  }

  reject(entry: object): void {
    this.#rejects ??= new LineFile(join(this.#folder, rejectsName(this.number)));
    this.#rejects.add(JSON.stringify(entry));
  }

  /** Writes the Parquet files and returns their names by table. When it resolves, the files are synced to disk. */
  async write(connection: DuckDBConnection): Promise<Map<string, string>> {
    this.#rejects?.close();
    const written = new Map<string, string>();
    for (const [id, file] of this.#files) {
      file.close();
      const name = `${this.#name(id)}.parquet`;
      const path = join(this.#folder, name);
      await connection.run(
        `COPY (${stagedSql(this.#tableOf(id), file.path)}) TO ${sqlString(path)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      await syncPath(path);
      await rm(file.path, { force: true });
      written.set(id, name);
    }
    await syncPath(this.#folder);
    return written;
  }

  #tableOf(id: string): CatalogTable {
    const table = this.#catalog.byId(id);
    if (table === undefined) throw new Error(`A row was staged for "${id}", which is not a table`);
    return table;
  }

  #name(table: string): string {
    return `${String(this.number).padStart(6, '0')}.${table}`;
  }
}

/** Name of a batch's reject file in the staging folder. */
export function rejectsName(batch: number): string {
  return `${String(batch).padStart(6, '0')}.rejects.ndjson`;
}

/** A query that reads lines as rows: stored columns except the row's own observation time, and `_observed_at`, nullable. */
function stagedSql(table: CatalogTable, path: string): string {
  const columns = storedColumns(table).filter((column) => column.name !== table.observedBy);
  const read = columns.map(({ name, type }) => `${sqlString(name)}: ${sqlString(stagedType(type))}`);
  const list = columns.map(({ name, type }) => `${fromStaged(type, sqlName(name))} AS ${sqlName(name)}`);
  return `SELECT ${list.join(', ')}, make_timestamptz(_observed_at) AS _observed_at, ${mainColumn}
    FROM read_json(${sqlString(path)}, format = 'newline_delimited', maximum_object_size = ${lineBytesMax},
      columns = {${[...read, `'_observed_at': 'BIGINT'`, `'${mainColumn}': 'BOOLEAN'`].join(', ')}})`;
}

/** Functions that convert microseconds to times. */
const timeMakers: Readonly<Record<string, string>> = {
  'TIMESTAMP WITH TIME ZONE': 'make_timestamptz',
  TIMESTAMP: 'make_timestamp',
};

/** Lines have times in microseconds. */
function stagedType(type: string): string {
  const isList = type.endsWith('[]');
  const isTime = Object.hasOwn(timeMakers, isList ? type.slice(0, -2) : type);
  return isTime ? `BIGINT${isList ? '[]' : ''}` : type;
}

function fromStaged(type: string, name: string): string {
  const isList = type.endsWith('[]');
  const make = timeMakers[isList ? type.slice(0, -2) : type];
  if (make === undefined) return name;
  return isList ? `list_transform(${name}, lambda value: ${make}(value))` : `${make}(${name})`;
}

/** A value for JSON; numbers that JSON cannot represent are written as text. */
function printed(value: Exclude<Value, null>): unknown {
  if (typeof value === 'bigint') return printBigint(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return Array.isArray(value)
    ? value.map((member: Value) => (member === null ? null : printed(member)))
    : value;
}

function printBigint(value: bigint): number | string {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : String(value);
}

/** A file of lines with buffered writes. */
class LineFile {
  readonly path: string;
  readonly #file: number;
  #pending: string[] = [];
  #characters = 0;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'w');
  }

  add(line: string): number {
    this.#pending.push(line);
    this.#characters += line.length;
    if (this.#characters > bufferedCharactersMax) this.#flush();
    return line.length;
  }

  close(): void {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #flush(): void {
    if (this.#pending.length > 0) writeAll(this.#file, Buffer.from(`${this.#pending.join('\n')}\n`));
    this.#pending = [];
    this.#characters = 0;
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
