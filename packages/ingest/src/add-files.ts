import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, tableId, withTables } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { Database } from '@sdq/duckdb';
import {
  changedShareMax,
  checkDescriptions,
  currentSnapshotId,
  layout,
  livingSegments,
  makeManifest,
  publish,
  readSnapshot,
  Snapshot,
  type SourceEntry,
  takeWriteLock,
} from '@sdq/index';
import type { AddedFile, AddOptions, AddReport } from './add-report.ts';
import { failedFile, knownFile, stagedFile } from './added-file.ts';
import { Collection } from './collection/collection.ts';
import { compareRows } from './compare-rows.ts';
import { findTable } from './flat/choose-table.ts';
import { readMapping } from './flat/read-mapping.ts';
import { checkPlatform } from './flat/sample-platform.ts';
import { foldLeft } from './fold-left.ts';
import { joinLeft } from './join-left.ts';
import { mapValues } from './map-values.ts';
import { withMergeDatabase } from './merge-database.ts';
import { mergeSources } from './merge-sources.ts';
import { openInput } from './open-input.ts';
import type { OpenedSource } from './open-source.ts';
import { isSameContent } from './same-content.ts';
import { KeptDownloads } from './sources/kept-downloads.ts';
import type { OpenedFile } from './sources/opened.ts';
import { readInputs } from './sources/read-inputs.ts';
import type { SkippedSource } from './sources/skipped.ts';
import { Spool } from './sources/spool.ts';
import { stageOpened } from './stage-opened.ts';
import {
  areFew,
  dropFinishedStaging,
  isSame,
  newEntries,
  type StagedSource,
  stagingName,
  toEntry,
} from './staged-source.ts';
import { countMerged } from './staging/count-merged.ts';
import { exists, joinRejects } from './staging/join-rejects.ts';
import { dropStaging } from './staging/stage-source.ts';
import { withThreads } from './threads.ts';
import { timedAdd } from './timed-add.ts';

const memoryBytesDefault = 1024 ** 3;
const columnsBytesMinDefault = 8 * 1024 ** 2;

/**
 * Imports files into an index: reads their records, merges their observations into the tables, and publishes one
 * snapshot. Importing the same content again changes nothing. The next run resumes an interrupted one and produces the
 * same files. A file that fails does not affect the others; the report has its error.
 *
 * Conflict resolution: for each column, the most recently observed known value wins. The observation time of a record is
 * its own (`epoch`, `fetch_time`, …), else that of the enclosing response, else `observedAt`, else the greatest creation
 * time in its file.
 *
 * Errors: `index_locked`, `index_corrupt`, `disk_full`, `mapping_invalid`, `catalog_invalid`, `file_missing` for the mapping file.
 */
export async function addFiles(options: AddOptions): Promise<AddReport> {
  return await timedAdd(options.index, (onVisible) => addToIndex(options, onVisible));
}

async function addToIndex(given: AddOptions, onVisible: () => void): Promise<AddReport> {
  const { memoryBytesMax = memoryBytesDefault, deltaShareMax = changedShareMax } = given;
  const options = { ...given, memoryBytesMax, deltaShareMax };
  const mapping = await readMapping(options);
  const catalog = withTables(options.tables);
  checkPlatform(catalog, options.platform);
  if (options.table !== undefined) findTable(catalog, options.table);
  const { before, report } = await addLocked({ ...options, catalog, mappingRead: mapping, onVisible });
  if (options.isFolding === false) return report;
  const postponed = [...report.postponed];
  const onDiskFull = (error: AppError) => void postponed.push(error);
  const snapshotId = await foldLeft(before, report, { ...options, catalog, onDiskFull });
  return { ...report, snapshotId, postponed };
}

/** Adds while it has the write lock. `before`: the snapshot that it changed. */
async function addLocked(
  options: Omit<RunOptions, 'opened'>,
): Promise<{ before: Snapshot | null; report: AddReport }> {
  await using _lock = await takeWriteLock(options.index, options);
  const currentId = await currentSnapshotId(options.index);
  const before = currentId === null ? null : await readSnapshot(options.index, currentId);
  if (before !== null) checkDescriptions(options.catalog, before.manifest);
  return { before, report: await addTo(before, options) };
}

async function addTo(before: Snapshot | null, options: Omit<RunOptions, 'opened'>): Promise<AddReport> {
  return await withMergeDatabase(options, async (database, connection) => {
    const opened = options.collection && (await Collection.open(options.index, options.collection));
    const run = new AddRun({ ...options, opened }, { database, connection }, before);
    return await run.finish(await run.stageAll());
  });
}

type RunOptions = AddOptions & {
  memoryBytesMax: number;
  deltaShareMax: number;
  onVisible: () => void;
  catalog: Catalog;
  mappingRead: Awaited<ReturnType<typeof readMapping>>;
  opened: Collection | undefined;
};

/** One call of {@link addFiles}, which holds the write lock. */
class AddRun {
  readonly #options: RunOptions;
  readonly #database: Database;
  readonly #connection: DuckDBConnection;
  readonly #before: Snapshot | null;
  readonly #report: AddedFile[] = [];
  #skipped: readonly SkippedSource[] = [];

  constructor(
    options: RunOptions,
    { database, connection }: { database: Database; connection: DuckDBConnection },
    before: Snapshot | null,
  ) {
    this.#options = options;
    this.#database = database;
    this.#connection = connection;
    this.#before = before;
  }

  get #sources(): readonly SourceEntry[] {
    return this.#before?.manifest.sources ?? [];
  }

  /** The folder for the columns of the text file that is being read. */
  get #columns(): string {
    return join(layout.staging(this.#options.index), 'columns');
  }

  async stageAll(): Promise<StagedSource[]> {
    await dropFinishedStaging(this.#options.index, this.#sources);
    const staged: StagedSource[] = [];
    const { files, index, signal, limits, onProgress } = this.#options;
    await using spool = await Spool.at(join(layout.staging(index), 'spool'));
    this.#skipped = await readInputs(files, {
      spool,
      downloads: await KeptDownloads.at(join(layout.staging(index), 'downloads')),
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
    try {
      const source = await this.#open(input);
      await this.#takeOpened(source, staged);
      this.#options.opened?.note(input, source);
    } finally {
      await rm(this.#columns, { recursive: true, force: true });
    }
  }

  async #takeOpened(source: OpenedSource, staged: StagedSource[]): Promise<void> {
    const known = this.#findAdded(source, staged);
    if (known !== undefined) {
      this.#report.push(await this.#alreadyAdded(source, known));
      return;
    }
    const start = performance.now();
    const done = await this.#stage(source);
    const file = await this.#added(done, performance.now() - start);
    this.#report.push(file);
    if (file.status === 'added') {
      await this.#options.opened?.keep(this.#connection, this.#options.catalog, done);
      staged.push(done);
    } else await dropStaging(done.folder);
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
      columns: {
        folder: this.#columns,
        bytesMin: this.#options.columnsBytesMin ?? columnsBytesMinDefault,
      },
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
    if (this.#options.opened?.knows(source) === false) return undefined;
    return this.#sources.find(
      (entry) => entry.sha256 === source.sha256 && entry.options === source.optionsHash,
    );
  }

  async #stage(source: OpenedSource): Promise<StagedSource> {
    const { catalog, index, onProgress, signal, observedAt } = this.#options;
    const folder = join(layout.staging(index), stagingName(source));
    try {
      const state = await stageOpened(source, {
        catalog,
        database: this.#database,
        folder,
        signal,
        batchRecordsMax: this.#options.batchRecordsMax,
        bulkRowsMin: this.#options.bulkRowsMin,
        memoryBytesMax: this.#options.memoryBytesMax,
        observedAt: observedAt && BigInt(observedAt.getTime()) * 1000n,
        onProgress: (bytesDone, records, phase = 'read') =>
          onProgress?.({ phase, file: source.path, bytesDone, bytesTotal: source.bytes, records }),
      });
      const table = state.bulk === null ? undefined : source.bulk?.rows.table;
      const bulkTable = table && tableId(table);
      const staged = { source, folder, state };
      const merged = await withThreads(this.#connection, areFew([staged]), () =>
        countMerged(this.#connection, catalog, { folder, state, bulkTable }),
      );
      return { ...staged, merged };
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
    const isFew = staged.length > 0 && areFew(staged);
    return await withThreads(this.#connection, isFew, () => this.#publish(staged, isFew));
  }

  async #publish(staged: readonly StagedSource[], isFew: boolean): Promise<AddReport> {
    const { catalog, index, opened } = this.#options;
    const before = this.#before?.manifest;
    let after = before;
    const postponed: AppError[] = [];
    const withdrawn = await opened?.withdrawn(this.#connection);
    const keptBecause = this.#keptBecause();
    const isRemoving = this.#options.collection?.mirror === true && keptBecause === undefined;
    const removals = isRemoving ? withdrawn && opened?.removals(withdrawn, catalog) : undefined;
    if (staged.length > 0 || (removals?.size ?? 0) > 0) {
      const tables = await mergeSources(
        { ...this.#options, database: this.#database, connection: this.#connection, before: this.#before },
        staged,
        removals ?? new Map(),
        isFew,
      );
      after = makeManifest({
        parent: before?.snapshot_id ?? null,
        tables: mapValues(tables, ({ files }) => files),
        masks: mapValues(tables, ({ masks }) => masks),
        sources: [
          ...this.#sources,
          ...(this.#options.isPassing === true ? [] : newEntries(staged, this.#sources)),
        ],
        segments: livingSegments(
          before?.segments,
          mapValues(tables, ({ files }) => files),
        ),
      });
      if (isSameContent(before, after)) after = before;
      else {
        await publish(index, after);
        this.#options.onVisible();
        const target = { root: index, connection: this.#connection, catalog };
        after = await joinLeft(target, after, (error) => void postponed.push(error));
      }
      for (const { folder } of staged) await dropStaging(folder);
    }
    return {
      snapshotId: after?.snapshot_id ?? '',
      changed: after !== before,
      ...{ files: this.#report, skipped: this.#skipped, postponed },
      collection: withdrawn && (await opened?.finish(withdrawn, removals !== undefined, keptBecause)),
      tables: await compareRows(this.#connection, catalog, this.#before, after && new Snapshot(index, after)),
    };
  }

  /** Why nothing is removed; undefined where nothing is in the way. */
  #keptBecause(): string | undefined {
    if (this.#options.collection?.mirror !== true) return undefined;
    const failed = this.#report.filter(({ status }) => status === 'failed').length;
    return failed === 0 ? undefined : `${failed} of its files could not be imported`;
  }
}
