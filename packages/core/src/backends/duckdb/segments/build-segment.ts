import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { AppError, syncPath } from '@sdq/contract';
import { coresOfMachine } from '@sdq/duckdb';
import {
  type CoveredFile,
  type FileEntry,
  hasColumns,
  layout,
  type RowFileEntry,
  type SegmentEntry,
  type StructureStatistics,
  sha256OfFile,
  typesByName,
} from '@sdq/index';
import { structuresOf } from '../access-paths/access-paths.ts';
import { type DescribedKeyFile, keyFilesOf } from '../candidates/key-files.ts';
import { type Structure, scanOf } from '../candidates/structure.ts';
import { BuildFolder } from './build-folder.ts';
import { KeyFileBuild, takeOverKeyFiles } from './build-key-files.ts';
import type { BuildProgress, BuiltRowFiles, BuiltStructure, SegmentReport } from './build-report.ts';
import { BuildWatch } from './build-watch.ts';
import { columnStatistics, plainColumns } from './column-statistics.ts';
import { definitionOf } from './current-structures.ts';
import { checkRoom } from './room-for-segment.ts';
import { writeRowFiles } from './row-file-pool.ts';
import { rowFileColumns, rowFilesAtHand } from './row-files-at-hand.ts';
import { SegmentFile } from './segment-file.ts';
import { structureStatistics } from './structure-statistics.ts';
import { takeOver } from './take-over.ts';

export interface BuildSegmentOptions {
  /** Directory of the index; the caller must hold its write lock. */
  readonly root: string;
  readonly table: CatalogTable;
  /** Rows of all files of the table: they determine which structures are built. */
  readonly tableRows: number;
  /** Base files of the table, in the order of the manifest. */
  readonly files: readonly FileEntry[];
  /** Published segments: their row files are reused. */
  readonly published: readonly SegmentEntry[];
  /** Whether their structures are reused too, if they would be built the same way today. */
  readonly takesOver?: boolean;
  readonly threads?: number | undefined;
  /** DuckDB's memory limit, in bytes; default 2 GiB. The process uses up to about half as much more. */
  readonly memoryBytesMax?: number | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const memoryBytesDefault = 2 * 2 ** 30;
/** With fewer rows than this, row files are written in this process: starting others would take longer. */
const rowsOfOneProcess = 400_000;
const rowsMax = 2 ** 31 - 1;

/**
 * Builds a segment over these base files: its files are in place in the index and synced, but no snapshot names them
 * yet. A call with the same files after a kill continues that build. Call `dropBuilds` once the segment is published.
 *
 * Errors: `index_corrupt` when a base file differs from the manifest, or a structure from its source.
 */
export async function buildSegment(
  options: BuildSegmentOptions,
): Promise<{ segment: SegmentEntry; report: SegmentReport }> {
  const run = await SegmentBuild.start(options);
  return await run.finish();
}

class SegmentBuild {
  readonly #options: BuildSegmentOptions;
  readonly #folder: BuildFolder;
  readonly #structures: readonly Structure[];
  readonly #keyFiles: readonly DescribedKeyFile[];
  readonly #keyFileBuild: KeyFileBuild;
  readonly #rows: number;
  readonly #signal: AbortSignal;
  readonly #startedAt = performance.now();
  #step = 0;

  private constructor(options: BuildSegmentOptions, folder: BuildFolder, structures: readonly Structure[]) {
    this.#options = options;
    this.#folder = folder;
    this.#structures = structures;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#rows = options.files.reduce((sum, file) => sum + file.rows, 0);
    this.#keyFiles = keyFilesOf(options.table, options.tableRows);
    this.#keyFileBuild = new KeyFileBuild(folder, options.table, this.#rows);
    if (this.#rows > rowsMax)
      throw new AppError('usage_error', `A segment can have at most ${rowsMax.toLocaleString('en')} rows`);
  }

  static async start(options: BuildSegmentOptions): Promise<SegmentBuild> {
    const { root, table, tableRows, files } = options;
    const published = new Set(options.published.map((segment) => segment.sha256));
    const structures = structuresOf(table, tableRows);
    const folder = await BuildFolder.open(root, table, files, structures, published);
    checkRoom(root, files, folder);
    return new SegmentBuild(options, folder, structures);
  }

  async finish(): Promise<{ segment: SegmentEntry; report: SegmentReport }> {
    await using watch = BuildWatch.start(this.#folder);
    await this.#checkFiles();
    const { rowFilesMade, file } = await this.#write(watch);
    const { entries, ...rowFiles } = rowFilesMade;
    const path = `${layout.segmentFolder(this.#options.table)}/${file.sha256.slice(0, 32)}.duckdb`;
    await this.#folder.place([{ from: SegmentFile.path(this.#folder.path), path }]);
    const keyFiles = await this.#keyFileBuild.place(this.#keyFiles);
    const built = this.#folder.structures;
    const segment: SegmentEntry = {
      path,
      ...file,
      table: tableId(this.#options.table),
      covers: this.#covers(entries),
      structures: Object.fromEntries(
        this.#structures.map((structure) => [structure.name, entryOf(structure, built)]),
      ),
      key_files: keyFiles,
      statistics: {
        columns: { ...this.#folder.columns },
        structures: Object.fromEntries(this.#structures.map(({ name }) => [name, statisticsOf(built[name])])),
      },
    };
    const peaks = await watch.peaks();
    const seconds = this.#secondsSince(this.#startedAt);
    return {
      segment,
      report: {
        rows: this.#rows,
        bytes: file.bytes,
        rowFiles,
        structures: built,
        keyFiles: this.#keyFileBuild.built,
        seconds,
        ...peaks,
      },
    };
  }

  #covers(rowFiles: readonly RowFileEntry[]): CoveredFile[] {
    let ordinal = 0;
    return this.#options.files.map(({ path, rows }, i) => {
      const first_ordinal = ordinal;
      ordinal += rows;
      return { path, rows, first_ordinal, row_file: rowFiles[i] as RowFileEntry };
    });
  }

  /** A segment built from a damaged file would look intact from then on. */
  async #checkFiles(): Promise<void> {
    let rowsDone = 0;
    for (const file of this.#options.files) {
      this.#signal.throwIfAborted();
      this.#report('checking files', rowsDone);
      if ((await sha256OfFile(join(this.#options.root, file.path))) !== file.sha256) {
        throw new AppError('index_corrupt', `"${file.path}" is damaged: the checksum differs`, {
          hint: 'Restore the file from a backup, or rebuild the index',
        });
      }
      rowsDone += file.rows;
    }
    this.#step++;
  }

  /** Row files, then structures. Small builds do both at once: row files are JavaScript's work, structures DuckDB's. */
  async #write(watch: BuildWatch) {
    const writeFile = async () => this.#folder.finished ?? (await this.#writeStructures(watch));
    if (this.#rows >= rowsOfOneProcess) {
      return { rowFilesMade: await this.#writeRowFiles(), file: await writeFile() };
    }
    const [rowFilesMade, file] = await Promise.allSettled([this.#writeRowFiles(), writeFile()]);
    if (file.status === 'rejected') throw file.reason;
    if (rowFilesMade.status === 'rejected') throw rowFilesMade.reason;
    return { rowFilesMade: rowFilesMade.value, file: file.value };
  }

  async #writeRowFiles(): Promise<BuiltRowFiles & { entries: RowFileEntry[] }> {
    const {
      files,
      root,
      table,
      threads = coresOfMachine(),
      memoryBytesMax = memoryBytesDefault,
    } = this.#options;
    const columns = rowFileColumns(table);
    const schema = { columns: typesByName(columns) };
    const startedAt = performance.now();
    const known = rowFilesAtHand(root, this.#options.published, columns);
    const missing = new Map<string, FileEntry>();
    const written: FileEntry[] = [];
    for (const file of files) {
      if (known.has(file.path)) continue;
      const found = await this.#folder.findRowFile(file);
      if (found === undefined || !hasColumns(found, columns)) missing.set(join(root, file.path), file);
      else known.set(file.path, found);
      written.push(file);
    }
    const rowsMissing = [...missing.values()].reduce((sum, file) => sum + file.rows, 0);
    let rowsDone = this.#rows - rowsMissing;
    this.#report('row files', rowsDone);
    const requests = [...missing].map(([parquetPath, file]) => ({
      parquetPath,
      columns,
      rows: file.rows,
      to: this.#folder.rowFile(file),
    }));
    const cpuSeconds = await writeRowFiles(requests, {
      processes: this.#rows < rowsOfOneProcess ? 0 : threads,
      memoryBytesMax,
      signal: this.#signal,
      onWritten: async (request, { bytes, sha256 }) => {
        const base = missing.get(request.parquetPath) as FileEntry;
        const path = `${layout.rowFolder(table)}/${sha256.slice(0, 32)}.rows`;
        const entry = { path, bytes, sha256, schema };
        await this.#folder.noteRowFile(base, entry);
        known.set(base.path, entry);
        rowsDone += base.rows;
        this.#report('row files', rowsDone);
      },
    });
    await this.#folder.place(
      written.map((file) => ({
        from: this.#folder.rowFile(file),
        path: (known.get(file.path) as RowFileEntry).path,
      })),
    );
    const entries = files.map((file) => known.get(file.path) as RowFileEntry);
    this.#step++;
    return {
      entries,
      files: files.length,
      reused: files.length - missing.size,
      bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
      seconds: this.#secondsSince(startedAt),
      cpuSeconds,
    };
  }

  /** Adds the missing structures to the native file, and checks all that were not checked. */
  async #writeStructures(watch: BuildWatch): Promise<{ bytes: number; sha256: string }> {
    const {
      files,
      root,
      table,
      threads = coresOfMachine(),
      memoryBytesMax = memoryBytesDefault,
    } = this.#options;
    if (this.#options.takesOver === true && !existsSync(SegmentFile.path(this.#folder.path))) {
      this.#report('taking over', 0);
      const { published } = this.#options;
      await takeOver(root, table, this.#structures, this.#folder, files, { published, memoryBytesMax });
      await takeOverKeyFiles(root, this.#keyFiles, this.#folder, files, published);
    }
    await using file = await SegmentFile.open({
      folder: this.#folder.path,
      files: files.map(({ path, rows, schema }) => ({ path: join(root, path), rows, schema })),
      table,
      structures: this.#structures,
      threads,
      memoryBytesMax,
      onCreatedAgain: () => this.#report('native file, again', 0),
    });
    const interrupt = () => file.connection.interrupt();
    this.#signal.addEventListener('abort', interrupt);
    try {
      await file.checkRows();
      if (this.#folder.columns === undefined) {
        this.#report('statistics', 0);
        await this.#folder.noteColumns(await columnStatistics(file.connection, table, this.#rows));
      }
      this.#step++;
      const present = await file.built();
      for (const structure of this.#structures) {
        const done = this.#folder.structures[structure.name] !== undefined && present.has(structure.name);
        if (!done) await this.#writeStructure(file, structure, present, watch);
        this.#step++;
      }
      for (const keyFile of this.#keyFiles) {
        this.#signal.throwIfAborted();
        this.#report(`key file ${keyFile.name}`, 0);
        await this.#keyFileBuild.write(file, keyFile);
        this.#step++;
      }
      await file.finish();
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error;
    } finally {
      this.#signal.removeEventListener('abort', interrupt);
    }
    const path = SegmentFile.path(this.#folder.path);
    await syncPath(path);
    const finished = { bytes: (await stat(path)).size, sha256: await sha256OfFile(path) };
    await this.#folder.noteFinished(finished);
    return finished;
  }

  async #writeStructure(
    file: SegmentFile,
    structure: Structure,
    present: ReadonlySet<string>,
    watch: BuildWatch,
  ): Promise<void> {
    const { name } = structure;
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    this.#signal.throwIfAborted();
    using _progress = watch.follow(file.connection, (share) => this.#report(name, share * this.#rows));
    const plain = name === scanOf(this.#options.table).structure ? plainColumns(this.#folder.columns) : [];
    if (!present.has(name)) await file.write(structure, plain);
    const seconds = this.#secondsSince(startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    this.#signal.throwIfAborted();
    const checked = await file.check(structure);
    const noted = await structureStatistics(file.connection, structure);
    const checkSeconds = this.#secondsSince(startedAt) - seconds;
    const built = { ...checked, ...noted, seconds, cpuSeconds: (user + system) / 1e6, checkSeconds };
    await this.#folder.noteStructure(name, built);
  }

  #report(phase: string, rowsDone: number): void {
    const steps = this.#structures.length + this.#keyFiles.length + 3;
    const table = tableId(this.#options.table);
    this.#options.onProgress?.({ table, phase, rowsDone, rowsTotal: this.#rows, step: this.#step, steps });
  }

  #secondsSince(startedAt: number): number {
    return (performance.now() - startedAt) / 1000;
  }
}

function entryOf(
  structure: Structure,
  built: Readonly<Record<string, BuiltStructure>>,
): SegmentEntry['structures'][string] {
  const { rows = 0, floor } = built[structure.name] ?? {};
  return {
    rows,
    columns: structure.columns.map(({ name }) => name),
    definition: definitionOf(structure),
    ...(floor === undefined ? {} : { floor }),
  };
}

function statisticsOf(built: BuiltStructure | undefined): StructureStatistics {
  const { bytes = 0, groups } = built ?? {};
  return { bytes, ...(groups === undefined ? {} : { groups }) };
}
