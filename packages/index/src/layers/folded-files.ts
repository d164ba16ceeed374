import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { layout } from '../files/layout.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { WrittenFiles } from './fold-table.ts';

interface Note {
  readonly table: string;
  readonly month: string | null;
  readonly file: FileEntry | null;
}

const prefix = 'fold-';

/**
 * The files that folding a snapshot has written so far, in `staging`: a run that was killed is continued by the next
 * one over the same snapshot. Notes about other snapshots are deleted.
 */
export class FoldedFiles implements WrittenFiles {
  readonly #root: string;
  readonly #path: string;
  readonly #notes: Map<string, Note>;

  private constructor(root: string, path: string, notes: readonly Note[]) {
    this.#root = root;
    this.#path = path;
    this.#notes = new Map(notes.map((note) => [keyOf(note.table, note.month), note]));
  }

  static async open({ root, manifest }: Snapshot): Promise<FoldedFiles> {
    const hash = createHash('sha256').update(JSON.stringify(manifest.tables)).digest('hex').slice(0, 32);
    const folder = layout.staging(root);
    const name = `${prefix}${hash}.ndjson`;
    await mkdir(folder, { recursive: true });
    await dropFolded(root, name);
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    return new FoldedFiles(root, join(folder, name), text.split('\n').flatMap(readNote));
  }

  async find(table: string, month: string | null): Promise<FileEntry | null | undefined> {
    const file = this.#notes.get(keyOf(table, month))?.file;
    if (file === undefined || file === null) return file;
    const size = await stat(join(this.#root, file.path)).then(
      ({ size: bytes }) => bytes,
      () => -1,
    );
    return size === file.bytes ? file : undefined;
  }

  async note(table: string, month: string | null, file: FileEntry | null): Promise<void> {
    const note = { table, month, file };
    this.#notes.set(keyOf(table, month), note);
    const handle = await open(this.#path, 'a');
    try {
      await handle.writeFile(`${JSON.stringify(note)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** Deletes the notes of folding, except those of this name. */
export async function dropFolded(root: string, kept?: string): Promise<void> {
  for (const name of await readdir(layout.staging(root)).catch(() => []))
    if (name.startsWith(prefix) && name !== kept) await rm(join(layout.staging(root), name), { force: true });
}

function keyOf(table: string, month: string | null): string {
  return `${table} ${month}`;
}

/** A line that a crash cut off is ignored. */
function readNote(line: string): Note[] {
  try {
    return [JSON.parse(line) as Note];
  } catch {
    return [];
  }
}
