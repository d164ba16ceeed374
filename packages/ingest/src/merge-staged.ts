import { join } from 'node:path';
import { type Catalog, type CatalogTable, removalsName, storedColumns, tableId } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import {
  type FileEntry,
  goneKeys,
  type Mark,
  type MergeTarget,
  markedColumns,
  mergeTable,
  observedColumn,
  rebuildDerived,
  removalsIdOf,
  removedOf,
} from '@sdq/index';

/** The staged observations of a table. */
export interface StagedRelation {
  /** A FROM clause with the key, the known columns, and `_observed`. */
  readonly from: string;
  /** Columns with a value in any row. */
  readonly known: ReadonlySet<string>;
}

/** Staged observations by table. */
export type StagedTables = ReadonlyMap<string, StagedRelation>;

/**
 * Merges staged observations into the files of an index and returns the resulting files by table. Removals are applied
 * first, to the records and all records that depend on them; then flags that rows of one table set in another.
 */
export async function mergeStaged(
  target: MergeTarget,
  before: ReadonlyMap<string, readonly FileEntry[]>,
  staged: StagedTables,
  onTable: (id: string, done: number, total: number) => void,
): Promise<Map<string, readonly FileEntry[]>> {
  const files = new Map(before);
  const filesOf = (table: Pick<CatalogTable, 'platform' | 'name'>) => files.get(tableId(table)) ?? [];
  const { catalog } = target;
  const tables = touchedTables(catalog, staged, files);
  for (const [done, table] of tables.entries()) {
    const id = tableId(table);
    onTable(id, done, tables.length);
    const stored = filesOf(table);
    const keys = [...marksTouched(catalog, table, staged), ...goneOf(target.root, table, staged, stored)];
    const removals = table.name === removalsName ? [] : (files.get(removalsIdOf(table)) ?? []);
    const removed = removals.length === 0 ? undefined : removedOf(table, parquet(target.root, removals));
    const merged = await mergeTable(target, table, stored, staged.get(id)?.from ?? noRows(table), {
      known: staged.get(id)?.known,
      removed,
      keys,
      marks: marksOf(target, table, files),
    });
    files.set(id, merged.files);
    const rebuilt = await rebuildDerived(target, table, merged.files, merged.months, filesOf);
    for (const [derivedId, derived] of rebuilt) files.set(derivedId, derived);
  }
  onTable('', tables.length, tables.length);
  return files;
}

/** The tables that change, in dependency order: removals, tables that set flags in others, all other tables. */
function touchedTables(
  catalog: Catalog,
  staged: StagedTables,
  files: ReadonlyMap<string, readonly FileEntry[]>,
): CatalogTable[] {
  const isTouched = (table: CatalogTable) =>
    staged.has(tableId(table)) ||
    ((files.get(tableId(table)) ?? []).length > 0 &&
      (staged.has(removalsIdOf(table)) || marksTouched(catalog, table, staged).length > 0));
  const rank = (table: CatalogTable) =>
    table.name === removalsName ? 0 : markedColumns(table).length === 0 ? 1 : 2;
  return catalog.tables
    .filter((table) => table.derivedFrom === undefined && isTouched(table))
    .sort((a, b) => rank(a) - rank(b) || (tableId(a) < tableId(b) ? -1 : 1));
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
  stored: readonly FileEntry[],
): string[] {
  const gone = staged.get(removalsIdOf(table))?.from;
  if (gone === undefined || table.name === removalsName || stored.length === 0) return [];
  return goneKeys(table, removedOf(table, gone), parquet(root, stored));
}

function marksOf(
  { catalog, root }: MergeTarget,
  table: CatalogTable,
  files: ReadonlyMap<string, readonly FileEntry[]>,
): Mark[] {
  return markersOf(catalog, table).flatMap(({ column, marker }) => {
    const stored = files.get(tableId(marker)) ?? [];
    if (stored.length === 0) return [];
    return [{ column, relation: `(SELECT ${keyOf(marker)} AS key FROM ${parquet(root, stored)})` }];
  });
}

/** An empty relation with the columns of a table's observations. */
function noRows(table: CatalogTable): string {
  const columns = storedColumns(table).filter((column) => column.name !== table.observedBy);
  const list = columns.map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`);
  return `(SELECT ${list.join(', ')}, NULL::TIMESTAMPTZ AS ${observedColumn} WHERE false)`;
}

function parquet(root: string, files: readonly FileEntry[]): string {
  return `read_parquet(${sqlStrings(files.map(({ path }) => join(root, path)))}, hive_partitioning = false)`;
}
