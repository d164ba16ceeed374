import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { Recipe } from '../recipe.ts';

/**
 * Creates a table of rows made in TypeScript, numbered by the column `id` from 0. It is used for values that are too
 * deeply nested to be composed in SQL, and from which rows of a large table are then composed.
 */
export async function makeJsonPool(
  { connection, staging }: Recipe,
  name: string,
  types: Readonly<Record<string, string>>,
  rows: readonly object[],
): Promise<void> {
  const path = join(staging, `${name}.ndjson`);
  await writeFile(path, rows.map((row, id) => `${JSON.stringify({ id, ...row })}\n`).join(''));
  const columns = Object.entries({ id: 'BIGINT', ...types }).map(
    ([column, type]) => `${sqlName(column)}: ${sqlString(type)}`,
  );
  await connection.run(`
    CREATE TABLE ${sqlName(name)} AS
    SELECT * FROM read_json(${sqlString(path)}, format = 'newline_delimited', columns = {${columns.join(', ')}})`);
}
