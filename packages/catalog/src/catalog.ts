import { hasParentLinks, parentLinksName, parentLinksOf } from './parent-links.ts';
import { type CatalogTable, tableId } from './table.ts';

/** The tables available to an index, an engine or a command: those of the built-in platforms, and the user's own. */
export class Catalog {
  /** All tables; those of a platform are in the order of its schema. */
  readonly tables: readonly CatalogTable[];
  /** All tables that may have files: {@link tables}, and internal ones that SQL cannot read. */
  readonly storedTables: readonly CatalogTable[];
  /** Platforms in the order of their first tables. */
  readonly platforms: readonly string[];
  readonly #byId: ReadonlyMap<string, CatalogTable>;

  constructor(tables: readonly CatalogTable[]) {
    this.tables = tables;
    this.platforms = [...new Set(tables.map(({ platform }) => platform))];
    const linked = this.platforms.filter((platform) => this.tablesOf(platform).some(hasParentLinks));
    this.storedTables = [...tables, ...linked.map(parentLinksOf)];
    this.#byId = new Map(tables.map((table) => [tableId(table), table]));
  }

  /** The tables that SQL queries of this platform may read. */
  tablesOf(platform: string): CatalogTable[] {
    return this.tables.filter((table) => table.platform === platform);
  }

  /** The internal table of a platform's parent links; undefined if no table of the platform needs it. */
  parentLinks(platform: string): CatalogTable | undefined {
    return this.storedTables.find((table) => table.platform === platform && table.name === parentLinksName);
  }

  /** Looks up a table by name, case-insensitively; undefined if the platform does not have it. */
  find(platform: string, name: string): CatalogTable | undefined {
    return this.byId(tableId({ platform, name: name.toLowerCase() }));
  }

  /** Looks up a table that SQL can read by its ID in the manifest. */
  byId(id: string): CatalogTable | undefined {
    return this.#byId.get(id);
  }
}
