import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, olderColumn } from '@sdq/catalog';
import { allRows, createTemporary, dropTables } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { tableFiles } from '../files/table-files.ts';
import type { Mark } from './merge-context.ts';
import { newerRows } from './newer-rows.ts';
import { noteParentLinks } from './parent-links.ts';
import { type Known, keyList, markedColumns, mergeSql, observationList, registers } from './registers.ts';
import { removedOf, withoutRemoved } from './removals.ts';

/**
 * Rows of repeated keys that are merged in one batch: the aggregate states of one row's columns may take some
 * kilobytes.
 */
const mergedRowsMax = 100_000;

/** The temporary table of merged rows with the month that each belongs to, in order of months. */
export const freshTable = 'fresh_rows';

export interface MergedRows {
  observations: string;
  /** The stored rows of the observed keys, as SQL for FROM; undefined if there is none. */
  held: string | undefined;
  /** The removals of the platform, as SQL for FROM; undefined if there is none. */
  removals: string | undefined;
  /** The stored parent links of the platform, as SQL for FROM; undefined if there is none. */
  links: string | undefined;
  marks: readonly Mark[];
  known: Known;
  /** Whether so few rows come that to find those of repeated keys first takes longer than to merge all. */
  areFew?: boolean;
}

/**
 * Fills the temporary table of merged rows with one row per observed key. Returns the columns that it lacks, because no
 * row has a value for them.
 */
export async function mergeRows(
  connection: DuckDBConnection,
  table: CatalogTable,
  { observations, held, removals, links, marks, known: observed, areFew = false }: MergedRows,
): Promise<ReadonlySet<string>> {
  // Stored rows may have values for all columns, and removals look at all.
  const known = held === undefined && removals === undefined && links === undefined ? observed : undefined;
  const list = observationList(table, 'observed', observed);
  const rows = `(SELECT ${list} FROM ${observations} ${withHeld(table, held, known === observed)})`;
  const { single, contested } =
    areFew && held !== undefined
      ? await mergeAll(connection, table, rows, { observations, held, observed })
      : await mergeRepeated(connection, table, rows, known);
  const isRemoving =
    removals !== undefined && (await areRemoved(connection, table, { rows, removals, links }));
  const acting = isRemoving ? removals : undefined;
  const found = await noteParentLinks(connection, table, { rows, contested, removals: acting, links, known });
  const removed = acting === undefined ? undefined : removedOf(table, acting, found);
  const lacking = new Set(
    registers(table)
      .map(({ name }) => name)
      .filter((name) => known?.has(name) === false),
  );
  const isOlder = contested !== undefined || held !== undefined || removals !== undefined;
  const columns = isOlder ? '*' : `* EXCLUDE (${olderColumn.name})`;
  if (!isOlder) lacking.add(olderColumn.name);
  await createTemporary(
    connection,
    freshTable,
    `SELECT ${columns} ${markedSql(table, marks)}, ${monthSql(table)} AS _month
       FROM ${withoutRemoved(table, removed, single)}
       ORDER BY _month`,
  );
  await dropTables(connection, ['repeated', 'contested', 'merged']);
  return lacking;
}

/** One row of each key, and the rows of keys that have several; undefined if there is none. */
interface SingleRows {
  readonly single: string;
  readonly contested: string | undefined;
}

/** One row of each key of observations and stored rows, `rows` in one shape. */
async function mergeAll(
  connection: DuckDBConnection,
  table: CatalogTable,
  rows: string,
  { observations, held, observed }: { observations: string; held: string; observed: Known },
): Promise<SingleRows> {
  const newer = await newerRows(connection, table, { observations, held, known: observed });
  if (newer !== undefined) return { single: `(${newer})`, contested: rows };
  await createTemporary(connection, 'merged', mergeSql(table, rows));
  return { single: 'merged', contested: rows };
}

/** Merges the rows of repeated keys into the temporary table `merged`. Keys with a single row, nearly all of many, need no aggregation. */
async function mergeRepeated(
  connection: DuckDBConnection,
  table: CatalogTable,
  rows: string,
  known: Known,
): Promise<SingleRows> {
  const key = keyList(table);
  const repeated = `SELECT ${key} FROM ${rows} GROUP BY ${key} HAVING count(*) > 1`;
  if ((await createTemporary(connection, 'repeated', repeated)) === 0)
    return { single: rows, contested: undefined };
  const contested = `SELECT * FROM ${rows} SEMI JOIN repeated USING (${key})`;
  await mergeContested(connection, table, known, await createTemporary(connection, 'contested', contested));
  const single = `(SELECT * FROM ${rows} ANTI JOIN repeated USING (${key}) UNION ALL BY NAME SELECT * FROM merged)`;
  return { single, contested: 'contested' };
}

/**
 * Whether removals concern any of these rows, by its key, its parent or a stored parent link. If none, they concern no parent link
 * that is found among the rows either: its parent is one of theirs. Asked first, because the tests of each column and of each link
 * take longer.
 */
async function areRemoved(
  connection: DuckDBConnection,
  table: CatalogTable,
  { rows, removals, links }: { rows: string; removals: string; links: string | undefined },
): Promise<boolean> {
  const { by } = removedOf(table, removals, links);
  if (by.length === 0) return false;
  const tests = by.map(({ value, relation }) => `${value('each')} IN (SELECT record_key FROM ${relation})`);
  return (await countRows(connection, `(FROM ${rows} AS each WHERE ${tests.join(' OR ')} LIMIT 1)`)) > 0;
}

/** Adds the stored rows of observed keys, and the columns that observations lack. */
function withHeld(table: CatalogTable, held: string | undefined, isComplete: boolean): string {
  if (held !== undefined) return `UNION ALL BY NAME SELECT ${observationList(table, 'stored')} FROM ${held}`;
  if (isComplete) return '';
  return `UNION ALL BY NAME SELECT * FROM (SELECT ${observationList(table, 'stored')} FROM ${tableFiles(table, [], { older: true })}) WHERE false`;
}

/** Fills the temporary table `merged` from the `count` rows of `contested`, in batches of keys, to bound the memory. */
async function mergeContested(
  connection: DuckDBConnection,
  table: CatalogTable,
  known: Known,
  count: number,
): Promise<void> {
  const bucketCount = Math.ceil(count / mergedRowsMax);
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const rows =
      bucketCount === 1
        ? 'contested'
        : `(FROM contested WHERE hash(${keyList(table)}) % ${bucketCount} = ${bucket})`;
    const into = bucket === 0 ? 'CREATE OR REPLACE TEMP TABLE merged AS' : 'INSERT INTO merged BY NAME';
    await connection.run(`${into} ${mergeSql(table, rows, known)}`);
  }
}

export async function countRows(connection: DuckDBConnection, relation: string): Promise<number> {
  const [row] = await allRows<{ count: string }>(connection, `SELECT count(*) AS count FROM ${relation}`);
  return Number(row?.count ?? 0);
}

/** Sets flags according to the rows of other tables. */
function markedSql(table: CatalogTable, marks: readonly Mark[]): string {
  const [key = ''] = table.key;
  const flags = markedColumns(table).map(({ name }) => {
    const mark = marks.find(({ column }) => column === name);
    const flag = mark === undefined ? 'false' : `${sqlName(key)} IN (SELECT key FROM ${mark.relation})`;
    return `${flag} AS ${sqlName(name)}`;
  });
  return flags.length === 0 ? '' : `REPLACE (${flags.join(', ')})`;
}

/** SQL for the month of a row; NULL for a table without months. */
export function monthSql(table: CatalogTable): string {
  if (table.partitionBy === undefined) return 'NULL::VARCHAR';
  return `strftime(${sqlName(table.partitionBy)}, '%Y-%m')`;
}
