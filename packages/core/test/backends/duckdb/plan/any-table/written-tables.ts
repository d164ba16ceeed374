import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { type FileEntry, makeManifest, openSnapshot, publish, writeTableFile } from '@sdq/index';
import { changeRows, type RowChanges } from '../../../../../../../test/support/change-rows.ts';
import { buildIndex } from '../../../../../src/backends/duckdb/segments/build-index.ts';
import { type Invention, inventedRows, literalOf } from './invent-rows.ts';
import { tablesOfOwn } from './tables-of-own.ts';

/** What adding files after a build leaves of a table. */
export const states = ['whole', 'changed', 'deltas', 'covered again', 'changed twice'] as const;
export type State = (typeof states)[number];

/** A table with rows, and values that its columns have, as SQL literals. */
export interface WrittenTable {
  readonly table: CatalogTable;
  readonly state: State;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Keys of some rows, each a literal for each column of the key. */
  readonly keys: readonly (readonly string[])[];
}

/**
 * Invents rows for tables, publishes them as an index and builds it; then publishes other rows for some of each table
 * and builds overlays, as its state wants.
 */
export async function writeTables(
  root: string,
  tables: readonly CatalogTable[],
  invention: Invention,
  stateOf: (table: CatalogTable) => State,
): Promise<WrittenTable[]> {
  const build = async (mode: 'build' | 'refresh') =>
    await buildIndex({ index: root, tables: tablesOfOwn, smallTables: true, mode });
  await using database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  const files = new Map<string, FileEntry[]>();
  const written: WrittenTable[] = [];
  for (const table of tables) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE source AS ${inventedRows(table, invention)}`);
    files.set(tableId(table), await writeFiles(connection, root, table, 'source'));
    const values = await valuesOf(connection, table);
    written.push({ table, state: stateOf(table), values, keys: await keysOf(connection, table) });
  }
  await publishFiles(root, files);
  await build('build');
  let changes = 0;
  const change = async (...changed: readonly State[]) => {
    changes++;
    for (const { table, state } of written) {
      const before = files.get(tableId(table)) ?? [];
      if (changed.includes(state))
        files.set(tableId(table), await rewriteFiles(connection, root, { table, files: before, changes }));
    }
    await publishFiles(root, files);
  };
  const addDelta = async (number: number) => {
    for (const { table, state } of written) {
      if (state !== 'deltas') continue;
      await changeRows(root, table, deltaOf(table, number));
      files.set(tableId(table), [...(await openSnapshot(root)).files(table)]);
    }
  };
  await addDelta(1);
  await change('covered again', 'changed twice');
  await build('refresh');
  await change('changed', 'changed twice');
  await addDelta(2);
  await addDelta(3);
  connection.closeSync();
  return written;
}

/** A file for each month where the table has months. */
async function writeFiles(
  connection: DuckDBConnection,
  root: string,
  table: CatalogTable,
  relation: string,
): Promise<FileEntry[]> {
  const { partitionBy } = table;
  const month = partitionBy === undefined ? 'NULL' : `strftime(${sqlName(partitionBy)}, '%Y-%m')`;
  const months = await allRows<{ month: string | null }>(
    connection,
    `SELECT DISTINCT ${month} AS month FROM ${relation} ORDER BY 1`,
  );
  const files: FileEntry[] = [];
  for (const { month: only } of months) {
    const where = only === null ? '' : ` WHERE ${month} = ${sqlString(only)}`;
    const file = await writeTableFile(connection, root, table, only, `(FROM ${relation}${where})`);
    if (file !== null) files.push(file);
  }
  return files;
}

/** Other rows for some months, or for the one file: some rows gone, some changed, some new. */
async function rewriteFiles(
  connection: DuckDBConnection,
  root: string,
  { table, files, changes }: { table: CatalogTable; files: readonly FileEntry[]; changes: number },
): Promise<FileEntry[]> {
  const left = files.filter((_, at) => files.length > 1 && at % 3 !== 1);
  const changed = files.filter((file) => !left.includes(file));
  const paths = changed.map(({ path }) => `${root}/${path}`);
  const { key, newKey, moved } = changedValues(table, changes);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE changing AS
     WITH old AS (FROM read_parquet(${sqlStrings(paths)}, hive_partitioning = false)),
       rest AS (FROM old WHERE hash(${sqlName(key)}) % 3 <> 0)
     SELECT ${moved.join(', ')}, NULL AS _older FROM rest
     UNION ALL BY NAME SELECT * REPLACE (${newKey} AS ${sqlName(key)}) FROM old WHERE hash(${sqlName(key)}) % 7 = 0`,
  );
  return [...left, ...(await writeFiles(connection, root, table, 'changing'))];
}

/** Some rows with other values, some new ones, and some gone; of each, some that an earlier delta has changed. */
function deltaOf(table: CatalogTable, number: number): RowChanges {
  const { key, newKey, moved } = changedValues(table, number + 10);
  const list = storedColumns(table).map(({ name }) =>
    name === key ? `${newKey} AS ${sqlName(name)}` : sqlName(name),
  );
  const isKnown = table.key.map((name) => `${sqlName(name)} IS NOT NULL`).join(' AND ');
  const chosen = (share: number, rest: number) =>
    `${isKnown} AND hash(${sqlName(key)}, ${number}) % ${share} = ${rest}`;
  return {
    written: `SELECT ${moved.join(', ')} FROM living WHERE ${chosen(9, 0)}
      UNION ALL SELECT ${list.join(', ')} FROM living WHERE ${chosen(31, 1)}`,
    removed: chosen(23, 2),
  };
}

/** New values of rows: values change places between rows, so that owners, tags and measures differ. */
function changedValues(table: CatalogTable, changes: number) {
  const key = table.key.at(-1) ?? '';
  const isText = storedColumns(table).some(({ name, type }) => name === key && type === 'VARCHAR');
  const newKey = isText
    ? `${sqlName(key)} || ' new ${changes}'`
    : `${sqlName(key)} + ${changes} * ${/_at$/.test(key) ? 'INTERVAL 30 SECOND' : '1_000_003'}`;
  const moved = storedColumns(table).map(({ name }) =>
    table.key.includes(name) || name === table.partitionBy
      ? sqlName(name)
      : `lag(${sqlName(name)}, 3, ${sqlName(name)}) OVER (ORDER BY ${table.key.map(sqlName).join(', ')}) AS ${sqlName(name)}`,
  );
  return { key, newKey, moved };
}

async function publishFiles(root: string, files: ReadonlyMap<string, readonly FileEntry[]>): Promise<void> {
  const manifest = await openSnapshot(root).then(
    (snapshot) => snapshot.manifest,
    () => undefined,
  );
  const tables = Object.fromEntries([...files].map(([id, entries]) => [id, [...entries]]));
  const segments = manifest?.segments ?? [];
  const masks = Object.fromEntries(
    Object.entries(manifest?.tables ?? {}).map(([id, { masks = [] }]) => [id, masks]),
  );
  const parent = manifest?.snapshot_id ?? null;
  await publish(root, makeManifest({ parent, tables, masks, sources: [], segments }));
}

/** Some values of each column: the greatest, the least, and others. */
async function valuesOf(
  connection: DuckDBConnection,
  table: CatalogTable,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = storedColumns(table).filter(({ type }) => !type.endsWith(']'));
  const terms = columns.map(({ name }, at) => {
    const column = sqlName(name);
    const some = `(list(DISTINCT ${column}) FILTER (hash(i, ${at}) % 97 = 0))[1:10]`;
    return `list_filter([max(${column}), min(${column})] || ${some}, lambda value: value IS NOT NULL)::VARCHAR[] AS ${column}`;
  });
  const [found = {}] = await allRows<Record<string, string[] | null>>(
    connection,
    `SELECT ${terms.join(', ')} FROM (SELECT *, row_number() OVER () AS i FROM source)`,
  );
  return new Map(
    columns.map((column) => [column.name, (found[column.name] ?? []).map((text) => literalOf(column, text))]),
  );
}

async function keysOf(connection: DuckDBConnection, table: CatalogTable): Promise<string[][]> {
  const columns = table.key.flatMap((key) => storedColumns(table).filter(({ name }) => name === key));
  const list = columns.map(({ name }) => `${sqlName(name)}::VARCHAR AS ${sqlName(name)}`);
  const found = await allRows<Record<string, string | null>>(
    connection,
    `SELECT ${list.join(', ')} FROM source ORDER BY hash(${table.key.map(sqlName).join(', ')}) LIMIT 12`,
  );
  const known = found.filter((row) => columns.every(({ name }) => row[name] !== null));
  return known.map((row) => columns.map((column) => literalOf(column, row[column.name] ?? '')));
}
