import { createHash } from 'node:crypto';
import {
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { syncPath } from '@sdq/contract';
import {
  type ColumnStatistics,
  type FileEntry,
  type KeyFileEntry,
  layout,
  type RowFileEntry,
  sha256OfFile,
} from '@sdq/index';
import { type DescribedKeyFile, keyFileDefinition } from '../candidates/key-files.ts';
import type { Structure } from '../candidates/structure.ts';
import type { BuiltStructure } from './build-report.ts';

/** Increase it when builds of the same files and declarations would give another result than before. */
const builderVersion = 2;

const prefix = 'build-';

interface Journal {
  /** Structures that were built and passed their checks. */
  structures: Record<string, BuiltStructure>;
  /** Statistics of the covered rows. */
  columns?: Readonly<Record<string, ColumnStatistics>>;
  /** The native file, once it is complete; it is not opened for writing afterwards. */
  finished?: { bytes: number; sha256: string };
}

/**
 * The folder in `staging/` where one segment is built. Its name identifies the covered files and how it is built, so
 * that a command that is repeated after a kill continues its own build, and no other.
 */
export class BuildFolder {
  readonly path: string;
  readonly #root: string;
  readonly #journal: Journal;

  private constructor(root: string, path: string, journal: Journal) {
    this.#root = root;
    this.path = path;
    this.#journal = journal;
  }

  /**
   * Opens or creates the folder for a segment of these structures over these files of a table, and deletes those of
   * other builds over it.
   */
  static async open(
    root: string,
    table: CatalogTable,
    files: readonly FileEntry[],
    structures: readonly Structure[],
    published: ReadonlySet<string>,
  ): Promise<BuildFolder> {
    const covered = files.map(({ path, rows }) => [path, rows]);
    const hash = createHash('sha256').update(JSON.stringify([builderVersion, structures, covered]));
    const id = tableId(table);
    const name = `${prefix}${id}-${hash.digest('hex').slice(0, 32)}`;
    await dropBuilds(root, id, name);
    const path = join(layout.staging(root), name);
    let journal = await readNote<Journal>(join(path, 'journal.json'));
    // Left over from a run that was killed right after publishing: a new build is a new file.
    if (journal?.finished !== undefined && published.has(journal.finished.sha256)) {
      await rm(path, { recursive: true, force: true });
      journal = undefined;
    }
    for (const folder of [join(path, 'rows'), join(path, 'keys')]) {
      await mkdir(folder, { recursive: true });
      for (const unfinished of await readdir(folder))
        if (unfinished.endsWith('.tmp')) await rm(join(folder, unfinished), { force: true });
    }
    return new BuildFolder(root, path, journal ?? { structures: {} });
  }

  get structures(): Readonly<Record<string, BuiltStructure>> {
    return this.#journal.structures;
  }

  get columns(): Journal['columns'] {
    return this.#journal.columns;
  }

  async noteColumns(columns: Readonly<Record<string, ColumnStatistics>>): Promise<void> {
    this.#journal.columns = columns;
    await this.#save();
  }

  get finished(): Journal['finished'] {
    return this.#journal.finished;
  }

  async noteStructure(name: string, built: BuiltStructure): Promise<void> {
    this.#journal.structures[name] = built;
    await this.#save();
  }

  /** Notes the file, and the size of each of its structures in bytes. */
  async noteFinished(
    file: { bytes: number; sha256: string },
    sizes: ReadonlyMap<string, number>,
  ): Promise<void> {
    const { structures } = this.#journal;
    for (const [name, bytes] of sizes) {
      const built = structures[name];
      if (built !== undefined) structures[name] = { ...built, bytes };
    }
    this.#journal.finished = file;
    await this.#save();
  }

  async #save(): Promise<void> {
    await note(join(this.path, 'journal.json'), this.#journal);
  }

  /** The path for the row file of a base file. */
  rowFile(base: Pick<FileEntry, 'sha256'>): string {
    return join(this.path, 'rows', `${base.sha256}.rows`);
  }

  async noteRowFile(base: Pick<FileEntry, 'sha256'>, entry: RowFileEntry): Promise<void> {
    await note(`${this.rowFile(base)}.json`, entry);
  }

  /** The row file that an earlier run wrote for a base file. */
  async findRowFile(base: Pick<FileEntry, 'sha256'>): Promise<RowFileEntry | undefined> {
    return await readNote<RowFileEntry>(`${this.rowFile(base)}.json`);
  }

  /** The path for a key file. */
  keyFile(file: DescribedKeyFile): string {
    return join(this.path, 'keys', `${file.name}-${keyFileDefinition(file)}.keys`);
  }

  async noteKeyFile(file: DescribedKeyFile, entry: KeyFileEntry): Promise<void> {
    await note(`${this.keyFile(file)}.json`, entry);
  }

  /** The key file that an earlier run wrote. */
  async findKeyFile(file: DescribedKeyFile): Promise<KeyFileEntry | undefined> {
    return await readNote<KeyFileEntry>(`${this.keyFile(file)}.json`);
  }

  /** Takes a key file of the index over, unless it is damaged. */
  async takeKeyFile(file: DescribedKeyFile, entry: KeyFileEntry, from: string): Promise<void> {
    const to = this.keyFile(file);
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    if ((await sha256OfFile(to)) === entry.sha256) await this.noteKeyFile(file, entry);
  }

  /**
   * Links files of the folder into a folder of the index. They stay here too, so that a run killed before it
   * publishes can be repeated even if another writer deleted them there.
   */
  async place(files: readonly { from: string; path: string }[]): Promise<void> {
    const folders = new Set<string>();
    for (const { from, path } of files) {
      const to = join(this.#root, path);
      if (!folders.has(dirname(to))) await mkdir(dirname(to), { recursive: true });
      folders.add(dirname(to));
      // A file with the same content may already be there, and be in use.
      const placing = join(this.path, 'placing');
      await rm(placing, { force: true });
      await link(from, placing);
      await rename(placing, to);
    }
    for (const folder of folders) await syncPath(folder);
  }

  /** Current size in bytes of all files in the folder, spill files included. */
  async bytes(): Promise<number> {
    let sum = 0;
    for (const entry of await readdir(this.path, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (entry.isFile())
        sum += await stat(join(entry.parentPath, entry.name)).then(
          (s) => s.size,
          () => 0,
        );
    }
    return sum;
  }
}

/** Deletes unfinished builds, of all tables or of the one with this id, except one. */
export async function dropBuilds(root: string, table?: string, kept?: string): Promise<void> {
  const beginning = table === undefined ? prefix : `${prefix}${table}-`;
  for (const name of await readdir(layout.staging(root)).catch(() => [])) {
    if (name.startsWith(beginning) && name !== kept)
      await rm(join(layout.staging(root), name), { recursive: true, force: true });
  }
}

/** Writes atomically, but not durably: after a power failure the file is ignored or missing. */
async function note(path: string, content: object): Promise<void> {
  const temporary = `${path}.tmp`;
  await writeFile(temporary, JSON.stringify(content));
  await rename(temporary, path);
}

/** What was noted; undefined in a new build, or where the run was cut off before. */
async function readNote<Content>(path: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Content;
  } catch {
    return undefined;
  }
}
