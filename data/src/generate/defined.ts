import { builtInPlatforms, type CatalogTable, removalsName } from '@sdq/catalog';
import { tableNamed } from './index-writer.ts';
import type { ReportStep } from './progress.ts';
import type { Recipe } from './recipe.ts';

/** Generates the tables of platforms whose definitions provide the rows of a sample index (`demoRows`). */
export async function generateDefined(recipe: Recipe, report: ReportStep): Promise<void> {
  for (const { platform, removals, demoRows } of builtInPlatforms) {
    if (demoRows === undefined) continue;
    const queries = Object.entries({ [removalsName]: removedRow(removals.table), ...demoRows });
    for (const [done, [name, query]] of queries.entries()) {
      report(`${platform} ${name}`, done, queries.length);
      await writeTable(recipe, tableNamed(platform, name), query);
    }
  }
}

/** One removed record, which is not in the table. */
const removedRow = (table: string) =>
  `SELECT '${table}' AS record_table, 'removed-1' AS record_key,
     TIMESTAMPTZ '2026-10-01 00:00:00Z' AS removed_at, TIMESTAMPTZ '2026-10-01 00:00:00Z' AS indexed_at`;

async function writeTable({ connection, writer }: Recipe, table: CatalogTable, query: string): Promise<void> {
  const { partitionBy } = table;
  if (partitionBy === undefined) {
    await writer.write(connection, table, null, query);
    return;
  }
  const monthOf = `strftime("${partitionBy}" AT TIME ZONE 'UTC', '%Y-%m')`;
  const months = await connection.runAndReadAll(`SELECT DISTINCT ${monthOf} FROM (${query}) ORDER BY 1`);
  for (const [month] of months.getRows()) {
    const ofMonth = `SELECT * FROM (${query}) WHERE ${monthOf} = '${String(month)}'`;
    await writer.write(connection, table, String(month), ofMonth);
  }
}
