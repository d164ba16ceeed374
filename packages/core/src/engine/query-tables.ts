import { Catalog, type CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { ExecutionBackend } from '../backend/execution-backend.ts';
import {
  type LoadedTable,
  type LocalTable,
  localTableLimits,
  noLocalTables,
} from '../backend/local-table.ts';
import type { LocalIdentity, QueryRequest } from './run-query.ts';

/** Tables by the names that one query gives them. */
export type LocalTables = Readonly<Record<string, LocalTable>>;

/** What a query can name beside the tables of the index. */
export interface QueryTables {
  /** The catalogue with them. */
  readonly catalog: Catalog;
  readonly local: LocalIdentity;
  release(): void;
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
/** Names that the catalogue of tools, or the engine, gives a meaning. */
const reserved = /^(?:pg_|duckdb_|sqlite_|information_schema|main$|temp$|memory$|system$|sdq$)/i;

const textColumns = new WeakMap<Catalog, Map<string, ReadonlySet<string>>>();

/**
 * Copies the tables of one query, so that it can read them. Errors: `usage_error` for names and values, `not_supported_by_backend`, and
 * those of `loadTable` of the backend.
 */
export async function openQueryTables(
  given: LocalTables,
  catalog: Catalog,
  backend: ExecutionBackend,
  { platform, timeoutMs, signal }: Pick<QueryRequest, 'platform' | 'timeoutMs' | 'signal'>,
): Promise<QueryTables> {
  const all = Object.entries(given);
  checkNames(
    all.map(([name]) => name),
    catalog.tablesOf(platform),
  );
  if (backend.loadTable === undefined) throw noLocalTables(backend.name);
  const loaded: LoadedTable[] = [];
  const release = () => {
    for (const each of loaded) each.release();
  };
  try {
    const endsAt = performance.now() + timeoutMs;
    for (const [name, source] of all) {
      const options = {
        name: name.toLowerCase(),
        platform,
        textColumns: textColumnsOf(catalog, platform),
        timeoutMs: Math.max(1, endsAt - performance.now()),
        signal,
      };
      loaded.push(await backend.loadTable(source, options));
    }
  } catch (error) {
    release();
    throw error;
  }
  const tables = loaded.map(({ table }) => table);
  const local = {
    content: JSON.stringify(tables.map(({ name, columns, local }) => [name, columns, local?.digest])),
    paths: tables.flatMap(({ local }) => local?.path ?? []),
  };
  return { catalog: new Catalog([...catalog.tables, ...tables]), local, release };
}

function checkNames(names: readonly string[], own: readonly CatalogTable[]): void {
  const refuse = (message: string, hint: string) => {
    throw new AppError('usage_error', message, { param: 'tables', hint });
  };
  if (names.length > localTableLimits.tablesMax)
    refuse(
      `A query has at most ${localTableLimits.tablesMax} local tables, not ${names.length}`,
      'Join them first',
    );
  const seen = new Set<string>();
  for (const name of names) {
    const shown = JSON.stringify(name.slice(0, 80));
    if (!namePattern.test(name))
      refuse(`${shown} is no name for a table`, 'Use letters, digits and _, at most 63 characters');
    const lower = name.toLowerCase();
    if (own.some((table) => table.name === lower))
      refuse(`There is already a table ${shown} in the index`, 'Give the local table another name');
    if (reserved.test(lower)) refuse(`The name ${shown} is reserved`, 'Give the local table another name');
    if (seen.has(lower))
      refuse(`Two local tables have the name ${shown}`, 'Case makes no difference in names');
    seen.add(lower);
  }
}

/** Columns that are texts in every table of the platform that has them: such as IDs, with which local tables are joined. */
function textColumnsOf(catalog: Catalog, platform: string): ReadonlySet<string> {
  const known = textColumns.get(catalog) ?? new Map<string, ReadonlySet<string>>();
  textColumns.set(catalog, known);
  const found = known.get(platform);
  if (found !== undefined) return found;
  const columns = catalog.tablesOf(platform).flatMap((table) => table.columns);
  const others = new Set(columns.flatMap(({ name, type }) => (type === 'VARCHAR' ? [] : name.toLowerCase())));
  const texts = new Set(
    columns.flatMap(({ name, type }) =>
      type === 'VARCHAR' && !others.has(name.toLowerCase()) ? name.toLowerCase() : [],
    ),
  );
  known.set(platform, texts);
  return texts;
}
