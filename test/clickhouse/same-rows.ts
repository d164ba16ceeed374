import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInCatalog, type CatalogTable, publicSelectList } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { openSnapshot } from '@sdq/index';
import { trueRows } from '../support/change-rows.ts';

/** Answers of a node to a statement of ClickHouse's, as text. */
export async function askNode(url: string, sql: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: sql });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.text()).trim();
}

/**
 * How many rows of a table differ between the cluster's snapshot and the index, counted by DuckDB over what the cluster
 * gives as Parquet: those that only the index has, and those that only the cluster has.
 */
export async function rowsThatDiffer(
  url: string,
  index: string,
  table: CatalogTable,
  folder: string,
): Promise<{ missing: number; surplus: number; rows: number }> {
  const snapshot = await openSnapshot(index);
  const source = table.derivedFrom && builtInCatalog.find(table.platform, table.derivedFrom.table);
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const read = `sdq_${snapshot.id}.\`${table.platform}.${table.name}\``;
  const answer = await fetch(url, {
    method: 'POST',
    body: `SELECT ${names} FROM ${read} FORMAT Parquet SETTINGS output_format_parquet_string_as_string = 1`,
  });
  if (!answer.ok) throw new Error(await answer.text());
  const file = join(folder, `${table.name}.parquet`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const typed = table.columns.map(({ name, type }) => `"${name}"::${type} AS "${name}"`).join(', ');
  await connection.run(`CREATE TEMP TABLE got AS SELECT ${typed} FROM read_parquet('${file}')`);
  const lists = table.columns.filter(({ type }) => type.endsWith('[]'));
  const filled = lists.map(({ name }) => `coalesce("${name}", []) AS "${name}"`).join(', ');
  await connection.run(
    `CREATE TEMP TABLE wanted AS SELECT ${filled === '' ? '*' : `* REPLACE (${filled})`}
     FROM (SELECT ${publicSelectList(table)} FROM (${trueRows(snapshot, table, source)}))`,
  );
  const [row] = await allRows<Record<'missing' | 'surplus' | 'rows', string>>(
    connection,
    `SELECT (SELECT count(*) FROM (FROM wanted EXCEPT ALL FROM got)) AS missing,
       (SELECT count(*) FROM (FROM got EXCEPT ALL FROM wanted)) AS surplus, (SELECT count(*) FROM got) AS rows`,
  );
  connection.closeSync();
  return { missing: Number(row?.missing), surplus: Number(row?.surplus), rows: Number(row?.rows) };
}
