import { type Catalog, type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import type { Engine } from '@sdq/core';
import { allRows, Database } from '@sdq/duckdb';
import { duckdbViews, type Snapshot } from '@sdq/index';
import { comparable, type Row } from './comparable-rows.ts';

/** All rows of a table, stored columns only, as the engine answers them. */
export async function engineRows(engine: Engine, table: CatalogTable): Promise<Row[]> {
  const result = await engine.query(`SELECT ${listOf(table)} FROM ${table.name}`, {
    platform: table.platform,
    limit: 1_000_000,
  });
  const rows: Row[] = [];
  for await (const row of result.rows()) rows.push(comparableRow(table, row as Row));
  return rows;
}

/** The same by table, as plain DuckDB reads it through the printed views: without the start of an engine. */
export async function plainRows(
  snapshot: Snapshot,
  catalog: Catalog,
  ids: readonly string[],
): Promise<Record<string, Row[]>> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run(duckdbViews(snapshot, catalog));
  const all: Record<string, Row[]> = {};
  for (const id of ids) {
    const table = catalog.byId(id) as CatalogTable;
    const rows = await allRows<Row>(connection, `SELECT ${listOf(table)} FROM ${tableId(table)}`);
    all[id] = rows.map((row) => comparableRow(table, row));
  }
  connection.closeSync();
  return all;
}

function comparableRow(table: CatalogTable, row: Row): Row {
  return Object.fromEntries(
    storedColumns(table).map(({ name, type }) => [name, comparable(type, row[name])]),
  );
}

function listOf(table: CatalogTable): string {
  const list = storedColumns(table).map(({ name, type }) => {
    if (type.startsWith('STRUCT(')) return `"${name}"`;
    if (!type.endsWith('[]')) return `${textOf(type, `"${name}"`)} AS "${name}"`;
    return `list_transform("${name}", x -> ${textOf(type.slice(0, -2), 'x')}) AS "${name}"`;
  });
  return list.join(', ');
}

function textOf(type: string, value: string): string {
  return type.startsWith('TIMESTAMP') ? `epoch_us(${value})::VARCHAR` : `${value}::VARCHAR`;
}
