import { readdirSync, readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';

/**
 * Statements of a folder beside this file, file by file: one statement per line or more, each ending in `;` at a
 * line's end.
 */
export function statementsOf(folder: string): { file: string; sql: string }[] {
  const directory = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(directory)
    .sort()
    .flatMap((file) =>
      readFileSync(new URL(file, directory), 'utf8')
        .replace(/^-- .*\n/, '')
        .split(/;\n/)
        .map((sql) => sql.trim())
        .filter((sql) => sql !== '')
        .map((sql) => ({ file, sql })),
    );
}

/** Every how manieth statement of the corpus is run: all of them by `npm run nightly`. */
export const corpusShare = process.env.SDQ_WHOLE_CORPUS === undefined ? 2 : 1;

export const shortvideoTables: readonly string[] = builtInCatalog
  .tablesOf('shortvideo')
  .map((table) => table.name);

/** Makes empty tables with the catalogue's columns. */
export async function createTables(connection: DuckDBConnection): Promise<void> {
  for (const table of builtInCatalog.tablesOf('shortvideo')) {
    const columns = table.columns.map(({ name, type }) => `${sqlName(name)} ${type}`).join(', ');
    await connection.run(`CREATE TABLE ${sqlName(table.name)} (${columns})`);
  }
}
