import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { type FileEntry, type KeyFileEntry, layout, type SegmentEntry, sha256OfFile } from '@sdq/index';
import { writeKeyFile } from '@sdq/row-store/keys';
import { type DescribedKeyFile, keyFileDefinition, keyFileIn } from '../candidates/key-files.ts';
import { scanOf } from '../candidates/structure.ts';
import type { BuildFolder } from './build-folder.ts';
import type { BuiltKeyFile } from './build-report.ts';
import type { SegmentFile } from './segment-file.ts';
import { sortedKeys } from './sorted-keys.ts';
import { isOver } from './take-over.ts';

/** Key files of one build, by name. */
export class KeyFileBuild {
  readonly built: Record<string, BuiltKeyFile> = {};
  readonly #folder: BuildFolder;
  readonly #table: CatalogTable;
  readonly #rows: number;

  constructor(folder: BuildFolder, table: CatalogTable, rows: number) {
    this.#folder = folder;
    this.#table = table;
    this.#rows = rows;
  }

  /**
   * Writes a key file from the finished structures of a segment, unless an interrupted run has written it. Errors:
   * `index_corrupt` where it differs from its structure.
   */
  async write(segment: SegmentFile, file: DescribedKeyFile): Promise<void> {
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    const found = await this.#folder.findKeyFile(file);
    const entry = found ?? (await this.#writeNew(segment, file));
    const { user, system } = process.cpuUsage(cpuBefore);
    const { keys, ordinals, bytes } = entry;
    this.built[file.name] = {
      keys,
      ordinals,
      bytes,
      isReused: found !== undefined,
      seconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (user + system) / 1e6,
    };
  }

  /** Puts the files into the index. Returns their entries, each of which was written by this or an earlier run. */
  async place(files: readonly DescribedKeyFile[]): Promise<Record<string, KeyFileEntry>> {
    const entries: [DescribedKeyFile, KeyFileEntry][] = [];
    for (const file of files) {
      const entry = await this.#folder.findKeyFile(file);
      if (entry === undefined) throw new Error(`The key file "${file.name}" was not written`);
      entries.push([file, entry]);
    }
    await this.#folder.place(entries.map(([file, { path }]) => ({ from: this.#folder.keyFile(file), path })));
    return Object.fromEntries(entries.map(([{ name }, entry]) => [name, entry]));
  }

  async #writeNew(segment: SegmentFile, file: DescribedKeyFile): Promise<KeyFileEntry> {
    const isScan = file.from === scanOf(this.#table).structure;
    const keys = await sortedKeys(segment.connection, file, { rows: this.#rows, isScan });
    const to = this.#folder.keyFile(file);
    // A unique name: the process of a killed run may still write to its file for a moment.
    const temporary = `${to}.${process.pid}.tmp`;
    await rm(temporary, { force: true });
    const { isUnique } = file;
    const { columns, batches } = keys;
    const written = await writeKeyFile({ columns, isUnique, rows: this.#rows, batches, to: temporary });
    const expected = await keys.check();
    if (written.ordinals !== expected.ordinals || written.ordinalSum !== expected.ordinalSum) {
      throw new AppError(
        'index_corrupt',
        `The key file "${file.name}" of ${tableId(this.#table)} differs from the structure "${file.from}"`,
        {
          hint: 'Nothing was published. Check the base files with sdq index verify, then build again with --rebuild.',
        },
      );
    }
    const sha256 = await sha256OfFile(temporary);
    const { size: bytes } = await stat(temporary);
    await rename(temporary, to);
    const entry = {
      path: `${layout.keyFolder(this.#table)}/${sha256.slice(0, 32)}.keys`,
      bytes,
      sha256,
      keys: written.keys,
      ordinals: written.ordinals,
      definition: keyFileDefinition(file),
    };
    await this.#folder.noteKeyFile(file, entry);
    return entry;
  }
}

/**
 * Takes over the key files of a published segment over exactly the same files, if they would be written the same way
 * today; a damaged one is written again.
 */
export async function takeOverKeyFiles(
  root: string,
  wanted: readonly DescribedKeyFile[],
  folder: BuildFolder,
  files: readonly FileEntry[],
  published: readonly SegmentEntry[],
): Promise<void> {
  const segment = published.find((each) => isOver(each, files));
  if (segment === undefined) return;
  for (const file of wanted) {
    const entry = keyFileIn({ segment }, file);
    if (entry !== undefined) await folder.takeKeyFile(file, entry, join(root, entry.path));
  }
}
