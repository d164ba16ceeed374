import { type CatalogTable, storedColumns } from '@sdq/catalog';
import type { Engine } from '@sdq/core';
import { comparable, type Row } from './comparable-rows.ts';

/** All rows of a table, stored columns only, as the engine answers them. */
export async function engineRows(engine: Engine, table: CatalogTable): Promise<Row[]> {
  const columns = storedColumns(table);
  const list = columns.map(({ name, type }) => {
    if (type.startsWith('TIMESTAMP') && !type.endsWith('[]')) return `epoch_us("${name}")::VARCHAR AS "${name}"`;
    if (type === 'DATE' || type.startsWith('DECIMAL')) return `"${name}"::VARCHAR AS "${name}"`;
    return `"${name}"`;
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
