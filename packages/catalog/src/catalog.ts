import { type CatalogTable, tableId } from './table.ts';

/** The tables that one index, engine or command knows: those of the four platforms, and the user's own. */
export class Catalog {
  /** Every table, those of a platform in the order of its schema. */
  readonly tables: readonly CatalogTable[];
  /** In the order of their first tables. */
  readonly platforms: readonly string[];
  readonly #byId: ReadonlyMap<string, CatalogTable>;

  constructor(tables: readonly CatalogTable[]) {
    this.tables = tables;
    this.platforms = [...new Set(tables.map(({ platform }) => platform))];
    this.#byId = new Map(tables.map((table) => [tableId(table), table]));
  }

  /** The tables that SQL of this platform may name. */
  tablesOf(platform: string): CatalogTable[] {
    return this.tables.filter((table) => table.platform === platform);
  }

  /** The table of this name, case-insensitive; undefined when the platform has none. */
  find(platform: string, name: string): CatalogTable | undefined {
    return this.byId(tableId({ platform, name: name.toLowerCase() }));
  }

  /** The table with this id in the manifest. */
  byId(id: string): CatalogTable | undefined {
    return this.#byId.get(id);
  }
}
