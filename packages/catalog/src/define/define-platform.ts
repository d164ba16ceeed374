import type { PlatformPrices } from '@sdq/pricing';
import { removalsOf } from '../removals.ts';
import type { CatalogTable, UsualNames } from '../table.ts';
import type { Endpoint } from './endpoint.ts';
import type { Driver } from './upstream.ts';

/** What files tell of a platform's tables beside what the tables say themselves. */
export interface IngestFacts {
  /** What collectors call columns, by which a file is known; a table without any goes by its columns' own names. */
  usualNames?: readonly UsualNames[];
  /** How the platform writes ids: as whole numbers, or as codes; default: as any text. */
  ids?: 'decimal' | 'code';
}

/** A platform: all that the product knows of it. */
export interface PlatformDescription {
  /** As in paths: `/api/{platform}/…`. Lower case letters. */
  platform: string;
  /** For people. */
  name: string;
  /** What there is of it, in one line. */
  description: string;
  /** The label of the whole platform. */
  status: 'SQL ready' | 'indexing in progress';
  /** The label of its SQL endpoint, which answers only when available. */
  sql: 'available' | 'coming soon';
  /** In the order in which its schema tells of them. What is removed from it has a table that is not named here. */
  tables: readonly CatalogTable[];
  /** The table that an empty query browses. */
  browses: string;
  /** Whether the table is fixed and `include_full_data` is supported: rows get the full record of their `video_id`. */
  hasFullData?: boolean;
  /** Tables that hold records of their own, so not counted twice: what `records_indexed` sums. */
  recordTables: readonly string[];
  removals: {
    /** The table that records are removed from when none is named. */
    table: string;
    /** By the table of a record: others that go with it and are found by their own keys only, as SQL over `$keys`. */
    dependents?: Readonly<Record<string, { table: string; sql: string }>>;
  };
  /** By name, in the order of the API's document. */
  endpoints: Readonly<Record<string, Endpoint>>;
  prices: PlatformPrices;
  ingest: IngestFacts;
  /** In the order in which they are asked; the index comes after them. */
  upstreams: readonly Driver[];
  /**
   * The rows of a demo index, where no generator of `data/` makes them: by table, SQL that gives its stored columns by
   * name, the same rows at each run.
   */
  demoRows?: Readonly<Record<string, string>>;
  /** The body from which the example of its SQL endpoint is made. */
  sqlExample: Readonly<Record<string, unknown>>;
  /** The folder of the examples' answers, `<endpoint>.json`; default: the API's document shows none. */
  examples?: URL;
}

/** A platform whose parts fit together. */
export type PlatformDefinition = Readonly<PlatformDescription>;

/**
 * Puts a platform together: its tables know what files call their columns, and one of removed records is among them.
 * Throws when two parts do not fit, which is a fault of the program.
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
    };
  });
  return { ...description, tables: [...tables, { ...removalsOf(platform), isOfPlatform: true }] };
}

function checkParts({ platform, tables, endpoints, ...rest }: PlatformDescription): void {
  const fault = (text: string) => new Error(`platform ${platform}: ${text}`);
  if (!/^[a-z][a-z0-9]*$/.test(platform)) throw fault('its name is not of lower case letters and digits');
  const foreign = tables.find((table) => table.platform !== platform);
  if (foreign !== undefined) throw fault(`the table ${foreign.name} is of the platform ${foreign.platform}`);
  for (const table of tables) checkColumnNames(table, fault);
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

/** Whether the columns that a table names are there. */
function checkColumnNames(table: CatalogTable, fault: (text: string) => Error): void {
  const { key, sortBy, zoneColumns, observedBy, partitionBy } = table;
  const sorted = sortBy.map((order) => order.replace(/ DESC$/, ''));
  const named = [...key, ...sorted, ...zoneColumns, observedBy, ...(partitionBy ? [partitionBy] : [])];
  const missing = named.find((name) => !table.columns.some((column) => column.name === name));
  if (missing !== undefined) throw fault(`the table ${table.name} has no column ${missing}, which it names`);
}
