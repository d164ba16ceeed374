import type { Catalog, CatalogTable } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { stagedKind } from './columns/staged-column.ts';
import { observedAtColumn, stagedColumnsOf } from './columns/staged-table.ts';

/**
 * A query of a table's staged rows: the known ones of its stored columns and its key, without the row's own observation
 * time, and `observedAs`, the time of the observation or `otherwise` (SQL).
 */
export function stagedRows(
  table: CatalogTable,
  paths: readonly string[],
  { known, observedAs, otherwise }: { known: ReadonlySet<string>; observedAs: string; otherwise: string },
): string {
  const columns = stagedColumnsOf(table).filter(({ name }) => known.has(name) || table.key.includes(name));
  const list = columns.map(({ name, type }) => `${fromStaged(type, sqlName(name))} AS ${sqlName(name)}`);
  const time = `coalesce(make_timestamptz(${observedAtColumn}), ${otherwise})`;
  return `SELECT ${list.join(', ')}, ${time} AS ${observedAs} FROM ${stagedFiles(paths)}`;
}

/** Staged files as a relation, with the columns as staged. */
export function stagedFiles(paths: readonly string[]): string {
  return `read_parquet(${sqlStrings(paths)}, hive_partitioning = false)`;
}

/** The table of staged rows. */
export function stagedTableOf(catalog: Catalog, id: string): CatalogTable {
  const table = catalog.byId(id);
  if (table === undefined) throw new Error(`Rows were staged for "${id}", which is not a table`);
  return table;
}

/** Functions that convert microseconds to times. */
const timeMakers: Readonly<Record<string, string>> = {
  'TIMESTAMP WITH TIME ZONE': 'make_timestamptz',
  TIMESTAMP: 'make_timestamp',
};

function fromStaged(type: string, name: string): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type;
  const make = timeMakers[element];
  if (stagedKind(type) === 'json') {
    const json = `${name}::JSON`;
    // A cast requires all members of a STRUCT; collectors omit some.
    if (type.includes('STRUCT')) return `from_json(${json}, ${sqlString(JSON.stringify(structureOf(type)))})`;
    if (make === undefined) return `${json}::${type}`;
    return `list_transform(${json}::BIGINT[], lambda value: ${make}(value))`;
  }
  return make === undefined ? name : `${make}(${name})`;
}

/** A list of STRUCTs of plain values as the functions for JSON describe it. */
function structureOf(type: string): unknown {
  const members = type.slice(type.indexOf('(')).matchAll(/"?(\w+)"? (\w+)(?=[,)])/g);
  return [Object.fromEntries([...members].map(([, name, of]) => [name, of]))];
}
