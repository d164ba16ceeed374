import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { layout, type Manifest, Snapshot } from '@sdq/index';
import type { ListedObject, ObjectStore } from '../store/object-store.ts';
import { readWhole } from '../store/read-whole.ts';
import { contentOf } from './planned-files.ts';
import { publishTable, type TablePublishing } from './publish-table.ts';
import { keysOfSnapshot, readStoredTable } from './stored-table.ts';
import { locationOf, openTableFolder, TablePlace } from './table-place.ts';
import type { OmittedColumn } from './table-schema.ts';

/** Key of the object that says that a store has open tables: which ones, and by what address their readers find the store. */
export const openTablesKey = 'ICEBERG';

export interface OpenTables {
  /** Address of the store as a URI. */
  readonly location: string;
  /** Ids of tables: `platform.name`. */
  readonly tables: readonly string[];
}

/** What a store says of its open tables; undefined if it has none. Errors: `store_refused`. */
export async function readOpenTables(
  store: ObjectStore,
  signal?: AbortSignal,
): Promise<OpenTables | undefined> {
  const found = await readWhole(store, openTablesKey, 1024 ** 2, signal);
  if (found === undefined) return undefined;
  try {
    const { location, tables } = JSON.parse(found.content.toString('utf8')) as Partial<OpenTables>;
    if (typeof location === 'string' && Array.isArray(tables)) return { location, tables };
  } catch {
    // told below
  }
  throw new AppError(
    'store_refused',
    `"${openTablesKey}" in "${store.address}" is not what a publisher writes`,
    {
      hint: 'Publish again with --no-iceberg, then with --iceberg',
    },
  );
}

/** Open tables are for those that SQL can read and that have files; others are computed from the catalogue. */
function tablesIn(catalog: Catalog): { table: CatalogTable; source: CatalogTable | undefined }[] {
  return catalog.tables
    .filter(({ rows }) => rows === undefined)
    .map((table) => ({
      table,
      source: table.derivedFrom && catalog.find(table.platform, table.derivedFrom.table),
    }));
}

/** Tables of an index whose descriptions are missing, or whose files are in place, cannot be published. Errors: `catalog_invalid`, `usage_error`. */
export function checkAllDescribed(catalog: Catalog, { manifest }: Snapshot): void {
  const known = new Set(catalog.storedTables.map(tableId));
  const unknown = Object.entries(manifest.tables).filter(
    ([id, { files }]) => files.length > 0 && !known.has(id),
  );
  refuseInPlace(manifest);
  if (unknown.length === 0) return;
  throw new AppError(
    'catalog_invalid',
    `The index has ${unknown.map(([id]) => id).join(', ')}, of which there is no description`,
    { hint: 'Give the file that describes your own tables: --catalog FILE' },
  );
}

/** Columns of files that others wrote have neither the names nor the field ids of the table. Errors: `usage_error`. */
function refuseInPlace({ tables }: Manifest): void {
  const found = Object.entries(tables).filter(([, { files }]) =>
    files.some((file) => layout.isInPlace(file)),
  );
  if (found.length === 0) return;
  throw new AppError(
    'usage_error',
    `The rows of ${found.map(([id]) => id).join(', ')} are in files that stay in place, which cannot be published as open tables`,
    { hint: 'Publish with --no-iceberg, or import the files without --in-place' },
  );
}

/** Contents of the tables of snapshots that a store keeps. */
export class KeptContents {
  readonly #catalog: Catalog;
  readonly #contents = new Map<string, Set<string>>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  add(manifest: Manifest): void {
    const snapshot = new Snapshot('', manifest);
    for (const { table, source } of tablesIn(this.#catalog)) {
      const own = this.of(table);
      own.add(contentOf({ snapshot, table, source }));
      this.#contents.set(tableId(table), own);
    }
  }

  of(table: CatalogTable): Set<string> {
    return this.#contents.get(tableId(table)) ?? new Set();
  }
}

export interface PublishedTables extends OpenTables {
  /** Ids of those whose rows or descriptions differ from what the store had. */
  readonly changed: readonly string[];
  readonly omitted: readonly OmittedColumn[];
}

/**
 * Makes the open tables of a store have the rows of a snapshot, one after another. Undefined where the store has another
 * snapshot meanwhile.
 */
export async function publishTables(
  publishing: Omit<TablePublishing, 'location'> & { readonly location: string | undefined },
  { catalog, snapshot, kept }: { catalog: Catalog; snapshot: Snapshot; kept: KeptContents },
): Promise<PublishedTables | undefined> {
  const { store, signal } = publishing;
  const before = await readOpenTables(store, signal);
  const location = publishing.location ?? before?.location ?? locationOf(store);
  const tables: string[] = [];
  const changed: string[] = [];
  const omitted: OmittedColumn[] = [];
  for (const { table, source } of tablesIn(catalog)) {
    const published = await publishTable(
      { ...publishing, location },
      { snapshot, table, source },
      kept.of(table),
    );
    if (published === 'superseded') return undefined;
    if (published === 'absent') continue;
    tables.push(tableId(table));
    if (published.isChanged) changed.push(tableId(table));
    omitted.push(...published.omitted);
  }
  const told = { location, tables };
  if (JSON.stringify(before) !== JSON.stringify(told))
    await store.write(openTablesKey, Buffer.from(`${JSON.stringify(told, null, 1)}\n`), { signal });
  return { ...told, changed, omitted };
}

/**
 * Keys of those of the listed objects that belong to open tables and that none of their snapshots refers to. Call with
 * objects that are old enough, and after the tables were published.
 */
export async function unneededKeys(
  store: ObjectStore,
  location: string,
  listed: readonly ListedObject[],
  signal?: AbortSignal,
): Promise<string[]> {
  const byFolder = Map.groupBy(listed, ({ key }) => openTableFolder(key));
  const unneeded: string[] = [];
  for (const [folder, objects] of byFolder) {
    const [, platform, name] = folder?.split('/') ?? [];
    if (platform === undefined || name === undefined) continue;
    const from = { store, place: new TablePlace({ platform, name }, location), signal };
    const table = await readStoredTable(from);
    if (table === undefined) continue;
    const needed = new Set([from.place.hint, from.place.metadata(table.version)]);
    for (const snapshot of table.metadata.snapshots)
      for (const key of (await keysOfSnapshot(from, snapshot)) ?? []) needed.add(key);
    // another publisher may have written a version that needs more
    if ((await store.head(from.place.metadata(table.version + 1), signal)) !== undefined) continue;
    unneeded.push(...objects.map(({ key }) => key).filter((key) => !needed.has(key)));
  }
  return unneeded;
}

/** Deletes the open tables of a store: first what readers look at first. */
export async function dropTables(store: ObjectStore, signal?: AbortSignal): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list('data/', signal))
    if (openTableFolder(key) !== undefined) keys.push(key);
  const isMetadata = (key: string) => /\/version-hint\.text$|\.metadata\.json$/.test(key);
  await store.delete(keys.filter(isMetadata), signal);
  await store.delete(
    keys.filter((key) => !isMetadata(key)),
    signal,
  );
  await store.delete([openTablesKey], signal);
}
