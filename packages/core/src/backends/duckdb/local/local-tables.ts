import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { CatalogTable } from '@sdq/catalog';
import { checkFreeSpace } from '@sdq/index';
import type { LoadedTable, LoadOptions, LocalTable } from '../../../backend/local-table.ts';
import { localTableLimits } from '../../../backend/local-table.ts';
import { once } from '../../../backend/once.ts';
import { type LocalFolder, loadLocalTable } from './load-local-table.ts';
import { localSource, stateOf } from './local-source.ts';

/** A copy, and the queries that use it. */
interface Kept {
  readonly table: CatalogTable;
  readonly path: string;
  readonly bytes: number;
  /** What it was made of; null for data of the caller's memory, which are copied each time. */
  readonly key: string | null;
  uses: number;
}

/**
 * The copies of local tables that an engine keeps: those that queries use, and the last ones that they used. A file is copied
 * again when its size or its time of change differ. The folder is created with the first one, and deleted with the engine.
 */
export class LocalTables implements AsyncDisposable {
  readonly #folder: LocalFolder;
  /** Least recently used first. */
  readonly #copies = new Set<Kept>();

  constructor(folder: LocalFolder) {
    this.#folder = folder;
  }

  /** Where the copies are; it need not exist. */
  get directory(): string {
    return this.#folder.path;
  }

  /** Errors: those of `loadTable` of the backend. */
  async load(given: LocalTable, options: LoadOptions): Promise<LoadedTable> {
    const source = localSource(options.name, given);
    const state = 'path' in source ? await stateOf(source.path) : undefined;
    const { platform, name } = options;
    const key = state === undefined ? null : JSON.stringify([platform, name, source, state.mark]);
    const known = [...this.#copies].find((copy) => key !== null && copy.key === key);
    if (known !== undefined) return this.#use(known);
    await mkdir(this.#folder.path, { recursive: true, mode: 0o700 });
    if (state !== undefined) checkFreeSpace(this.#folder.path, state.bytes);
    const table = await loadLocalTable(this.#folder, source, options);
    const { path = '', bytes = 0 } = table.local ?? {};
    return this.#use({ table, path, bytes, key, uses: 0 });
  }

  #use(copy: Kept): LoadedTable {
    copy.uses++;
    this.#copies.delete(copy);
    this.#copies.add(copy);
    const release = once(() => {
      copy.uses--;
      this.#evict();
    });
    return { table: copy.table, release };
  }

  /** Deletes the oldest copies that no query uses, up to the limit; copies of what was in memory are not found again. */
  #evict(): void {
    const idle = [...this.#copies].filter(({ uses }) => uses === 0);
    let bytes = idle.reduce((sum, copy) => sum + copy.bytes, 0);
    let count = idle.length;
    for (const copy of idle) {
      const isKept = bytes <= localTableLimits.idleBytesMax && count <= localTableLimits.idleMax;
      if (isKept && copy.key !== null) continue;
      bytes -= copy.bytes;
      count--;
      this.#copies.delete(copy);
      rmSync(copy.path, { force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder.path, { recursive: true, force: true });
  }
}
