import { type CatalogTable, storedColumns } from '@sdq/catalog';
import type { Engine } from '@sdq/core';
import { comparable, type Row } from './comparable-rows.ts';

/** All rows of a table, stored columns only, as the engine answers them. */
export async function engineRows(engine: Engine, table: CatalogTable): Promise<Row[]> {
  const columns = storedColumns(table);
  const list = columns.map(({ name, type }) => {
    if (type.startsWith('STRUCT(')) return `"${name}"`;
    if (!type.endsWith('[]')) return `${textOf(type, `"${name}"`)} AS "${name}"`;
    return `list_transform("${name}", x -> ${textOf(type.slice(0, -2), 'x')}) AS "${name}"`;
  });
  const result = await engine.query(`SELECT ${list.join(', ')} FROM ${table.name}`, {
    platform: table.platform,
    limit: 1_000_000,
  });
  const rows: Row[] = [];
  for await (const row of result.rows())
    rows.push(
      Object.fromEntries(
        columns.map(({ name, type }) => [name, comparable(type, (row as Record<string, unknown>)[name])]),
      ),
    );
  return rows;
}

function textOf(type: string, value: string): string {
  return type.startsWith('TIMESTAMP') ? `epoch_us(${value})::VARCHAR` : `${value}::VARCHAR`;
}
