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

/** In whose SQL a caller writes, if not in DuckDB's: clients of PostgreSQL have sessions, and ask for their settings. */
export type Dialect = 'postgres';

const known = new WeakMap<Catalog, Map<string, Described>>();

/** The tables of a platform as tools see them, and the relations that describe them. */
export function describedBy(catalog: Catalog, platform: string, dialect?: Dialect): Described {
  const platforms = known.get(catalog) ?? new Map<string, Described>();
  known.set(catalog, platforms);
  const key = JSON.stringify([platform, dialect]);
  const found = platforms.get(key);
  if (found !== undefined) return found;
  const own = catalog.tablesOf(platform);
  const tables = factsOfTables(own);
  const relations = [informationSchema, pgCatalog, shownTables];
  const all = (dialect === 'postgres' ? [...relations, pgSettings] : relations).flatMap((make) =>
    make(platform, tables),
  );
  const described = {
    tables,
    own: new Map(own.map((table) => [table.name.toLowerCase(), table])),
    given: new Map(all.map((table) => [table.name, table])),
  };
  if (catalog.platforms.includes(platform)) platforms.set(key, described);
  return described;
}
