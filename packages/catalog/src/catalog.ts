import { type CatalogTable, tableId } from './table.ts';

/** The tables available to an index, an engine or a command: those of the built-in platforms, and the user's own. */
export class Catalog {
  /** All tables; those of a platform are in the order of its schema. */
  readonly tables: readonly CatalogTable[];
  /** Platforms in the order of their first tables. */
  readonly platforms: readonly string[];
  readonly #byId: ReadonlyMap<string, CatalogTable>;

  constructor(tables: readonly CatalogTable[]) {
    this.tables = tables;
    this.platforms = [...new Set(tables.map(({ platform }) => platform))];
    this.#byId = new Map(tables.map((table) => [tableId(table), table]));
  }

  /** The tables that SQL queries of this platform may read. */
  tablesOf(platform: string): CatalogTable[] {
    return this.tables.filter((table) => table.platform === platform);
  }

  /** Looks up a table by name, case-insensitively; undefined if the platform does not have it. */
  find(platform: string, name: string): CatalogTable | undefined {
    return this.byId(tableId({ platform, name: name.toLowerCase() }));
  }

  /** Looks up a table by its ID in the manifest. */
  byId(id: string): CatalogTable | undefined {
    return this.#byId.get(id);
  }
}
