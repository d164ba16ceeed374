import {
  type Catalog,
  type CatalogTable,
  hasParentLinks,
  removalsName,
  storedColumns,
  tableId,
} from '@sdq/catalog';
import { AppError, atOnce } from '@sdq/contract';
import { dropTables } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import {
  countRows,
  type FindRows,
  foundLinks,
  goneKeys,
  layout,
  livingRows,
  type Mark,
  type MergeContext,
  type MergeTarget,
  markedColumns,
  mergeTable,
  observedColumn,
  rebuildDerived,
  removalsIdOf,
  removedOf,
  type TableState,
} from '@sdq/index';
import { type Adopted, adoptStaged } from './adopt-staged.ts';
import type { StagedRelation } from './staging/staged-observations.ts';

/** Staged observations by table. */
export type StagedTables = ReadonlyMap<string, StagedRelation>;

/** A connection that merges one table after the other. */
export interface MergeLane {
  readonly target: MergeTarget;
  readonly find: FindRows | undefined;
}

export interface MergeOptions {
  readonly onTable: (id: string, done: number, total: number) => void;
  /** Merge tables at the same time as the first one, where they do not depend on each other. */
  readonly furtherLanes: readonly MergeLane[];
  readonly deltaShareMax?: number | undefined;
  /** DuckDB's memory for sorting, in bytes. */
  readonly memoryBytesMax: number;
}

type StateOf = (table: Pick<CatalogTable, 'platform' | 'name'>) => TableState;

const noFiles: TableState = { files: [], masks: [] };

/**
 * Merges staged observations into the files of an index and returns the resulting state of each table. Removals are applied
 * first, to the records and all records that depend on them; then flags that rows of one table set in another.
 */
export async function mergeStaged(
  lane: MergeLane,
  before: ReadonlyMap<string, TableState>,
  staged: StagedTables,
  { furtherLanes, ...options }: MergeOptions,
): Promise<Map<string, TableState>> {
  const merge = new StagedMerge(before, staged, lane.target.catalog, options);
  for (const tables of merge.tables) {
    // the first lane begins with those that must follow one another; then each takes what is left
    const independent = furtherLanes.length === 0 ? [] : tables.filter((table) => merge.isIndependent(table));
    const dependent = tables.filter((table) => !independent.includes(table));
    const lanes = [lane, ...furtherLanes].map((each, at) => ({ each, own: at === 0 ? dependent : [] }));
    await atOnce(lanes, lanes.length, async ({ each, own }) => {
      try {
        for (const table of own) await merge.mergeOne(table, each);
        for (let next = independent.shift(); next !== undefined; next = independent.shift())
          await merge.mergeOne(next, each);
      } catch (error) {
        independent.length = 0;
        throw error;
      }
    });
  }
  options.onTable('', merge.count, merge.count);
  return merge.states;
}

/** The merge of all tables that change; `states` is that of each table so far. */
class StagedMerge {
  readonly states: Map<string, TableState>;
  /** The tables that change, in groups that depend on those before them: removals, tables that set flags in others, all other tables. */
  readonly tables: readonly (readonly CatalogTable[])[];
  readonly count: number;
  readonly #staged: StagedTables;
  readonly #catalog: Catalog;
  readonly #options: Omit<MergeOptions, 'furtherLanes'>;
  readonly #stateOf: StateOf = (table) => this.states.get(tableId(table)) ?? noFiles;
  #begun = 0;

  constructor(
    before: ReadonlyMap<string, TableState>,
    staged: StagedTables,
    catalog: Catalog,
    options: Omit<MergeOptions, 'furtherLanes'>,
  ) {
    this.states = new Map(before);
    this.#staged = staged;
    this.#catalog = catalog;
    this.#options = options;
    const touched = touchedTables(catalog, staged, this.#stateOf);
    this.count = touched.length;
    const markers = new Set(
      touched.flatMap((table) => markersOf(catalog, table)).map(({ marker }) => tableId(marker)),
    );
    const rankOf = (table: CatalogTable) =>
      table.name === removalsName ? 0 : markers.has(tableId(table)) ? 1 : 2;
    this.tables = [0, 1, 2].map((rank) => touched.filter((table) => rankOf(table) === rank));
  }

  /**
   * Whether a table can be merged at the same time as others of its group: it has files, and shares no parent links with other
   * tables. Removals may be rows of one connection.
   */
  isIndependent(table: CatalogTable): boolean {
    return (
      !hasParentLinks(table) &&
      this.#stateOf(table).files.length > 0 &&
      !this.#staged.has(removalsIdOf(table))
    );
  }

  async mergeOne(table: CatalogTable, { target, find }: MergeLane): Promise<void> {
    const { onTable, deltaShareMax, memoryBytesMax } = this.#options;
    const { states } = this;
    const staged = this.#staged;
    const catalog = this.#catalog;
    const stateOf = this.#stateOf;
    const id = tableId(table);
    onTable(id, this.#begun++, this.count);
    const stored = stateOf(table);
    refuseInPlace(id, stored);
    const linkTable = hasParentLinks(table) ? catalog.parentLinks(table.platform) : undefined;
    const storedLinks = linkTable === undefined ? noFiles : stateOf(linkTable);
    const links =
      linkTable === undefined || storedLinks.files.length === 0
        ? undefined
        : livingRows(target.root, linkTable, storedLinks);
    const keys = [
      ...marksTouched(catalog, table, staged),
      ...goneOf(target.root, table, staged, { stored, links }),
    ];
    const removals = catalog.find(table.platform, removalsName);
    const isRemoving = removals !== undefined && table !== removals && stateOf(removals).files.length > 0;
    const relation = staged.get(id);
    const context = {
      known: relation?.known,
      removals: isRemoving ? livingRows(target.root, removals, stateOf(removals)) : undefined,
      links,
      keys,
      marks: marksOf(target, table, stateOf),
      find,
      deltaShareMax,
    };
    const adopted = await adoptStaged(target, table, { stored, relation, context, memoryBytesMax });
    const { state, derived } =
      adopted ?? (await merged(target, table, { stored, relation, context, stateOf }));
    states.set(id, state);
    if (adopted?.isMerged !== false && linkTable !== undefined) {
      const linked = await withFoundLinks(target, linkTable, storedLinks, {
        removals: context.removals,
        gone: staged.get(removalsIdOf(table))?.from,
        deltaShareMax,
      });
      if (linked.files.length > 0) states.set(tableId(linkTable), linked);
      else states.delete(tableId(linkTable));
    }
    for (const [derivedId, files] of derived) states.set(derivedId, { files, masks: [] });
  }
}

/** Rows of files in place cannot be merged with others: nothing of them is written. Errors: `usage_error`. */
function refuseInPlace(id: string, { files }: TableState): void {
  const found = files.find((file) => layout.isInPlace(file));
  if (found === undefined) return;
  throw new AppError(
    'usage_error',
    `The rows of ${id} are in files that stay in place, such as "${found.in_place}": none can be added, changed or removed here`,
    {
      hint: 'Add further files of new rows with --in-place, or import all of them into a new index without it.',
    },
  );
}

/** Merges observations by key, and rebuilds what is derived from the months that change. */
async function merged(
  target: MergeTarget,
  table: CatalogTable,
  {
    stored,
    relation,
    context,
    stateOf,
  }: {
    stored: TableState;
    relation: StagedRelation | undefined;
    context: MergeContext;
    stateOf: StateOf;
  },
): Promise<Pick<Adopted, 'state' | 'derived'>> {
  const from = relation?.from ?? noRows(table);
  const { months, ...state } = await mergeTable(target, table, stored, from, context);
  const filesOf = (each: CatalogTable) => stateOf(each).files;
  return { state, derived: await rebuildDerived(target, table, state.files, months, filesOf) };
}

/** Merges the parent links that the merge of a table found, and drops those of records that were removed for good. */
async function withFoundLinks(
  target: MergeTarget,
  table: CatalogTable,
  stored: TableState,
  { removals, gone, deltaShareMax }: LinkContext,
): Promise<TableState> {
  const { connection, root } = target;
  try {
    if (gone === undefined && (await countRows(connection, foundLinks)) === 0) return stored;
    const isGoing = gone !== undefined && stored.files.length > 0;
    const keys = isGoing ? goneKeys(table, removedOf(table, gone), livingRows(root, table, stored)) : [];
    const context = { removals, keys, deltaShareMax };
    const { files, masks } = await mergeTable(target, table, stored, foundLinks, context);
    return { files, masks };
  } finally {
    await dropTables(connection, [foundLinks]);
  }
}

interface LinkContext {
  /** All removals of the platform, and those that are staged, as SQL for FROM. */
  readonly removals: string | undefined;
  readonly gone: string | undefined;
  readonly deltaShareMax: number | undefined;
}

/** The tables that change. */
function touchedTables(catalog: Catalog, staged: StagedTables, stateOf: StateOf): CatalogTable[] {
  const hasFiles = (table: CatalogTable) => {
    const links = hasParentLinks(table) ? catalog.parentLinks(table.platform) : undefined;
    return stateOf(table).files.length > 0 || (links !== undefined && stateOf(links).files.length > 0);
  };
  const isTouched = (table: CatalogTable) =>
    staged.has(tableId(table)) ||
    (hasFiles(table) && (staged.has(removalsIdOf(table)) || marksTouched(catalog, table, staged).length > 0));
  return catalog.tables
    .filter((table) => table.derivedFrom === undefined && isTouched(table))
    .sort((a, b) => (tableId(a) < tableId(b) ? -1 : 1));
}

/** Tables whose rows set flags in this one. */
function markersOf(catalog: Catalog, table: CatalogTable): { column: string; marker: CatalogTable }[] {
  return markedColumns(table).flatMap(({ name, markedBy = '' }) => {
    const marker = catalog.find(table.platform, markedBy);
    return marker === undefined ? [] : [{ column: name, marker }];
  });
}

function keyOf(table: CatalogTable): string {
  return sqlName(table.key[0] ?? '');
}

/** The keys of rows whose flags may change because the rows that set them were added or removed. */
function marksTouched(catalog: Catalog, table: CatalogTable, staged: StagedTables): string[] {
  return markersOf(catalog, table).flatMap(({ marker }) => {
    const come = staged.get(tableId(marker))?.from;
    const gone = staged.get(removalsIdOf(table))?.from;
    return [
      ...(come === undefined ? [] : [`SELECT ${keyOf(marker)} AS ${keyOf(table)} FROM ${come}`]),
      ...(gone === undefined
        ? []
        : [
            `SELECT record_key AS ${keyOf(table)} FROM ${gone} WHERE record_table = ${sqlString(marker.name)}`,
          ]),
    ];
  });
}

/** The keys of stored rows that this merge removes. */
function goneOf(
  root: string,
  table: CatalogTable,
  staged: StagedTables,
  { stored, links }: { stored: TableState; links: string | undefined },
): string[] {
  const gone = staged.get(removalsIdOf(table))?.from;
  if (gone === undefined || table.name === removalsName || stored.files.length === 0) return [];
  return goneKeys(table, removedOf(table, gone, links), livingRows(root, table, stored));
}

function marksOf({ catalog, root }: MergeTarget, table: CatalogTable, stateOf: StateOf): Mark[] {
  return markersOf(catalog, table).flatMap(({ column, marker }) => {
    const stored = stateOf(marker);
    if (stored.files.length === 0) return [];
    return [
      { column, relation: `(SELECT ${keyOf(marker)} AS key FROM ${livingRows(root, marker, stored)})` },
    ];
  });
}

/** An empty relation with the columns of a table's observations. */
function noRows(table: CatalogTable): string {
  const columns = storedColumns(table).filter((column) => column.name !== table.observedBy);
  const list = columns.map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`);
  return `(SELECT ${list.join(', ')}, NULL::TIMESTAMPTZ AS ${observedColumn} WHERE false)`;
}
