import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { AppError, syncPath } from '@sdq/contract';
import { coresOfMachine, interruptOnAbort } from '@sdq/duckdb';
import {
  type CoveredFile,
  type FileEntry,
  layout,
  type Profile,
  type RowFileEntry,
  type SegmentEntry,
  type StructureStatistics,
  sha256OfFile,
} from '@sdq/index';
import { auxiliaryStructures, structuresOf } from '../access-paths/access-paths.ts';
import { type DescribedKeyFile, keyFilesOf } from '../candidates/key-files.ts';
import { type Structure, scanOf } from '../candidates/structure.ts';
import { BuildFolder } from './build-folder.ts';
import { KeyFileBuild, takeOverKeyFiles } from './build-key-files.ts';
import type { BuildProgress, BuiltRowFiles, BuiltStructure, SegmentReport } from './build-report.ts';
import { buildRowFiles, rowsOfOneProcess } from './build-row-files.ts';
import { BuildWatch } from './build-watch.ts';
import { columnStatistics, plainColumns } from './column-statistics.ts';
import { definitionOf } from './current-structures.ts';
import { checkRoom } from './room-for-segment.ts';
import { SegmentFile, type SegmentPart } from './segment-file.ts';
import { groupStatistics } from './structure-statistics.ts';
import { takeOver } from './take-over.ts';

export interface BuildSegmentOptions {
  /** Directory of the index; the caller must hold its write lock. */
  readonly root: string;
  readonly table: CatalogTable;
  /** Rows of all files of the table: they determine which structures are built. */
  readonly tableRows: number;
  readonly profile?: Profile | undefined;
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
  readonly #auxiliary: readonly Structure[];
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
    this.#keyFiles = keyFilesOf(options.table, options.tableRows, options.profile);
    const read = this.#keyFiles.map(({ from }) => from);
    this.#auxiliary = auxiliaryStructures(options.table, structures, read);
    this.#keyFileBuild = new KeyFileBuild(folder, options.table, this.#rows);
    if (this.#rows > rowsMax)
      throw new AppError('usage_error', `A segment can have at most ${rowsMax.toLocaleString('en')} rows`);
  }

  static async start(options: BuildSegmentOptions): Promise<SegmentBuild> {
    const { root, table, tableRows, profile, files } = options;
    const published = new Set(options.published.map((segment) => segment.sha256));
    const structures = structuresOf(table, tableRows, profile);
    const folder = await BuildFolder.open(root, table, files, structures, published);
    checkRoom(root, table, files, folder);
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
      ...(this.#isCompact ? { profile: 'compact' } : {}),
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

  get #isCompact(): boolean {
    return this.#options.profile === 'compact';
  }

  #covers(rowFiles: readonly RowFileEntry[]): CoveredFile[] {
    let ordinal = 0;
    return this.#options.files.map(({ path, rows }, i) => {
      const first_ordinal = ordinal;
      ordinal += rows;
      const rowFile = rowFiles[i];
      return { path, rows, first_ordinal, ...(rowFile === undefined ? {} : { row_file: rowFile }) };
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
    if (this.#isCompact) return { entries: [], files: 0, reused: 0, bytes: 0, seconds: 0, cpuSeconds: 0 };
    const { threads = coresOfMachine(), memoryBytesMax = memoryBytesDefault } = this.#options;
    const written = await buildRowFiles(this.#folder, {
      ...this.#options,
      ...{ threads, memoryBytesMax, signal: this.#signal },
      onRows: (rowsDone) => this.#report('row files', rowsDone),
    });
    this.#step++;
    return written;
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
    // What was dropped of a file still takes room in it.
    if (
      this.#options.takesOver === true &&
      !this.#isCompact &&
      !existsSync(SegmentFile.path(this.#folder.path))
    ) {
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
      auxiliary: this.#auxiliary,
      threads,
      memoryBytesMax,
      onCreatedAgain: () => this.#report('native file, again', 0),
    });
    let sizes: ReadonlyMap<string, number>;
    try {
      using _interruption = interruptOnAbort(file.connection, this.#signal);
      await file.checkRows();
      if (this.#folder.columns === undefined) {
        this.#report('statistics', 0);
        await this.#folder.noteColumns(await columnStatistics(file.connection, table, this.#rows));
      }
      this.#step++;
      await this.#writeAll(file, 'auxiliary', this.#auxiliary, watch);
      await this.#writeAll(file, 'segment', this.#structures, watch);
      await file.use('auxiliary');
      for (const keyFile of this.#keyFiles) {
        this.#signal.throwIfAborted();
        this.#report(`key file ${keyFile.name}`, 0);
        await this.#keyFileBuild.write(file, keyFile);
        this.#step++;
      }
      sizes = await file.finish();
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error;
    }
    const path = SegmentFile.path(this.#folder.path);
    await syncPath(path);
    const finished = { bytes: (await stat(path)).size, sha256: await sha256OfFile(path) };
    await this.#folder.noteFinished(finished, sizes);
    return finished;
  }

  async #writeAll(
    file: SegmentFile,
    part: SegmentPart,
    structures: readonly Structure[],
    watch: BuildWatch,
  ): Promise<void> {
    await file.use(part);
    const present = await file.built(part);
    for (const structure of structures) {
      const { name } = structure;
      const noted = part === 'segment' ? name : `${part} ${name}`;
      const done = this.#folder.structures[noted] !== undefined && present.has(name);
      if (!done) await this.#writeStructure(file, structure, { present, noted }, watch);
      this.#step++;
    }
  }

  async #writeStructure(
    file: SegmentFile,
    structure: Structure,
    { present, noted: notedAs }: { readonly present: ReadonlySet<string>; readonly noted: string },
    watch: BuildWatch,
  ): Promise<void> {
    const { name } = structure;
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    this.#signal.throwIfAborted();
    using _progress = watch.follow(file.connection, (share) => this.#report(notedAs, share * this.#rows));
    const plain = name === scanOf(this.#options.table).structure ? plainColumns(this.#folder.columns) : [];
    if (!present.has(name)) await file.write(structure, plain);
    const seconds = this.#secondsSince(startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    this.#signal.throwIfAborted();
    const checked = await file.check(structure);
    const grouped = await groupStatistics(file.connection, structure);
    const checkSeconds = this.#secondsSince(startedAt) - seconds;
    const noted = { ...checked, ...grouped, bytes: 0 };
    const built = { ...noted, seconds, cpuSeconds: (user + system) / 1e6, checkSeconds };
    await this.#folder.noteStructure(notedAs, built);
  }

  #report(phase: string, rowsDone: number): void {
    const steps =
      this.#auxiliary.length + this.#structures.length + this.#keyFiles.length + (this.#isCompact ? 2 : 3);
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
