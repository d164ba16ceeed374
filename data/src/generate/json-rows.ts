import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { Recipe } from './recipe.ts';

/** A row as JSON has it: timestamps are ISO 8601, ids are text. */
export type JsonRow = Record<string, unknown>;

/** Writes rows that were made in TypeScript as the one file of an unpartitioned table. */
export async function writeJsonRows(
  { connection, writer, staging }: Recipe,
  table: CatalogTable,
  rows: Iterable<JsonRow>,
): Promise<void> {
  const path = join(staging, `${table.platform}-${table.name}.ndjson`);
  const stream = createWriteStream(path);
  for (const row of rows) {
    if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
  const columns = table.columns.filter((column) => column.expression === undefined);
  const types = columns.map((column) => `${sqlName(column.name)}: ${sqlString(column.type)}`).join(', ');
  await writer.write(
    connection,
    table,
    null,
    `SELECT * FROM read_json(${sqlString(path)}, format = 'newline_delimited', columns = {${types}})`,
  );
  await rm(path, { force: true });
}
