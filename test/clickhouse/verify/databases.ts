import { readFile, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type ClusterTable, storageType } from '@sdq/clickhouse';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { readFacts } from '../../../packages/clickhouse/src/load/read-facts.ts';
import { boxesOf, storedTable } from '../../../packages/clickhouse/src/load/stored-table.ts';
import { clusterName, startCluster } from '../nodes/cluster.ts';
import { makeTables } from './hard-rows.ts';
import type { Rows } from './normal-rows.ts';
import { normal } from './normal-rows.ts';
import { verifyCatalog } from './odd-table.ts';

const platform = 'shortvideo';
const database = 'verify';

/** An error that ClickHouse answered with. */
export class NodeError extends Error {}

export interface Columns {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly isBoxed?: boolean }[];
}

/** The same tables in DuckDB, in DuckDB in another order, and in a cluster. */
export interface Databases extends AsyncDisposable {
  readonly duckdb: Database;
  readonly tables: ReadonlyMap<string, ClusterTable>;
  readonly isDistributed: boolean;
  /** Rows of DuckDB. */
  inDuckdb(sql: string, columns: Columns): Promise<Rows>;
  /** Rows of DuckDB over the same rows in other physical orders, one answer after another. */
  inOtherOrders(sql: string, columns: Columns): AsyncIterable<Rows>;
  inCluster(
    sql: string,
    columns: Columns,
    settings: Readonly<Record<string, string | number>>,
  ): Promise<Rows>;
}

/** Physical orders of the rows beside the first one. */
const otherOrders = 8;

export interface DatabasesOptions {
  readonly index: string;
  /** A folder for files. */
  readonly folder: string;
  readonly nodes: number;
  /** Nodes that run already, by address; default: those that are started for the test. */
  readonly urls?: readonly string[];
  /** Milliseconds that a query may take in each database. */
  readonly timeoutMs: number;
}

export async function openDatabases(options: DatabasesOptions): Promise<Databases> {
  const { index, folder, nodes, urls, timeoutMs } = options;
  await using stack = new AsyncDisposableStack();
  const cluster = urls === undefined ? stack.use(await startCluster({ shards: nodes })) : { urls };
  const duckdb = stack.use(await openDuckdb());
  const own = await duckdb.connect();
  const other = await stack.use(await openDuckdb()).connect();
  await makeTables(own, index);
  const tables = new Map<string, ClusterTable>();
  const isDistributed = cluster.urls.length > 1;
  const described = await tablesOf(own);
  for (const url of cluster.urls) {
    await ask(url, `DROP DATABASE IF EXISTS ${database}`);
    await ask(url, `CREATE DATABASE ${database}`);
    for (const table of described) await createTable(url, table, isDistributed);
  }
  for (const table of described) {
    const path = `${folder}/${table.table}.parquet`;
    const name = sqlName(table.table);
    const key = table.columns[0]?.name ?? '';
    await own.run(
      `COPY (SELECT *${boxesOf(table)} FROM ${name} ORDER BY hash(${sqlName(key)})) TO '${path}' (FORMAT parquet)`,
    );
    await other.run(`CREATE TABLE ${name} AS SELECT *${unboxesOf(table)} FROM '${path}'`);
    const sql = `INSERT INTO ${database}.${table.table} SELECT * FROM input('${table.columns
      .map((column) => `${column.name} ${quoted(storageType(column) ?? '')}`)
      .join(', ')}') FORMAT Parquet`;
    await load(cluster.urls[0] ?? '', sql, await readFile(path));
    await rm(path);
    tables.set(`${platform}.${table.table}`, table);
  }
  const resources = stack.move();
  return {
    duckdb,
    tables,
    isDistributed,
    inDuckdb: async (sql, { columns }) => await rowsOf(own, sql, columns, timeoutMs),
    async *inOtherOrders(sql, { columns }) {
      for (let at = 0; at < otherOrders; at++) {
        for (const { table, columns: of } of described) await shuffle(other, table, of[0]?.name ?? '', at);
        yield await rowsOf(other, sql, columns, timeoutMs);
      }
    },
    async inCluster(sql, { columns }, settings) {
      const answer = await ask(cluster.urls[0] ?? '', `${sql} FORMAT JSONCompact`, {
        ...settings,
        max_execution_time: timeoutMs / 1_000,
        max_memory_usage: 3e9,
        output_format_json_quote_64bit_integers: 1,
        output_format_json_quote_denormals: 1,
        output_format_json_quote_decimals: 1,
      });
      const { data } = JSON.parse(answer) as { data: unknown[][] };
      return data.map((row) =>
        row.map((value, at) => {
          const { type = '', isBoxed = false } = columns[at] ?? {};
          return normal(isBoxed ? ((value as unknown[])[0] ?? null) : value, type);
        }),
      );
    },
    [Symbol.asyncDispose]: async () => await resources.disposeAsync(),
  };
}

const quoted = (type: string) => type.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

async function openDuckdb(): Promise<Database> {
  return await Database.open({ threads: 1, memoryBytesMax: 3e9 });
}

async function tablesOf(connection: DuckDBConnection): Promise<ClusterTable[]> {
  const tables: ClusterTable[] = [];
  for (const table of verifyCatalog.tablesOf(platform)) {
    const { name, key } = table;
    const { columns } = storedTable(table, await readFacts(connection, table, sqlName(name)));
    tables.push({ database, table: name, columns, key, sharding: key });
  }
  return tables;
}

/** Puts the rows of a table into an order that a number decides. */
async function shuffle(
  connection: DuckDBConnection,
  table: string,
  column: string,
  order: number,
): Promise<void> {
  const name = sqlName(table);
  await connection.run(
    `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM ${name} ORDER BY hash(${sqlName(column)}::VARCHAR || '-${order}')`,
  );
}

function unboxesOf({ columns }: ClusterTable): string {
  const boxed = columns.filter(({ isBoxed }) => isBoxed).map(({ name }) => sqlName(name));
  return boxed.length === 0 ? '' : ` REPLACE (${boxed.map((name) => `${name}[1] AS ${name}`).join(', ')})`;
}

async function createTable(url: string, table: ClusterTable, isDistributed: boolean): Promise<void> {
  const columns = table.columns.map((column) => `${column.name} ${storageType(column)}`).join(', ');
  const key = table.key.join(', ');
  const local = isDistributed ? `${table.table}_local` : table.table;
  await ask(url, `CREATE TABLE ${database}.${local} (${columns}) ENGINE = MergeTree ORDER BY (${key})`);
  if (!isDistributed) return;
  const engine = `Distributed(${clusterName}, ${database}, ${local}, cityHash64(${key}))`;
  await ask(url, `CREATE TABLE ${database}.${table.table} (${columns}) ENGINE = ${engine}`);
}

async function load(url: string, sql: string, rows: Uint8Array): Promise<void> {
  const address = addressOf(url, {
    query: sql,
    distributed_foreground_insert: 1,
    input_format_null_as_default: 0,
  });
  await answerOf(await fetch(address, { method: 'POST', body: rows as Uint8Array<ArrayBuffer> }));
}

async function ask(
  url: string,
  sql: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  return await answerOf(await fetch(addressOf(url, settings), { method: 'POST', body: sql }));
}

function addressOf(url: string, parameters: Readonly<Record<string, string | number>>): URL {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address;
}

async function answerOf(response: Response): Promise<string> {
  const text = await response.text();
  const isCutOff =
    /\r\n__exception__|^Code: \d+|DB::Exception/.test(text.slice(-2_000)) && !text.trimEnd().endsWith('}');
  if (!response.ok || isCutOff) throw new NodeError(text.trim().slice(0, 900));
  return text;
}

async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
  columns: Columns['columns'],
  timeoutMs: number,
): Promise<Rows> {
  const timer = setTimeout(() => connection.interrupt(), timeoutMs);
  try {
    const rows = (await connection.runAndReadAll(sql)).getRowsJson();
    return rows.map((row) => row.map((value, at) => normal(value, columns[at]?.type ?? '')));
  } finally {
    clearTimeout(timer);
  }
}
