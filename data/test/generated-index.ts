import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog, tableId } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { openSnapshot, type Snapshot } from '@sdq/index';
import { generateIndex } from '../src/index.ts';

/** A generated index under test, each table a view named `platform_table`. */
export interface GeneratedIndex extends AsyncDisposable {
  snapshot: Snapshot;
  connection: DuckDBConnection;
  rows<Row = Record<string, string>>(sql: string): Promise<Row[]>;
  /** The first column of the first row, as a number. */
  number(sql: string): Promise<number>;
}

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sdq-data-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export async function openGenerated(rows: number): Promise<GeneratedIndex> {
  const folder = await temporaryFolder();
  await generateIndex({ out: folder.path, rows });
  const snapshot = await openSnapshot(folder.path);
  const database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  for (const table of builtInCatalog.tables) {
    const paths = snapshot.files(table).map((file) => sqlString(snapshot.path(file)));
    if (paths.length === 0) continue; // nothing was ever removed
    const files = `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
    await connection.run(`CREATE VIEW ${tableId(table).replace('.', '_')} AS SELECT * FROM ${files}`);
  }
  return {
    snapshot,
    connection,
    rows: (sql) => allRows(connection, sql),
    number: async (sql) =>
      Number(Object.values((await allRows<Record<string, string>>(connection, sql))[0] ?? {})[0]),
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
