import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { catalog } from '../catalog/index.ts';
import { type CatalogTable, olderColumn, storedColumns, tableId } from '../catalog/table.ts';
import { allRows } from '../duckdb/database.ts';
import { sqlName, sqlString, sqlStrings } from '../duckdb/sql.ts';
import type { FileEntry } from './manifest.ts';
import { moversTable, placeKeys } from './merge-placement.ts';
import { keyList, mergeSql, observationList, observedColumn, storedList } from './merge-registers.ts';
import { writeTableFile } from './write-table-file.ts';

/** Rows of repeated keys that are merged at once: the states of one row's columns may take some kilobytes. */
const mergedRowsMax = 100_000;

/** What the merge works on. `files` are those of the table in the snapshot that is merged into. */
export interface MergeTarget {
  readonly connection: DuckDBConnection;
  readonly root: string;
  /** For the observations in order, removed afterwards. */
  readonly workDirectory: string;
}

/**
 * Merges observations into the files of a table and returns the table's files from then on; the files themselves
 * are written, no snapshot names them yet. `observations` is SQL that can stand after FROM, with the table's stored
 * columns but `observedBy`, and `_observed`, the time of each. Only months that are touched are written anew.
 */
export async function mergeTable(
  target: MergeTarget,
  table: CatalogTable,
  files: readonly FileEntry[],
  observations: string,
): Promise<{ files: FileEntry[]; months: readonly (string | null)[] }> {
  const { connection, workDirectory } = target;
  await mkdir(workDirectory, { recursive: true });
  const sorted = join(workDirectory, `${tableId(table)}.parquet`);
  await connection.run(
    `COPY (SELECT ${observationList(table, 'observed')}, ${monthSql(table)} AS _month FROM ${observations} ORDER BY _month)
     TO ${sqlString(sorted)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 61440)`,
  );
  const observed = `read_parquet(${sqlString(sorted)}, hive_partitioning = false)`;
  try {
    const [count] = await allRows<{ count: string }>(connection, `SELECT count(*) AS count FROM ${observed}`);
    if (count?.count === '0') return { files: [...files], months: [] };
    const located = files.map((entry) => ({ entry, path: join(target.root, entry.path) }));
    const { months, moverCount } = await placeKeys(connection, table, observed, located);
    if (moverCount > 0) await mergeMovers(target, table, located, observed);
    const written: FileEntry[] = files.filter((file) => !months.includes(file.month));
    for (const month of months) {
      const stored = located.filter(({ entry }) => entry.month === month).map(({ path }) => path);
      const file = await mergeMonth(target, table, { month, stored, observed, hasMovers: moverCount > 0 });
      if (file !== null) written.push(file);
    }
    return { files: written, months };
  } finally {
    await rm(sorted, { force: true });
  }
}

function monthSql(table: CatalogTable): string {
  if (table.partitionBy === undefined) return 'NULL::VARCHAR';
  const column = table.partitionBy === table.observedBy ? observedColumn : table.partitionBy;
  return `strftime(${sqlName(column)}, '%Y-%m')`;
}

function storedRelation(table: CatalogTable, paths: readonly string[]): string {
  if (paths.length > 0) return `read_parquet(${sqlStrings(paths)}, hive_partitioning = false)`;
  const columns = [...storedColumns(table), olderColumn].map(
    ({ name, type }) => `NULL::${type} AS ${sqlName(name)}`,
  );
  return `(SELECT ${columns.join(', ')} WHERE false)`;
}

async function mergeMonth(
  target: MergeTarget,
  table: CatalogTable,
  part: { month: string | null; stored: readonly string[]; observed: string; hasMovers: boolean },
): Promise<FileEntry | null> {
  const { connection, root } = target;
  const key = keyList(table);
  const withoutMovers = part.hasMovers ? ` ANTI JOIN ${moversTable} USING (${key})` : '';
  const stored = `(SELECT ${observationList(table, 'stored')} FROM ${storedRelation(table, part.stored)})${withoutMovers}`;
  const isMonth = part.month === null ? 'true' : `_month = ${sqlString(part.month)}`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE arriving AS
     SELECT * EXCLUDE (_month) FROM (FROM ${part.observed} WHERE ${isMonth})${withoutMovers}`,
  );
  await mergeRepeated(
    connection,
    table,
    `SELECT * FROM arriving UNION ALL BY NAME SELECT * FROM ${stored} SEMI JOIN arriving USING (${key})`,
  );
  const parts = [
    `SELECT * FROM ${stored} ANTI JOIN arriving USING (${key})`,
    `SELECT * FROM arriving ANTI JOIN merged USING (${key})`,
    'SELECT * FROM merged',
  ];
  if (part.hasMovers) parts.push(`SELECT * EXCLUDE (_month) FROM moved WHERE ${isMonth}`);
  const relation = `(SELECT ${storedList(table)} FROM (${parts.join(' UNION ALL BY NAME ')}))`;
  const file = await writeTableFile(connection, root, table, part.month, relation);
  await connection.run('DROP TABLE arriving; DROP TABLE merged');
  return file;
}

/**
 * Fills the temporary table `merged` with one row for each key that has several rows in `rowsSql`. Keys that have
 * one, nearly all of them, need no aggregation; the others are merged some at a time, to bound the memory.
 */
async function mergeRepeated(
  connection: DuckDBConnection,
  table: CatalogTable,
  rowsSql: string,
): Promise<void> {
  const key = keyList(table);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE repeated AS SELECT ${key} FROM (${rowsSql}) GROUP BY ${key} HAVING count(*) > 1`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE contested AS SELECT * FROM (${rowsSql}) SEMI JOIN repeated USING (${key})`,
  );
  const [count] = await allRows<{ count: string }>(connection, 'SELECT count(*) AS count FROM contested');
  const contested = Number(count?.count ?? 0);
  if (contested === 0) await connection.run('CREATE OR REPLACE TEMP TABLE merged AS FROM contested');
  const bucketCount = Math.ceil(contested / mergedRowsMax);
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const rows =
      bucketCount === 1 ? 'contested' : `(FROM contested WHERE hash(${key}) % ${bucketCount} = ${bucket})`;
    const into = bucket === 0 ? 'CREATE OR REPLACE TEMP TABLE merged AS' : 'INSERT INTO merged';
    await connection.run(`${into} ${mergeSql(table, rows)}`);
  }
  await connection.run('DROP TABLE repeated; DROP TABLE contested');
}

/** Fills the temporary table `moved` with the merged rows of all movers and the month each belongs to. */
async function mergeMovers(
  { connection }: MergeTarget,
  table: CatalogTable,
  files: readonly { readonly path: string }[],
  observed: string,
): Promise<void> {
  const key = keyList(table);
  const stored = storedRelation(
    table,
    files.map(({ path }) => path),
  );
  const rows = `(SELECT ${observationList(table, 'stored')} FROM ${stored} SEMI JOIN ${moversTable} USING (${key})
     UNION ALL BY NAME SELECT * EXCLUDE (_month) FROM ${observed} SEMI JOIN ${moversTable} USING (${key}))`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE moved AS
     SELECT *, strftime(${sqlName(table.partitionBy ?? '')}, '%Y-%m') AS _month FROM (${mergeSql(table, rows)})`,
  );
}

/** Rebuilds, for these months, the tables that are computed from `source`. Returns their files by table id. */
export async function rebuildDerived(
  target: MergeTarget,
  source: CatalogTable,
  sourceFiles: readonly FileEntry[],
  months: readonly (string | null)[],
  filesOf: (table: CatalogTable) => readonly FileEntry[],
): Promise<Map<string, FileEntry[]>> {
  const rebuilt = new Map<string, FileEntry[]>();
  for (const table of catalog) {
    if (table.platform !== source.platform || table.derivedFrom?.table !== source.name) continue;
    const files = filesOf(table).filter((file) => !months.includes(file.month));
    for (const month of months) {
      const paths = sourceFiles
        .filter((file) => file.month === month)
        .map((file) => join(target.root, file.path));
      if (paths.length === 0) continue;
      const relation = `(WITH source AS (FROM ${storedRelation(source, paths)}) ${table.derivedFrom.sql})`;
      const file = await writeTableFile(target.connection, target.root, table, month, relation);
      if (file !== null) files.push(file);
    }
    rebuilt.set(tableId(table), files);
  }
  return rebuilt;
}
