import { link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, tableId, withTables } from '@sdq/catalog';
import { AppError, syncPath, withDiskFull } from '@sdq/contract';
import {
  checkDescriptions,
  currentSnapshotId,
  describeFile,
  type FileEntry,
  layout,
  makeManifest,
  publish,
  readSnapshot,
  type Snapshot,
  sha256OfFile,
  tableFiles,
  tableStates,
  takeWriteLock,
} from '@sdq/index';
import { mapValues } from '../map-values.ts';
import { withMergeDatabase } from '../merge-database.ts';
import { checkRows } from './check-rows.ts';
import { type FileColumns, matchColumns, schemaOf } from './match-columns.ts';
import { parquetFiles } from './parquet-files.ts';

const memoryBytesDefault = 2 * 1024 ** 3;

export interface AddInPlaceOptions {
  /** Directory of the index, on the file system of the files; created if it does not exist. */
  readonly index: string;
  /** Parquet files, and folders of them. */
  readonly files: readonly string[];
  readonly tables: readonly CatalogTable[];
  /** One of `tables`; may be omitted if there is only one. */
  readonly table?: string | undefined;
  /** Columns of the files by the column of the table that each is. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  /** Observation time of all rows, for files that have none; default: when the newest of the files was changed. */
  readonly observedAt?: Date | undefined;
  /** DuckDB's memory limit, in bytes; default 2 GiB: keys that do not fit are compared on disk. */
  readonly memoryBytesMax?: number | undefined;
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: InPlaceProgress) => void) | undefined;
}

export interface InPlaceProgress {
  readonly phase: 'checking files' | 'checking rows';
  readonly file: string;
  readonly filesDone: number;
  readonly filesTotal: number;
}

export interface FileInPlace {
  readonly path: string;
  readonly status: 'added' | 'already_added';
  readonly rows: number;
  readonly bytes: number;
  /** Columns that the table does not have. */
  readonly unused: readonly string[];
}

export interface AddInPlaceReport {
  readonly snapshotId: string;
  /** Whether a new snapshot was published. */
  readonly changed: boolean;
  readonly table: string;
  readonly files: readonly FileInPlace[];
  /** Columns of the table that are NULL in all rows that were added. */
  readonly absent: readonly string[];
  /** The observation time of rows, where the files have no column for it, and whether it was given. */
  readonly observedAt: { readonly time: string; readonly isGiven: boolean } | null;
}

/**
 * Adds Parquet files to a table of the user's own without copying their rows: the index has hard links to them, and what sdq knows
 * of their columns. Keys are proved to be unique over all rows of the table. The rows can be read, not changed: other
 * imports into the table are refused, and its segments have the compact profile.
 *
 * Errors: `usage_error` for another table, for a file of another format or file system, for missing columns and for repeated or absent
 * keys; `index_locked`, `index_corrupt`, `catalog_invalid`, `file_missing`.
 */
export async function addInPlace(options: AddInPlaceOptions): Promise<AddInPlaceReport> {
  return await withDiskFull({ path: options.index }, () => add(options));
}

async function add(options: AddInPlaceOptions): Promise<AddInPlaceReport> {
  const { index, signal, memoryBytesMax = memoryBytesDefault } = options;
  const table = tableOf(options);
  const paths = await parquetFiles(options.files, signal);
  await using _lock = await takeWriteLock(index, options);
  const id = await currentSnapshotId(index);
  const before = id === null ? null : await readSnapshot(index, id);
  if (before !== null) checkDescriptions(withTables(options.tables), before.manifest);
  refuseMerged(table, before);
  const work = { index, memoryBytesMax, isParallel: true, signal };
  return await withMergeDatabase(work, (_, connection) =>
    new InPlaceRun(options, table, before, connection).add(paths),
  );
}

function tableOf({ tables, table: name }: AddInPlaceOptions): CatalogTable {
  const own = tables.filter(({ isOwn }) => isOwn === true);
  const found = own.filter((table) => name === undefined || name === table.name || name === tableId(table));
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  const hint =
    own.length === 0
      ? 'Describe the table and give the description with --catalog FILE: docs/own-tables.md'
      : `Name one of ${own.map(tableId).join(', ')} with --table`;
  const message =
    name === undefined
      ? 'Files in place need a table of your own'
      : `There is no table "${name}" of your own: only such tables can have files in place`;
  throw new AppError('usage_error', message, { hint });
}

/** A table has either files in place or rows that were imported. */
function refuseMerged(table: CatalogTable, before: Snapshot | null): void {
  const files = before?.files(table) ?? [];
  if (files.every((file) => layout.isInPlace(file))) return;
  throw new AppError('usage_error', `${tableId(table)} has rows that were imported`, {
    hint: 'Import these files too, without --in-place, or use another index.',
  });
}

class InPlaceRun {
  readonly #options: AddInPlaceOptions;
  readonly #table: CatalogTable;
  readonly #before: Snapshot | null;
  readonly #connection: DuckDBConnection;

  constructor(
    options: AddInPlaceOptions,
    table: CatalogTable,
    before: Snapshot | null,
    connection: DuckDBConnection,
  ) {
    this.#options = options;
    this.#table = table;
    this.#before = before;
    this.#connection = connection;
  }

  async add(paths: readonly string[]): Promise<AddInPlaceReport> {
    const matched: FileColumns[] = [];
    for (const path of paths)
      matched.push(await matchColumns(this.#connection, this.#table, path, this.#options.map));
    const observedAt = await this.#observedAt(matched);
    const known = new Map((this.#before?.files(this.#table) ?? []).map((file) => [file.sha256, file]));
    const files: FileInPlace[] = [];
    const added: FileEntry[] = [];
    try {
      for (const [at, file] of matched.entries()) {
        this.#report('checking files', file.path, at, matched.length);
        const entry = await this.#link(file, observedAt?.time);
        const isKnown = known.has(entry.sha256);
        if (!isKnown) added.push(entry);
        known.set(entry.sha256, entry);
        const { rows, bytes } = entry;
        const status = isKnown ? 'already_added' : 'added';
        files.push({ path: file.path, status, rows, bytes, unused: file.unused });
      }
      if (added.length > 0) {
        this.#report('checking rows', tableId(this.#table), matched.length, matched.length);
        await checkRows(this.#connection, this.#table, this.#relation([...this.#stored, ...added]));
      }
    } catch (error) {
      for (const { path } of added) await rm(join(this.#options.index, path), { force: true });
      throw error;
    }
    const snapshotId = added.length === 0 ? (this.#before?.id ?? '') : await this.#publish(added);
    const absent = this.#table.columns
      .filter(({ name }) => matched.every(({ from }) => from[name] === undefined))
      .map(({ name }) => name)
      .filter((name) => observedAt === null || name !== this.#table.observedBy);
    return {
      ...{ snapshotId, changed: added.length > 0, table: tableId(this.#table) },
      ...{ files, absent, observedAt },
    };
  }

  get #stored(): readonly FileEntry[] {
    return this.#before?.files(this.#table) ?? [];
  }

  /** The time of rows without one; null where every file has the column. */
  async #observedAt(matched: readonly FileColumns[]): Promise<AddInPlaceReport['observedAt']> {
    const { observedBy = '' } = this.#table;
    const without = matched.filter(({ from }) => from[observedBy] === undefined);
    if (without.length === 0) return null;
    const { observedAt } = this.#options;
    if (observedAt !== undefined) return { time: observedAt.toISOString(), isGiven: true };
    const changed = await Promise.all(without.map(async ({ path }) => (await stat(path)).mtimeMs));
    return { time: new Date(Math.floor(Math.max(...changed))).toISOString(), isGiven: false };
  }

  /** Links a file into the index and describes it as it is there: whoever replaces the original does not change the link. */
  async #link(file: FileColumns, observedAt: string | undefined): Promise<FileEntry> {
    const { index, signal } = this.#options;
    const table = this.#table;
    const folder = layout.inPlaceFolder(table);
    await mkdir(join(index, folder), { recursive: true });
    const temporary = join(index, folder, `.${process.pid}-0.tmp`);
    await rm(temporary, { force: true });
    await link(file.path, temporary).catch((error: NodeJS.ErrnoException) => {
      throw notLinked(file.path, index, error);
    });
    try {
      const sha256 = await sha256OfFile(temporary, () => signal?.throwIfAborted());
      const schema = schemaOf(table, file, observedAt);
      const relation = tableFiles(table, [{ path: temporary, schema }]);
      const { rows, zones } = await describeFile(this.#connection, table, relation);
      const path = `${folder}/${sha256.slice(0, 32)}.parquet`;
      const { size: bytes } = await stat(temporary);
      await rename(temporary, join(index, path));
      await syncPath(dirname(join(index, path)));
      // The id of the manifest depends on this order.
      return { path, bytes, sha256, rows, month: null, zones, in_place: resolve(file.path), schema };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #relation(files: readonly FileEntry[]): string {
    return tableFiles(
      this.#table,
      files.map(({ path, schema }) => ({ path: join(this.#options.index, path), schema })),
    );
  }

  async #publish(added: readonly FileEntry[]): Promise<string> {
    const states = Object.fromEntries(tableStates(this.#before?.manifest));
    const id = tableId(this.#table);
    const after = makeManifest({
      parent: this.#before?.id ?? null,
      tables: { ...mapValues(states, ({ files }) => files), [id]: [...this.#stored, ...added] },
      masks: mapValues(states, ({ masks }) => masks),
      sources: this.#before?.manifest.sources ?? [],
      segments: this.#before?.manifest.segments,
    });
    await publish(this.#options.index, after);
    return after.snapshot_id;
  }

  #report(phase: InPlaceProgress['phase'], file: string, filesDone: number, filesTotal: number): void {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.({ phase, file, filesDone, filesTotal });
  }
}

function notLinked(path: string, index: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EXDEV')
    return new AppError('usage_error', `"${path}" is on another file system than the index "${index}"`, {
      hint: 'A file stays in place by a hard link: create the index on the file system of the files, or import them without --in-place.',
    });
  if (error.code === 'EPERM' || error.code === 'EMLINK' || error.code === 'ENOTSUP')
    return new AppError('usage_error', `"${path}" cannot be linked into the index: ${error.message}`, {
      hint: 'The file system has to allow hard links, and the file has to belong to the user of this process. Or import it without --in-place.',
    });
  return error;
}
