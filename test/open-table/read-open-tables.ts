import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import type { Engine } from '@sdq/core';
import { sqlString } from '@sdq/duckdb/sql';
import type { ClickHouse } from './clickhouse.ts';
import { comparable, type Row, sortedRows } from './comparable-rows.ts';
import { engineRows } from './engine-rows.ts';
import { icebirdRows } from './icebird.ts';

export interface Readers {
  readonly engine: Engine;
  /** Undefined where the machine lacks it. */
  readonly clickhouse: ClickHouse | undefined;
}

export interface Comparison {
  readonly table: string;
  readonly reader: string;
  readonly expected: readonly Row[];
  readonly found: readonly Row[];
}

/** What the engine and the readers of Iceberg say of each open table of a store in a directory. */
export async function compareTables(
  store: string,
  catalog: Catalog,
  { engine, clickhouse }: Readers,
): Promise<Comparison[]> {
  const { tables } = JSON.parse(await readFile(join(store, 'ICEBERG'), 'utf8')) as { tables: string[] };
  const comparisons: Comparison[] = [];
  for (const id of tables) {
    const table = catalog.byId(id) as CatalogTable;
    const folder = join(store, 'data', table.platform, table.name);
    const expected = sortedRows(await engineRows(engine, table));
    const compare = (reader: string, found: readonly Row[], asRead: (row: Row) => Row = (row) => row) =>
      comparisons.push({
        table: tableId(table),
        reader,
        expected: sortedRows(expected.map(asRead)),
        found: sortedRows(found),
      });
    // without files icebird says that there are none
    if (expected.length > 0)
      compare('icebird', await icebirdRows(`file://${folder}`, table), (row) => asNumbers(table, row));
    if (clickhouse !== undefined)
      compare('ClickHouse', await clickhouse.rows(`icebergLocal(${sqlString(folder)})`, table), (row) =>
        withoutNullLists(table, row),
      );
  }
  return comparisons;
}

/** icebird gives times as dates, which have milliseconds, and decimals as numbers. */
function asNumbers(table: CatalogTable, row: Row): Row {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, asNumber(types.get(name) ?? '', value)]),
  );
}

function asNumber(type: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => asNumber(type.slice(0, -2), each));
  if (value === null) return null;
  if (type.startsWith('DECIMAL')) return comparable(type, Number(value));
  if (type.startsWith('TIMESTAMP')) return comparable(type, new Date(Number(value) / 1_000));
  return value;
}

/** An array of ClickHouse cannot be NULL. */
function withoutNullLists({ columns }: CatalogTable, row: Row): Row {
  const lists = columns.filter(({ type }) => type.endsWith('[]')).map(({ name }) => name);
  return {
    ...row,
    ...Object.fromEntries(lists.flatMap((name) => (name in row ? [[name, row[name] ?? []]] : []))),
  };
}
