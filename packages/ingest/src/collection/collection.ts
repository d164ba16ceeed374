import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, removalsName, tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { observedColumn } from '@sdq/index';
import type { CollectionOptions, CollectionReport } from '../collection-report.ts';
import type { OpenedFile } from '../sources/opened.ts';
import { type StagedSource, stagingName } from '../staged-source.ts';
import type { StagedRelation } from '../staging/staged-observations.ts';
import {
  type CollectionFile,
  collectionFolder,
  readCollection,
  writeCollection,
} from './collection-files.ts';
import { hasKeys, keyColumn, keyFilesOf, keysOnlyIn, writeKeys } from './file-keys.ts';

/** What files are told apart by. */
interface Content {
  readonly sha256: string;
  readonly optionsHash: string;
  readonly bytes: number;
}

/** What a publisher withdrew: by table, SQL for the keys, and how many there are. */
interface Withdrawn {
  readonly keys: ReadonlyMap<string, string>;
  readonly records: Readonly<Record<string, number>>;
}

/**
 * The files of one publisher, which are imported again and again: those that are new or changed are read, and what was there
 * the last time is compared. For each file the keys of its records are kept, so that those of a file that is gone are known.
 */
export class Collection {
  readonly #folder: string;
  readonly #options: CollectionOptions;
  readonly #before: readonly CollectionFile[];
  /** The files of this import, by their names in the collection. */
  readonly #now = new Map<string, CollectionFile>();

  private constructor(folder: string, options: CollectionOptions, before: readonly CollectionFile[]) {
    this.#folder = folder;
    this.#options = options;
    this.#before = before;
  }

  /** Errors: `usage_error`, `index_corrupt`. */
  static async open(index: string, options: CollectionOptions): Promise<Collection> {
    const folder = collectionFolder(index, options.name);
    return new Collection(folder, options, await readCollection(folder));
  }

  /** Whether the keys of this content are known, so that it need not be read again. */
  knows(content: Pick<Content, 'sha256' | 'optionsHash'>): boolean {
    return hasKeys(join(this.#folder, stagingName(content)));
  }

  /** Notes a file of this import. */
  note(file: OpenedFile, content: Content): void {
    const name = nameIn(file);
    const { sha256, bytes } = content;
    this.#now.set(name, { name, bytes, sha256, keys: stagingName(content) });
  }

  async keep(connection: DuckDBConnection, catalog: Catalog, staged: StagedSource): Promise<void> {
    await writeKeys(connection, catalog, staged, join(this.#folder, stagingName(staged.source)));
  }

  /** The records that only files had which are gone or have changed. */
  async withdrawn(connection: DuckDBConnection): Promise<Withdrawn> {
    const present = new Set([...this.#now.values()].map(({ keys }) => keys));
    const gone = this.#before.filter(({ keys }) => !present.has(keys)).map(({ keys }) => keys);
    const folders = (names: Iterable<string>) => [...names].map((name) => join(this.#folder, name));
    const [old, now] = [await keyFilesOf(folders(gone)), await keyFilesOf(folders(present))];
    const keys = new Map<string, string>();
    const records: Record<string, number> = {};
    for (const [id, files] of old) {
      const select = keysOnlyIn(files, now.get(id) ?? []);
      const [row] = await allRows<{ count: string }>(connection, `SELECT count(*) AS count FROM (${select})`);
      if (Number(row?.count ?? 0) === 0) continue;
      keys.set(id, select);
      records[id] = Number(row?.count);
    }
    return { keys, records };
  }

  /** Observations of removals, by the id of the table of removals of each platform. */
  removals({ keys }: Withdrawn, catalog: Catalog): ReadonlyMap<string, StagedRelation> {
    const found = new Map<string, string[]>();
    const now = `make_timestamptz(${BigInt(Date.now()) * 1_000n})`;
    const reason = `withdrawn by the publisher of ${this.#options.name}`;
    for (const [id, select] of keys) {
      const table = catalog.byId(id);
      const removals = table && catalog.find(table.platform, removalsName);
      if (removals === undefined) continue;
      const rows = `SELECT ${sqlString(table?.name ?? '')} AS record_table, ${keyColumn} AS record_key, ${now} AS removed_at,
        ${sqlString(reason)} AS reason, false AS for_good, ${now} AS ${observedColumn} FROM (${select})`;
      found.set(tableId(removals), [...(found.get(tableId(removals)) ?? []), rows]);
    }
    const known = new Set(['record_table', 'record_key', 'removed_at', 'reason', 'for_good']);
    return new Map(
      [...found].map(([id, selects]) => {
        const from = `(${selects.join(' UNION ALL ')})`;
        return [id, { from, known, sorted: [], mapped: from }];
      }),
    );
  }

  /** Writes the list of files, when what they brought is published, and tells what has changed since the last one. */
  async finish(withdrawn: Withdrawn, removed: boolean, keptBecause?: string): Promise<CollectionReport> {
    const before = new Map(this.#before.map((file) => [file.name, file]));
    const names = [...this.#now.keys()];
    const isSame = (name: string) => before.get(name)?.keys === this.#now.get(name)?.keys;
    const gone = this.#before.filter(({ name }) => !this.#now.has(name));
    // what is not removed stays known, to be removed by a later import
    const replaced = names.filter((name) => before.has(name) && !isSame(name));
    const isSettled = removed || Object.keys(withdrawn.records).length === 0;
    const kept = isSettled ? [] : this.#before.filter((file) => !isSame(file.name));
    const listed = [...this.#now.values(), ...kept.map((file) => ({ ...file, name: withdrawnName(file) }))];
    await writeCollection(this.#folder, listed);
    const living = new Set(listed.map(({ keys }) => keys));
    for (const { keys } of this.#before)
      if (!living.has(keys)) await rm(join(this.#folder, keys), { recursive: true, force: true });
    return {
      name: this.#options.name,
      unchanged: names.filter(isSame).length,
      added: names.filter((name) => !before.has(name)).sort(),
      replaced: replaced.sort(),
      withdrawn: gone.map(({ name }) => shownName(name)).sort(),
      recordsWithdrawn: withdrawn.records,
      removed,
      keptBecause: keptBecause ?? null,
    };
  }
}

/** Files that are gone, or were replaced, and whose records are still there: no file of a publisher has such a name. */
const goneMark = '\u0000';

function withdrawnName({ name, keys }: CollectionFile): string {
  return name.includes(goneMark) ? name : `${name}${goneMark}${keys}`;
}

function shownName(name: string): string {
  return name.split(goneMark)[0] ?? name;
}

/** The path of a file in its collection: without the folder of the argument, whose name may have a date. */
function nameIn({ label, origin }: OpenedFile): string {
  const folder = `${basename(resolve(origin))}/`;
  return label.startsWith(folder) ? label.slice(folder.length) : label;
}
