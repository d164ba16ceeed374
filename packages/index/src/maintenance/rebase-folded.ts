import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { Database, interruptOnAbort } from '@sdq/duckdb';
import { livingRows, maskRows, type TableState, tableStates } from '../files/living-rows.ts';
import { writeMaskFile } from '../files/write-table-file.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import { livingMasks, rowsMasked } from '../manifest/masks.ts';
import type { MergeTarget } from '../merge/merge-context.ts';
import { keyList } from '../merge/registers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export interface RebaseOptions {
  readonly catalog: Catalog;
  /** DuckDB's memory limit, in bytes. */
  readonly memoryBytesMax: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Rebased {
  /** The tables of the current snapshot, by id, of which some are folded. */
  readonly states: ReadonlyMap<string, TableState>;
  /** Ids of the tables that others rewrote meanwhile: they are as in the current snapshot, and the fold of them is lost. */
  readonly lost: readonly string[];
}

/**
 * Brings a fold of an earlier snapshot, `before`, to the current one, to which records were added meanwhile: their delta files stay, and
 * rows that they replaced are masked in the folded files, where they are found by key. Call while holding both locks.
 */
export async function rebaseFolded(
  { before, folded, current }: { before: Snapshot; folded: Snapshot; current: Snapshot },
  options: RebaseOptions,
): Promise<Rebased> {
  const states = tableStates(current.manifest);
  const lost: string[] = [];
  await using remap = new Remap(options, current.root);
  for (const table of options.catalog.storedTables.filter((each) => isFolded(each, before, folded))) {
    const derived = options.catalog
      .tablesOf(table.platform)
      .filter(({ derivedFrom }) => derivedFrom?.table === table.name);
    if (![table, ...derived].every((each) => hasAll(current, before, each))) {
      lost.push(tableId(table));
      continue;
    }
    states.set(tableId(table), await remap.rebase(table, { before, folded, current }));
    for (const each of derived) {
      const files = [...folded.files(each), ...filesAdded(each, { before, folded, current })];
      states.set(tableId(each), { files, masks: [] });
    }
  }
  return { states, lost };
}

interface Snapshots {
  readonly before: Snapshot;
  readonly folded: Snapshot;
  readonly current: Snapshot;
}

/** Finds masked rows in other files. Its database is opened when it is first needed. */
class Remap implements AsyncDisposable {
  readonly #options: RebaseOptions;
  readonly #root: string;
  #database: Database | undefined;

  constructor(options: RebaseOptions, root: string) {
    this.#options = options;
    this.#root = root;
  }

  async rebase(table: CatalogTable, snapshots: Snapshots): Promise<TableState> {
    const { before, folded, current } = snapshots;
    const added = filesAdded(table, snapshots);
    const files = [...folded.files(table), ...added];
    const known = before.files(table);
    const inFolded =
      rowsMasked(livingMasks(current.masks(table), known)) -
      rowsMasked(livingMasks(before.masks(table), known));
    const inAdded = livingMasks(current.masks(table), added);
    if (inFolded === 0 && inAdded.length === 0) return { files, masks: [] };
    // masks that were joined meanwhile have rows of files that are gone: these are not retained
    const parts = [
      ...(inFolded === 0 ? [] : [this.#moved(table, { before, folded, current })]),
      ...(inAdded.length === 0 ? [] : [`FROM ${maskRows(this.#root, { files: added, masks: inAdded })}`]),
    ];
    const mask = await this.#run(({ connection, root }) =>
      writeMaskFile(connection, root, table, `(${parts.join(' UNION ALL BY NAME ')})`),
    );
    const masks = mask === null ? [] : [mask];
    const expected = inFolded + rowsMasked(inAdded);
    if (rowsMasked(masks) !== expected)
      throw new Error(
        `Of ${expected} rows of ${tableId(table)} that were replaced meanwhile, ${rowsMasked(masks)} were found in its folded files`,
      );
    return { files, masks };
  }

  /** The rows of earlier files that were masked meanwhile, with their places in the folded files. */
  #moved(table: CatalogTable, { before, folded, current }: Snapshots): string {
    const root = this.#root;
    const files = before.files(table);
    const masked = before.masks(table);
    const earlier =
      livingMasks(masked, files).length === 0
        ? ''
        : ` ANTI JOIN ${maskRows(root, { files, masks: masked })} AS earlier USING (file_path, pos)`;
    const placed = livingRows(root, table, { files: folded.files(table), masks: [] }, { placed: true });
    return `SELECT placed.file_path, placed.pos, replaced.* EXCLUDE (file_path, pos)
      FROM (FROM ${maskRows(root, { files, masks: current.masks(table) })}${earlier}) AS replaced
      JOIN (SELECT ${keyList(table)}, file_path, pos FROM ${placed}) AS placed USING (${keyList(table)})`;
  }

  async #run<Result>(work: (target: Omit<MergeTarget, 'catalog'>) => Promise<Result>): Promise<Result> {
    const { memoryBytesMax, signal } = this.#options;
    this.#database ??= await Database.open({ threads: 2, memoryBytesMax, cachesFiles: false });
    const connection = await this.#database.connect();
    try {
      using _interruption = interruptOnAbort(connection, signal);
      return await work({ connection, root: this.#root });
    } finally {
      connection.closeSync();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database?.[Symbol.asyncDispose]();
  }
}

function isFolded(table: CatalogTable, before: Snapshot, folded: Snapshot): boolean {
  const paths = (snapshot: Snapshot) => snapshot.files(table).map(({ path }) => path);
  return (
    before.masks(table).length !== folded.masks(table).length ||
    JSON.stringify(paths(before)) !== JSON.stringify(paths(folded))
  );
}

/** Whether all files of a table that were folded are still there. */
function hasAll(current: Snapshot, before: Snapshot, table: CatalogTable): boolean {
  const paths = new Set(current.files(table).map(({ path }) => path));
  return before.files(table).every(({ path }) => paths.has(path));
}

/** The files that were added to a table meanwhile. */
function filesAdded(table: CatalogTable, { before, current }: Snapshots): FileEntry[] {
  const known = new Set(before.files(table).map(({ path }) => path));
  return current.files(table).filter(({ path }) => !known.has(path));
}
