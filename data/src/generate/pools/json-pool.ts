import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { Recipe } from '../recipe.ts';

/**
 * A table of rows that were made in TypeScript, numbered by the column `id` from 0: what is too nested to be put
 * together in SQL, and what rows of a large table are then made of.
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
