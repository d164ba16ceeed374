import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, type CatalogTable, olderColumn, tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { tableFiles } from '../files/table-files.ts';
import { writeTableFile } from '../files/write-table-file.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import { findHolders, type StoredFile } from './holders.ts';
import {
  type Known,
  keyList,
  markedColumns,
  mergeSql,
  observationList,
  observedColumn,
  registers,
  storedList,
} from './registers.ts';
import { type Removed, withoutRemoved } from './removals.ts';

/**
 * Rows of repeated keys that are merged in one batch: the aggregate states of one row's columns may take some
 * kilobytes.
 */
const mergedRowsMax = 100_000;

/** The inputs of a merge. */
export interface MergeTarget {
  /** All tables of the catalogue: some are derived from the one that is merged. */
  readonly catalog: Catalog;
  readonly connection: DuckDBConnection;
  readonly root: string;
}

/** The keys of another table, whose rows set a flag in this one. */
export interface Mark {
  readonly column: string;
  /** SQL for FROM with the column `key`. */
  readonly relation: string;
}

/** What a merge takes into account besides the observations. */
export interface MergeContext {
  readonly removed?: Removed | undefined;
  /** SELECTs of keys whose rows must be rewritten although they were not observed. */
  readonly keys?: readonly string[];
  readonly marks?: readonly Mark[];
  /** The columns that the observations have values for, besides keys; default: all. The relation may lack the others. */
  readonly known?: ReadonlySet<string> | undefined;
}

/**
 * Merges observations into the files of a table and returns the table's new list of files; the files are written, but
 * no snapshot names them yet. `observations` is SQL for FROM, with the table's stored columns except `observedBy`,
 * and with `_observed`, the time of each.
 *
 * Rows with the observed keys are taken out of the files that contain them, merged, and written into the month that
 * each belongs to then: a row whose partition column moves to another month is never in two. Only months that lose or
 * gain such rows are rewritten.
 */
export async function mergeTable(
  target: MergeTarget,
  table: CatalogTable,
  files: readonly FileEntry[],
  observations: string,
  { removed, keys: otherKeys = [], marks = [], known }: MergeContext = {},
): Promise<{ files: FileEntry[]; months: readonly (string | null)[] }> {
  const { connection, root } = target;
  const stored = files.map((entry) => ({ entry, path: join(root, entry.path) }));
  try {
    const holders = await findStored(connection, table, observations, stored, otherKeys);
    const lacking = await mergeRows(connection, table, { observations, holders, removed, marks, known });
    const months = await touchedMonths(connection, holders);
    const written = files.filter((file) => !months.includes(file.month));
    for (const month of months) {
      const others = stored.filter(({ entry }) => entry.month === month);
      const lacks = others.length === 0 ? lacking : new Set<string>();
      const relation = monthRelation(table, month, others, lacks);
      const file = await writeTableFile(connection, root, table, month, relation, lacks);
      if (file !== null) written.push(file);
    }
    return { files: written, months };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${freshTable}`);
  }
}

/** The temporary table of merged rows with the month that each belongs to, in order of months. */
const freshTable = 'fresh_rows';

/** The files with rows of the observed keys, which are then in the temporary table `observed_keys`. */
async function findStored(
  connection: DuckDBConnection,
  table: CatalogTable,
  observations: string,
  stored: readonly StoredFile[],
  otherKeys: readonly string[],
): Promise<StoredFile[]> {
  if (stored.length === 0) return [];
  const keys = [`SELECT ${observedKeys(table)} FROM ${observations}`, ...otherKeys];
  await connection.run(`CREATE OR REPLACE TEMP TABLE observed_keys AS ${keys.join(' UNION ')}`);
  return await findHolders(connection, table, 'observed_keys', stored);
}

function observedKeys(table: CatalogTable): string {
  return table.key
    .map((name) => (name === table.observedBy ? `${observedColumn} AS ${sqlName(name)}` : sqlName(name)))
    .join(', ');
}

interface MergedRows {
  observations: string;
  holders: readonly StoredFile[];
  removed: Removed | undefined;
  marks: readonly Mark[];
  known: Known;
}

/**
 * Fills the temporary table of merged rows with one row per observed key. Returns the columns that it lacks, because no
 * row has a value for them.
 */
async function mergeRows(
  connection: DuckDBConnection,
  table: CatalogTable,
  { observations, holders, removed, marks, known: observed }: MergedRows,
): Promise<ReadonlySet<string>> {
  const key = keyList(table);
  // Stored rows may have values for all columns, and removals look at all.
  const known = holders.length === 0 && removed === undefined ? observed : undefined;
  const list = observationList(table, 'observed', observed);
  const rows = `(SELECT ${list} FROM ${observations} ${withHolders(table, holders, known === observed)})`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE repeated AS SELECT ${key} FROM ${rows} GROUP BY ${key} HAVING count(*) > 1`,
  );
  const isRepeated = (await countRows(connection, 'repeated')) > 0;
  let single = rows;
  if (isRepeated) {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE contested AS SELECT * FROM ${rows} SEMI JOIN repeated USING (${key})`,
    );
    await mergeContested(connection, table, known);
    // Keys with a single row, nearly all of them, need no aggregation.
    single = `(SELECT * FROM ${rows} ANTI JOIN repeated USING (${key}) UNION ALL BY NAME SELECT * FROM merged)`;
  }
  const lacking = new Set(
    registers(table)
      .map(({ name }) => name)
      .filter((name) => known?.has(name) === false),
  );
  const isOlder = isRepeated || holders.length > 0 || removed !== undefined;
  const columns = isOlder ? '*' : `* EXCLUDE (${olderColumn.name})`;
  if (!isOlder) lacking.add(olderColumn.name);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${freshTable} AS
       SELECT ${columns} ${markedSql(table, marks)}, ${monthSql(table)} AS _month
       FROM ${withoutRemoved(table, removed, single)}
       ORDER BY _month`,
  );
  await connection.run('DROP TABLE repeated; DROP TABLE IF EXISTS contested; DROP TABLE IF EXISTS merged');
  return lacking;
}

/** Adds the stored rows of observed keys, and the columns that observations lack. */
function withHolders(table: CatalogTable, holders: readonly StoredFile[], isComplete: boolean): string {
  if (holders.length === 0 && isComplete) return '';
  const held = `(SELECT ${observationList(table, 'stored')} FROM ${storedRelation(table, holders)})`;
  const which = holders.length === 0 ? 'WHERE false' : `SEMI JOIN observed_keys USING (${keyList(table)})`;
  return `UNION ALL BY NAME SELECT * FROM ${held} ${which}`;
}

/** Fills the temporary table `merged` from `contested`, in batches of keys, to bound the memory. */
async function mergeContested(
  connection: DuckDBConnection,
  table: CatalogTable,
  known: Known,
): Promise<void> {
  const bucketCount = Math.ceil((await countRows(connection, 'contested')) / mergedRowsMax);
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const rows =
      bucketCount === 1
        ? 'contested'
        : `(FROM contested WHERE hash(${keyList(table)}) % ${bucketCount} = ${bucket})`;
    const into = bucket === 0 ? 'CREATE OR REPLACE TEMP TABLE merged AS' : 'INSERT INTO merged BY NAME';
    await connection.run(`${into} ${mergeSql(table, rows, known)}`);
  }
}

async function countRows(connection: DuckDBConnection, relation: string): Promise<number> {
  const [row] = await allRows<{ count: string }>(connection, `SELECT count(*) AS count FROM ${relation}`);
  return Number(row?.count ?? 0);
}

/** Months that lose or gain rows, in order; one null for a table without months. */
async function touchedMonths(
  connection: DuckDBConnection,
  holders: readonly StoredFile[],
): Promise<(string | null)[]> {
  const gaining = await allRows<{ month: string | null }>(
    connection,
    `SELECT DISTINCT _month AS month FROM ${freshTable}`,
  );
  const months = new Set([...gaining.map(({ month }) => month), ...holders.map(({ entry }) => entry.month)]);
  return [...months].sort();
}

/** All rows of a month after the merge: unchanged rows of its files as they were, and the merged ones. */
function monthRelation(
  table: CatalogTable,
  month: string | null,
  files: readonly StoredFile[],
  lacking: ReadonlySet<string>,
): string {
  const isMonth = month === null ? '' : ` WHERE _month = ${sqlString(month)}`;
  const fresh = `SELECT * EXCLUDE (_month) FROM ${freshTable}${isMonth}`;
  if (files.length === 0) return `(SELECT ${storedList(table, lacking)} FROM (${fresh}))`;
  return `(SELECT ${storedList(table)} FROM (
      SELECT * FROM (SELECT ${observationList(table, 'stored')} FROM ${storedRelation(table, files)})
        ANTI JOIN observed_keys USING (${keyList(table)})
      UNION ALL BY NAME ${fresh}))`;
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

function monthSql(table: CatalogTable): string {
  if (table.partitionBy === undefined) return 'NULL::VARCHAR';
  return `strftime(${sqlName(table.partitionBy)}, '%Y-%m')`;
}

function storedRelation(table: CatalogTable, files: readonly StoredFile[]): string {
  return tableFiles(
    table,
    files.map(({ path, entry: { schema } }) => ({ path, schema })),
    { older: true },
  );
}

/** Rebuilds, for these months, the tables that are derived from `source`. Returns their files by table id. */
export async function rebuildDerived(
  target: MergeTarget,
  source: CatalogTable,
  sourceFiles: readonly FileEntry[],
  months: readonly (string | null)[],
  filesOf: (table: CatalogTable) => readonly FileEntry[],
): Promise<Map<string, FileEntry[]>> {
  const rebuilt = new Map<string, FileEntry[]>();
  for (const table of target.catalog.tablesOf(source.platform)) {
    if (table.derivedFrom?.table !== source.name) continue;
    const files = filesOf(table).filter((file) => !months.includes(file.month));
    for (const month of months) {
      const stored = sourceFiles
        .filter((file) => file.month === month)
        .map((entry) => ({ entry, path: join(target.root, entry.path) }));
      if (stored.length === 0) continue;
      const relation = `(WITH source AS (FROM ${storedRelation(source, stored)}) ${table.derivedFrom.sql})`;
      const file = await writeTableFile(target.connection, target.root, table, month, relation);
      if (file !== null) files.push(file);
    }
    rebuilt.set(tableId(table), files);
  }
  return rebuilt;
}
