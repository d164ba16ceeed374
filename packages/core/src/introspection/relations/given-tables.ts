import type { Catalog, CatalogTable } from '@sdq/catalog';
import { factsOfTables, type TableFacts } from './facts.ts';
import { informationSchema } from './information-schema.ts';
import { pgCatalog } from './pg-catalog.ts';
import { pgSettings } from './pg-settings.ts';
import { shownTables } from './shown.ts';

/** What tools may ask of one platform: computed once per catalogue and platform. */
export interface Described {
  readonly tables: readonly TableFacts[];
  /** The tables themselves, by their names in lower case. */
  readonly own: ReadonlyMap<string, CatalogTable>;
  /** By their names in lower case: `information_schema.tables`, `pg_catalog.pg_class`, `show.columns`. */
  readonly given: ReadonlyMap<string, CatalogTable>;
}

const known = new WeakMap<Catalog, Map<string, Described>>();

/** The tables of a platform as tools see them, and the relations that describe them. */
export function describedBy(catalog: Catalog, platform: string): Described {
  const platforms = known.get(catalog) ?? new Map<string, Described>();
  known.set(catalog, platforms);
  const found = platforms.get(platform);
  if (found !== undefined) return found;
  const own = catalog.tablesOf(platform);
  const tables = factsOfTables(own);
  const all = [informationSchema, pgCatalog, pgSettings, shownTables].flatMap((make) =>
    make(platform, tables),
  );
  const described = {
    tables,
    own: new Map(own.map((table) => [table.name.toLowerCase(), table])),
    given: new Map(all.map((table) => [table.name, table])),
  };
  if (catalog.platforms.includes(platform)) platforms.set(platform, described);
  return described;
}
