import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, withTables } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import {
  checkDescriptions,
  currentSnapshotId,
  type FileEntry,
  layout,
  livingSegments,
  type Manifest,
  makeManifest,
  observedColumn,
  publish,
  readSnapshot,
  type Snapshot,
  type SourceEntry,
  takeWriteLock,
} from '@sdq/index';
import type { AddedFile, AddOptions, AddReport } from './add-report.ts';
import { failedFile, knownFile, stagedFile } from './added-file.ts';
import { findTable } from './flat/plan-table.ts';
import { readMapping } from './flat/read-mapping.ts';
import { checkPlatform } from './flat/sample-platform.ts';
import { mergeStaged, type StagedRelation } from './merge-staged.ts';
import { openInput } from './open-input.ts';
import type { OpenedSource } from './open-source.ts';
import type { OpenedFile } from './sources/opened.ts';
import { readInputs } from './sources/read-inputs.ts';
import type { SkippedSource } from './sources/skipped.ts';
import { Spool } from './sources/spool.ts';
import { isSame, type StagedSource, stagingName, toEntry } from './staged-source.ts';
import { countMerged } from './staging/count-merged.ts';
import { exists, joinRejects } from './staging/join-rejects.ts';
import type { StagingState } from './staging/journal.ts';
import { stagedRows, stagedTableOf } from './staging/read-staged.ts';
import { dropStaging, stageSource } from './staging/stage-source.ts';

const memoryBytesDefault = 1024 ** 3;
const batchRecordsDefault = 50_000;

/**
 * Imports files into an index: reads their records, merges their observations into the tables, and publishes one
 * snapshot. Importing the same content again changes nothing. The next run resumes an interrupted one and produces the
 * same files. A file that fails does not affect the others; the report has its error.
 *
 * Conflict resolution: for each column, the most recently observed known value wins. The observation time of a record is
 * its own (`epoch`, `fetch_time`, …), else that of the enclosing response, else `observedAt`, else the greatest creation
 * time in its file.
 *
 * Errors: `index_locked`, `index_corrupt`, `mapping_invalid`, `catalog_invalid`, `file_missing` for the mapping file.
 */
export async function addFiles(options: AddOptions): Promise<AddReport> {
  const mapping = await readMapping(options);
  const catalog = withTables(options.tables);
  checkPlatform(catalog, options.platform);
  if (options.table !== undefined) findTable(catalog, options.table);
  await using _lock = await takeWriteLock(options.index);
  const currentId = await currentSnapshotId(options.index);
  const before = currentId === null ? null : await readSnapshot(options.index, currentId);
  if (before !== null) checkDescriptions(catalog, before.manifest);
  const spill = join(layout.staging(options.index), 'spill');
  await rm(spill, { recursive: true, force: true });
  await mkdir(spill, { recursive: true });
  await using database = await Database.open({
    // With one thread, DuckDB uses different row groups, and the same rows would produce different files.
    threads: Math.max(2, availableParallelism()),
    memoryBytesMax: options.memoryBytesMax ?? memoryBytesDefault,
    temporaryDirectory: spill,
  });
  const connection = await database.connect();
  const interrupt = () => connection.interrupt();
  options.signal?.addEventListener('abort', interrupt);
  try {
    const run = new AddRun({ ...options, catalog, mappingRead: mapping }, connection, before);
    return await run.finish(await run.stageAll());
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', interrupt);
    connection.closeSync();
    await rm(spill, { recursive: true, force: true });
  }
}

type RunOptions = AddOptions & {
  catalog: Catalog;
  mappingRead: Awaited<ReturnType<typeof readMapping>>;
};

/** One call of {@link addFiles}, which holds the write lock. */
class AddRun {
  readonly #options: RunOptions;
  readonly #connection: DuckDBConnection;
  readonly #before: Snapshot | null;
  readonly #report: AddedFile[] = [];
  #skipped: readonly SkippedSource[] = [];

  constructor(options: RunOptions, connection: DuckDBConnection, before: Snapshot | null) {
    this.#options = options;
    this.#connection = connection;
    this.#before = before;
  }

  get #sources(): readonly SourceEntry[] {
    return this.#before?.manifest.sources ?? [];
  }

  async stageAll(): Promise<StagedSource[]> {
    await this.#dropFinishedStaging();
    const staged: StagedSource[] = [];
    const { files, index, signal, limits, onProgress } = this.#options;
    await using spool = await Spool.at(join(layout.staging(index), 'spool'));
    this.#skipped = await readInputs(files, {
      spool,
      signal,
      limits,
      onBytes: (file, bytesDone, bytesTotal) =>
        onProgress?.({ phase: 'fetch', file, bytesDone, bytesTotal, records: 0 }),
      take: async (file) => await this.#take(file, staged),
      fail: (name, error) => void this.#report.push(failedFile(name, error)),
    });
    return staged;
  }

  async #take(input: OpenedFile, staged: StagedSource[]): Promise<void> {
    const source = await this.#open(input);
    const known = this.#findAdded(source, staged);
    if (known !== undefined) {
      this.#report.push(await this.#alreadyAdded(source, known));
      return;
    }
    const start = performance.now();
    const done = await this.#stage(source);
    const file = await this.#added(done, performance.now() - start);
    this.#report.push(file);
    if (file.status === 'added') staged.push(done);
    else await dropStaging(done.folder);
  }

  async #open(file: OpenedFile): Promise<OpenedSource> {
    const {
      catalog,
      format,
      table,
      platform,
      timeZone,
      encoding,
      set,
      observedAt,
      signal,
      mappingRead,
      onProgress,
    } = this.#options;
    let bytesTotal = 0;
    return await openInput(file, {
      catalog,
      ...(format && { format }),
      ...(table && { table }),
      ...(set && { set }),
      ...(observedAt && { observedAt }),
      ...(signal && { signal }),
      platform,
      timeZone,
      encoding,
      mapping: mappingRead,
      now: BigInt(Date.now()) * 1000n,
      onHashed: (bytesDone) => {
        bytesTotal = Math.max(bytesTotal, bytesDone);
        onProgress?.({ phase: 'hash', file: file.name, bytesDone, bytesTotal, records: 0 });
      },
    });
  }

  #findAdded(source: OpenedSource, staged: readonly StagedSource[]): SourceEntry | undefined {
    const inThisRun = staged.find((other) => isSame(other.source, source));
    if (inThisRun !== undefined) return toEntry(inThisRun);
    if (this.#options.isPassing === true) return undefined;
    return this.#sources.find(
      (entry) => entry.sha256 === source.sha256 && entry.options === source.optionsHash,
    );
  }

  async #stage(source: OpenedSource): Promise<StagedSource> {
    const { catalog, index, onProgress, signal, batchRecordsMax = batchRecordsDefault } = this.#options;
    const folder = join(layout.staging(index), stagingName(source));
    let bytesDone = 0;
    const report = (records: number) =>
      onProgress?.({ phase: 'read', file: source.path, bytesDone, bytesTotal: source.bytes, records });
    const onBytes = (bytes: number) => {
      bytesDone = bytes;
    };
    try {
      const state = await stageSource({
        catalog,
        latestPlausible: source.latestPlausible,
        folder,
        batchRecordsMax,
        cells: source.cells({ signal, onBytes }),
        recordChunks: (skip, notes) => source.recordChunks({ skip, signal, onBytes }, notes),
        map: (chunk, recordsBefore, notes) => source.map(chunk, recordsBefore, notes),
        onRecords: report,
      });
      const merged = await countMerged(this.#connection, catalog, folder, state);
      return { source, folder, state, merged };
    } catch (error) {
      // Discard the records before the error: part of a file must not look like the whole file.
      if (error instanceof AppError) await dropStaging(folder);
      throw error;
    }
  }

  async #alreadyAdded(source: OpenedSource, entry: SourceEntry): Promise<AddedFile> {
    const path = this.#rejectPath(source);
    return knownFile(source, entry, (await exists(path)) ? path : null);
  }

  /** The report of a staged file; its staging is dropped if all of its records were refused. */
  async #added(staged: StagedSource, elapsedMs: number): Promise<AddedFile> {
    const { source, folder, state, merged } = staged;
    const isRefused = state.refused > 0 || Object.keys(state.fieldsRefusedBy).length > 0;
    const rejectFile = isRefused ? this.#rejectPath(source) : null;
    if (rejectFile !== null) await joinRejects(folder, state, rejectFile);
    return stagedFile(source, state, { merged, rejectFile, elapsedMs });
  }

  #rejectPath(source: OpenedSource): string {
    return join(this.#options.index, 'rejects', `${source.sha256.slice(0, 16)}.ndjson`);
  }

  /** Merges all staged observations, publishes a snapshot and deletes the staging files. */
  async finish(staged: readonly StagedSource[]): Promise<AddReport> {
    const before = this.#before?.manifest;
    let after = before;
    if (staged.length > 0) {
      const tables = await this.#merge(staged);
      after = makeManifest({
        parent: before?.snapshot_id ?? null,
        tables,
        sources: [...this.#sources, ...(this.#options.isPassing === true ? [] : staged.map(toEntry))],
        segments: livingSegments(before?.segments, tables),
      });
      await publish(this.#options.index, after);
      for (const { folder } of staged) await dropStaging(folder);
    }
    return {
      snapshotId: after?.snapshot_id ?? '',
      changed: staged.length > 0,
      files: this.#report,
      skipped: this.#skipped,
      tables: compareRows(before, after),
    };
  }

  async #merge(staged: readonly StagedSource[]): Promise<Record<string, FileEntry[]>> {
    const { catalog, index, onProgress, signal } = this.#options;
    const target = {
      catalog,
      connection: this.#connection,
      root: index,
    };
    const before = new Map<string, readonly FileEntry[]>(
      Object.entries(this.#before?.manifest.tables ?? {}).map(([id, table]) => [id, table.files]),
    );
    const ids = [...new Set(staged.flatMap(({ state }) => Object.keys(state.files)))];
    const observations = new Map(ids.map((id) => [id, this.#observations(id, staged)]));
    const records = staged.reduce((sum, { state }) => sum + state.records, 0);
    const files = await mergeStaged(target, before, observations, (file, bytesDone, bytesTotal) => {
      signal?.throwIfAborted();
      onProgress?.({ phase: 'merge', file, bytesDone, bytesTotal, records });
    });
    return Object.fromEntries([...files].map(([id, entries]) => [id, [...entries]]));
  }

  /** The staged rows of a table with their observation times. */
  #observations(id: string, staged: readonly StagedSource[]): StagedRelation {
    const table = stagedTableOf(this.#options.catalog, id);
    const placing = [
      ...table.key,
      ...table.zoneColumns,
      ...table.sortBy.map((term) => term.split(' ')[0] ?? ''),
    ];
    const observed = staged.flatMap(({ state }) => state.columns[id] ?? []);
    const known = new Set([
      ...observed,
      ...placing,
      ...(table.partitionBy === undefined ? [] : [table.partitionBy]),
    ]);
    const parts = staged.flatMap(({ folder, state }) => {
      const names = state.files[id] ?? [];
      if (names.length === 0) return [];
      const otherwise = `make_timestamptz(${this.#sourceTime(state)})`;
      const paths = names.map((name) => join(folder, name));
      return stagedRows(table, paths, { known, observedAs: observedColumn, otherwise });
    });
    return { from: `(${parts.join(' UNION ALL BY NAME ')})`, known };
  }

  /** Observation time, in microseconds since 1970, of records that have none; 0, before all dated records, if unknown. */
  #sourceTime(state: StagingState): string {
    const given = this.#options.observedAt;
    return given === undefined ? (state.latest ?? '0') : String(BigInt(given.getTime()) * 1000n);
  }

  /** Deletes staging files of sources that the snapshot contains: a run was killed right after it published. */
  async #dropFinishedStaging(): Promise<void> {
    const finished = new Set(
      this.#sources.map((entry) => stagingName({ sha256: entry.sha256, optionsHash: entry.options })),
    );
    const root = layout.staging(this.#options.index);
    for (const name of await readdir(root)) if (finished.has(name)) await dropStaging(join(root, name));
  }
}

function compareRows(before: Manifest | undefined, after: Manifest | undefined): AddReport['tables'] {
  const tables: Record<string, { before: number; after: number }> = {};
  for (const id of new Set([...Object.keys(before?.tables ?? {}), ...Object.keys(after?.tables ?? {})])) {
    const rows = { before: before?.tables[id]?.rows ?? 0, after: after?.tables[id]?.rows ?? 0 };
    if (rows.before > 0 || rows.after > 0) tables[id] = rows;
  }
  return tables;
}
