import type { PlatformPrices } from '@sdq/pricing';
import { removalsOf } from '../removals.ts';
import type { CatalogTable, UsualNames } from '../table.ts';
import type { Endpoint } from './endpoint.ts';
import type { Driver } from './upstream.ts';

/** How files describe a platform's tables, in addition to the definitions of the tables. */
export interface IngestFacts {
  /**
   * Usual column names in collected files, by which a file is recognised. A table without usual names is recognised by
   * its own column names.
   */
  usualNames?: readonly UsualNames[];
  /** The format of the platform's IDs: decimal integers, codes, or the numbers in URNs and addresses of posts. Default: any text. */
  ids?: 'decimal' | 'code' | 'urn';
  /** The hosts of the platform's addresses, without `www`: a record with another platform's address is refused. */
  hosts?: readonly string[];
}

/** The complete definition of a platform. */
export interface PlatformDescription {
  /** The name in paths: `/api/{platform}/…`. Lower-case letters. */
  platform: string;
  /** The display name. */
  name: string;
  /** A one-line description of the available data. */
  description: string;
  /** The status label of the platform. */
  status: 'SQL ready' | 'indexing in progress';
  /** The status label of its SQL endpoint, which accepts queries only if available. */
  sql: 'available' | 'coming soon';
  /**
   * Tables in the order in which the schema lists them. The table of removed records is added automatically and is not
   * listed here.
   */
  tables: readonly CatalogTable[];
  /** The table that an empty query returns. */
  browses: string;
  /**
   * Whether the table is fixed and `include_full_data` is supported: rows are extended by the full record of their
   * `video_id`.
   */
  hasFullData?: boolean;
  /** Tables whose rows are records, each counted once: `records_indexed` is the sum of their row counts. */
  recordTables: readonly string[];
  removals: {
    /** The default table for removals of records. */
    table: string;
    /**
     * Dependent tables by the table of a record: their rows are removed with it and are found by their own keys only,
     * with SQL over `$keys`.
     */
    dependents?: Readonly<Record<string, { table: string; sql: string }>>;
  };
  /** Endpoints by name, in the order of the OpenAPI document. */
  endpoints: Readonly<Record<string, Endpoint>>;
  prices: PlatformPrices;
  ingest: IngestFacts;
  /** Upstreams in the order in which they are tried; the index is tried last. */
  upstreams: readonly Driver[];
  /**
   * The rows of a sample index, for tables that no generator in `data/` creates: by table, SQL that selects its stored
   * columns by name. The SQL must be deterministic.
   */
  demoRows?: Readonly<Record<string, string>>;
  /** The request body in the example of the SQL endpoint. */
  sqlExample: Readonly<Record<string, unknown>>;
  /** The directory of example responses, `<endpoint>.json`. Default: the OpenAPI document has no examples. */
  examples?: URL;
}

/** A platform definition that has been validated. */
export type PlatformDefinition = Readonly<PlatformDescription>;

/**
 * Validates and completes a platform definition: adds the usual column names to its tables, and the table of removed
 * records. Throws when two parts are inconsistent, which is a programming error.
 */
export function definePlatform(description: PlatformDescription): PlatformDefinition {
  const { platform, ingest } = description;
  checkParts(description);
  const tables = description.tables.map((table) => {
    const usualNames = (ingest.usualNames ?? []).filter((names) => names.table === table.name);
    return {
      ...table,
      isOfPlatform: true as const,
      ...(usualNames.length > 0 && { usualNames }),
      ...(ingest.ids !== undefined && { ids: ingest.ids }),
      ...(ingest.hosts !== undefined && { hosts: ingest.hosts }),
    };
  });
  return { ...description, tables: [...tables, { ...removalsOf(platform), isOfPlatform: true }] };
}

function checkParts({ platform, tables, endpoints, ...rest }: PlatformDescription): void {
  const fault = (text: string) => new Error(`platform ${platform}: ${text}`);
  if (!/^[a-z][a-z0-9]*$/.test(platform)) throw fault('its name is not of lower case letters and digits');
  const foreign = tables.find((table) => table.platform !== platform);
  if (foreign !== undefined) throw fault(`the table ${foreign.name} is of the platform ${foreign.platform}`);
  for (const table of tables) {
    checkColumnNames(table, fault);
    checkReferences(table, tables, fault);
  }
  const names = tables.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fault(`there are two tables ${twice}`);
  const { browses, recordTables, removals, ingest } = rest;
  const dependents = Object.entries(removals.dependents ?? {}).flatMap(([from, { table }]) => [from, table]);
  const invented = Object.keys(rest.demoRows ?? {});
  const usual = (ingest.usualNames ?? []).map(({ table }) => table);
  const unknown = [browses, ...recordTables, removals.table, ...dependents, ...invented, ...usual].find(
    (name) => !names.includes(name),
  );
  if (unknown !== undefined) throw fault(`there is no table ${unknown}; its tables are ${names.join(', ')}`);
  const odd = Object.keys(endpoints).find((name) => !/^[a-z][a-z0-9-]*$/.test(name) || name === 'sql');
  if (odd !== undefined) throw fault(`an endpoint cannot be named ${odd}`);
  const unread = rest.upstreams
    .flatMap(({ ops }) => Object.keys(ops))
    .find((read) => !read.startsWith(`${platform}.`));
  if (unread !== undefined) throw fault(`an upstream answers ${unread}, a read of another platform`);
}

/** Checks that the columns that a table refers to exist. */
function checkColumnNames(table: CatalogTable, fault: (text: string) => Error): void {
  const { key, sortBy, zoneColumns, observedBy, partitionBy } = table;
  const sorted = sortBy.map((order) => order.replace(/ DESC$/, ''));
  const named = [...key, ...sorted, ...zoneColumns, observedBy, ...(partitionBy ? [partitionBy] : [])];
  const missing = named.find((name) => !table.columns.some((column) => column.name === name));
  if (missing !== undefined) throw fault(`the table ${table.name} has no column ${missing}, which it names`);
}

/** Checks that the columns that a table shares with others exist, and have one type. */
function checkReferences(
  { name, columns, references = [] }: CatalogTable,
  tables: readonly CatalogTable[],
  fault: (text: string) => Error,
): void {
  for (const { column, table, to } of references) {
    const own = columns.find((each) => each.name === column);
    const other = tables.find((each) => each.name === table)?.columns.find((each) => each.name === to);
    if (own === undefined || own.type !== other?.type) {
      throw fault(`${name}.${column} cannot refer to ${table}.${to}`);
    }
  }
}
